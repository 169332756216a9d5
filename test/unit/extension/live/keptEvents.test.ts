import assert from 'node:assert/strict';
import { appendText, KeptEvents } from '../../../../extension/live/keptEvents.ts';
import { clipText, pageEvent } from '../../../../extension/live/pageEvent.ts';
import { RunEvent } from '../../../../runtime/contract/events.ts';
import { clippedCharacters } from '../../../../runtime/contract/viewing.ts';
import { makeReply, makeStep } from '../../../fakes/records.ts';
import {
  parsed,
  progressed,
  rolloutEnded,
  rolloutStarted,
  sampled,
  stepEnded,
  stepStarted,
} from '../../../fakes/runEvents.ts';

function keep(...events: RunEvent[]): readonly RunEvent[] {
  const kept = new KeptEvents();
  for (const event of events) kept.add(event);
  return kept.all;
}

describe('keptEvents', () => {
  it('puts the text of a step together, each channel for itself', () => {
    const events = keep(
      rolloutStarted(),
      stepStarted(1),
      sampled('hm', { channel: 'reasoning' }),
      sampled('m', { channel: 'reasoning' }),
      sampled('Thought'),
      sampled(': count.'),
    );
    assert.deepEqual(
      events.slice(2).map((event) => (event.type === 'text-sampled' ? event.text : event.type)),
      ['hmm', 'Thought: count.'],
    );
  });

  it('keeps of a finished step its start and its end', () => {
    const events = keep(
      rolloutStarted(),
      stepStarted(1),
      sampled('Thought'),
      parsed(1),
      stepEnded(1),
      stepStarted(2),
      sampled('Next', { step: 2 }),
    );
    assert.deepEqual(
      events.map(({ type }) => type),
      ['rollout-started', 'step-started', 'step-ended', 'step-started', 'text-sampled'],
    );
  });

  it('keeps the newest report of each activity', () => {
    const events = keep(
      progressed('Loading the model', 1),
      progressed('Starting Python', 1),
      progressed('Loading the model', 5),
    );
    assert.deepEqual(
      events.map((event) => (event.type === 'progress-reported' ? event.done : null)),
      [1, 5],
    );
  });

  it('stays small when a model does not stop', () => {
    const kept = new KeptEvents();
    for (let token = 0; token < 200_000; token += 1) kept.add(sampled(' token'));
    const [event, ...others] = kept.all;
    assert.deepEqual(others, []);
    assert.ok(event?.type === 'text-sampled' && event.text.length < 410_000);
    assert.match(event.text, /characters left out/);
  });

  it('tells a page loaded again the same as one that was there all the time', () => {
    const all = [
      rolloutStarted(),
      stepStarted(1),
      sampled('Thought'),
      parsed(1),
      stepEnded(1),
      rolloutEnded(),
    ];
    const lasting = all.filter(({ type }) => !['text-sampled', 'reply-parsed'].includes(type));
    assert.deepEqual(keep(...all), lasting);
  });
});

describe('appendText', () => {
  it('does not mix rollouts', () => {
    const events: RunEvent[] = [sampled('a')];
    appendText(events, sampled('b', { trajectoryId: 'other' }));
    appendText(events, sampled('c'));
    assert.equal(events.length, 3);
  });

  it('leaves the event that it was given as it was', () => {
    const first = sampled('a');
    const events: RunEvent[] = [first];
    appendText(events, sampled('b'));
    assert.equal(first.text, 'a');
  });
});

describe('pageEvent', () => {
  it('leaves out token ids and shortens long texts, and is a valid event still', () => {
    const long = 'x'.repeat(50_000);
    const tokens = {
      promptIds: [1],
      completionIds: [2],
      completionMask: [1 as const],
      logProbs: null,
    };
    const step = makeStep({ code: long, reply: makeReply({ text: long, tokens }) });
    const event = RunEvent.parse(pageEvent({ ...stepEnded(1), step }));
    assert.ok(event.type === 'step-ended');
    assert.equal(event.step.reply.tokens, null);
    for (const text of [event.step.code ?? '', event.step.reply.text]) {
      assert.ok(text.length < clippedCharacters + 100);
      assert.match(text, /\n… 30,000 characters left out …\n/);
    }
    assert.equal(event.step.thought, step.thought);
  });

  it('changes no short event', () => {
    for (const event of [rolloutStarted(), sampled('a'), stepEnded(1), rolloutEnded()]) {
      assert.deepEqual(pageEvent(event), event);
    }
  });

  it('shortens only what is longer than is shown of a stored step', () => {
    assert.equal(clipText('x'.repeat(clippedCharacters)), 'x'.repeat(clippedCharacters));
    assert.match(clipText('x'.repeat(clippedCharacters + 1)), /… 1 characters left out …/);
  });
});
