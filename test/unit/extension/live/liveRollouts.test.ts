import assert from 'node:assert/strict';
import { type LiveFact, LiveRollouts } from '../../../../extension/live/liveRollouts.ts';
import type { RunEvent } from '../../../../runtime/contract/events.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';
import {
  rolloutEnded,
  rolloutStarted,
  sampled,
  stepStarted,
  progressed,
} from '../../../fakes/runEvents.ts';

const origin = {
  id: 'trajectory-1',
  file: '/w/.tool-r1/trajectories/one.trajectories.jsonl',
  workspace: '/w',
  question: 'How many?',
};

function open() {
  const runtime = new RuntimeAnswers();
  const live = new LiveRollouts(runtime, (error) => {
    throw error;
  });
  const facts: LiveFact[] = [];
  live.onFact((fact) => facts.push(fact));
  const hear = (...events: RunEvent[]) => {
    for (const event of events) runtime.tell('run-event', event);
  };
  const types = () => facts.map((fact) => (fact.kind === 'event' ? fact.event.type : fact.kind));
  return { runtime, live, facts, hear, types };
}

describe('liveRollouts', () => {
  it('tells the events of a rollout with its file', () => {
    const { live, hear, facts } = open();
    live.begin(origin);
    hear(rolloutStarted());
    assert.deepEqual(facts, [{ kind: 'event', file: origin.file, event: rolloutStarted() }]);
  });

  it('tells events that came before the request was answered, once it is', () => {
    const { live, hear, types } = open();
    hear(progressed('Loading the model', 1), rolloutStarted());
    assert.deepEqual(types(), []);
    live.begin(origin);
    hear(stepStarted(1));
    assert.deepEqual(types(), ['progress-reported', 'rollout-started', 'step-started']);
  });

  it('knows what runs and at which step it is', () => {
    const { live, hear } = open();
    let changes = 0;
    live.onChanged(() => (changes += 1));
    live.begin(origin);
    hear(rolloutStarted(), stepStarted(1), sampled('a'), stepStarted(2));
    assert.deepEqual(
      live.running().map(({ id, step, question }) => ({ id, step, question })),
      [{ id: 'trajectory-1', step: 2, question: 'How many?' }],
    );
    assert.equal(changes, 3);
    hear(rolloutEnded());
    assert.deepEqual(live.running(), []);
    assert.equal(changes, 4);
  });

  it('forgets a rollout that ended, because its file tells it', () => {
    const { live, hear, types } = open();
    live.begin(origin);
    hear(rolloutStarted(), rolloutEnded());
    assert.deepEqual(live.all(), []);
    assert.deepEqual(types(), ['rollout-started', 'rollout-ended']);
  });

  it('keeps one that ended before a file could tell it, and not too many', () => {
    const { live, hear } = open();
    for (let run = 1; run <= 12; run += 1) {
      const id = `run-${run}`;
      live.begin({ ...origin, id });
      hear(rolloutEnded({ trajectoryId: id, stopReason: 'failure' }));
    }
    assert.deepEqual(
      live.all().map(({ id, state }) => `${id} ${state}`),
      [5, 6, 7, 8, 9, 10, 11, 12].map((run) => `run-${run} ended`),
    );
  });

  it('copes with a rollout that ended before its request was answered', () => {
    const { live, hear, types } = open();
    hear(rolloutStarted(), rolloutEnded());
    live.begin(origin);
    assert.deepEqual(types(), ['rollout-started', 'rollout-ended']);
    assert.deepEqual(live.all(), []);
  });

  it('marks what ran as interrupted when the process ends', () => {
    const { live, hear, runtime, facts } = open();
    live.begin(origin);
    hear(rolloutStarted(), stepStarted(1));
    runtime.crash('The process ended by SIGKILL.');
    assert.deepEqual(facts.at(-1), {
      kind: 'interrupted',
      file: origin.file,
      id: 'trajectory-1',
      message: 'The process ended by SIGKILL.',
    });
    assert.deepEqual(live.running(), []);
    runtime.crash();
    assert.equal(facts.filter(({ kind }) => kind === 'interrupted').length, 1);
  });

  it('hears nothing after its end', () => {
    const { live, runtime } = open();
    live.dispose();
    assert.equal(runtime.listening, 0);
  });
});
