import assert from 'node:assert/strict';
import type { RunEvent } from '../../../../runtime/contract/events.ts';
import type { Verdict } from '../../../../runtime/contract/judge.ts';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import type { TrajectoryHead } from '../../../../runtime/contract/viewing.ts';
import { reduce, type TrajectoryFact } from '../../../../webview/trajectory/state/reduce.ts';
import {
  emptyTrajectory,
  type TrajectoryState,
} from '../../../../webview/trajectory/state/trajectoryState.ts';
import { at, makeEnded, makeStarted, makeStep, makeTask } from '../../../fakes/records.ts';

const id = 'trajectory-1';
const base = { version: 1, trajectoryId: id, at } as const;

const started: RunEvent = {
  ...base,
  type: 'rollout-started',
  task: makeTask(),
  model: 'fake',
  recipe: 'tool-r1',
  tools: [],
  maxSteps: 10,
  file: '/tmp/x.jsonl',
};
const begin = (step: number): RunEvent => ({ ...base, type: 'step-started', step });
const text = (step: number, words: string, channel: 'reply' | 'reasoning' = 'reply'): RunEvent => ({
  ...base,
  type: 'text-sampled',
  step,
  text: words,
  channel,
});
const end = (index: number): RunEvent => ({
  ...base,
  type: 'step-ended',
  step: makeStep({ index }),
});
const scored = (name: string, level: 'Correct' | 'Wrong'): Verdict => ({
  outcome: 'scored',
  judge: { name, version: '1' },
  level,
  score: level === 'Correct' ? 1 : 0,
  reason: '',
});
const over: RunEvent = {
  ...base,
  type: 'rollout-ended',
  stopReason: 'final-answer',
  finalAnswer: '42',
  steps: 1,
  reward: null,
  failure: null,
  milliseconds: 1234,
};

function run(facts: readonly TrajectoryFact[], from = emptyTrajectory(id)): TrajectoryState {
  return facts.reduce(reduce, from);
}

function headOf(over: Partial<TrajectoryHead> = {}): TrajectoryHead {
  return {
    started: makeStarted(),
    ended: makeEnded({ endedAt: '2026-05-04T09:30:05.500Z' }),
    verdicts: [],
    reward: null,
    rows: [1, 2].map((index) => stepRow(makeStep({ index }))),
    position: 1,
    previousId: null,
    nextId: 'trajectory-2',
    branches: [],
    problems: [],
    ...over,
  };
}

describe('reduce, of a rollout under way', () => {
  it('goes from the start to the end', () => {
    const state = run([
      started,
      begin(1),
      text(1, 'Thought: I count.\n```py\nprint'),
      text(1, '(1)\n```'),
      { ...base, type: 'reply-parsed', step: 1, thought: 'I count.', code: 'print(1)', faults: [] },
      end(1),
      { ...base, type: 'verdict-given', verdict: scored('rule', 'Correct') },
      over,
    ]);
    assert.equal(state.phase, 'ended');
    assert.deepEqual(
      state.rows.map(({ index }) => index),
      [1],
    );
    assert.equal(state.live, null);
    assert.equal(state.shelf.get(1)?.step.thought, 'count.');
    assert.deepEqual(state.ending, {
      stopReason: 'final-answer',
      finalAnswer: '42',
      failure: null,
    });
    assert.equal(state.milliseconds, 1234);
  });

  it('shows what is being written', () => {
    const { live } = run([started, begin(1), text(1, 'Thought: I cou'), text(1, 'nt')]);
    assert.equal(live?.reply.thought.toString(), 'I count');
    assert.equal(live.tokens, 2);
    assert.equal(live.firstTextAt, at);
  });

  it('keeps the reasoning channel apart', () => {
    const { live } = run([started, begin(1), text(1, 'hm', 'reasoning'), text(1, 'so')]);
    assert.equal(live?.reasoning.toString(), 'hm');
    assert.equal(live.reply.thought.toString(), 'so');
  });

  it('says what is prepared before the rollout starts', () => {
    const loading: RunEvent = {
      ...base,
      ...{
        type: 'progress-reported',
        activity: 'Loading the model',
        done: 1,
        total: 4,
        unit: 'bytes',
      },
    };
    const state = run([{ type: 'preparing' }, loading]);
    assert.equal(state.phase, 'preparing');
    assert.equal(state.progress?.activity, 'Loading the model');
    assert.equal(run([loading, started]).progress, null);
    assert.equal(run([started, loading, begin(1)]).progress, null);
    assert.equal(run([started, loading]).phase, 'running');
  });

  it('ends before the first step when something breaks', () => {
    const failure = { code: 'policy/wrong-key', boundary: 'policy', message: 'No key.' } as const;
    const broken: RunEvent = { ...over, ...{ stopReason: 'failure', finalAnswer: null, failure } };
    const state = run([{ ...base, type: 'failure-recorded', failure }, broken]);
    assert.equal(state.phase, 'ended');
    assert.equal(state.about, null);
    assert.equal(state.ending?.failure?.message, 'No key.');
    assert.deepEqual(state.problems, [], 'it is told once, as the ending');
  });

  it('keeps what broke on the way', () => {
    const failure = { code: 'judge/broken', boundary: 'judge', message: 'No judge.' } as const;
    const recorded: RunEvent = { ...base, type: 'failure-recorded', failure };
    assert.deepEqual(run([started, recorded, recorded, over]).problems, ['No judge.']);
  });

  it('keeps the steps of a cancelled rollout', () => {
    const state = run([
      started,
      begin(1),
      end(1),
      begin(2),
      text(2, 'x'),
      { ...over, stopReason: 'cancelled' },
    ]);
    assert.equal(state.phase, 'ended');
    assert.equal(state.rows.length, 1);
    assert.equal(state.live, null);
  });

  it('keeps what was written when the process dies', () => {
    const state = run([
      started,
      begin(1),
      text(1, 'Thought: half'),
      { type: 'interrupted', message: 'The runtime ended.' },
    ]);
    assert.equal(state.phase, 'interrupted');
    assert.equal(state.live?.reply.thought.toString(), 'half');
    assert.deepEqual(state.problems, ['The runtime ended.']);
  });

  it('is over once it is over', () => {
    const dead: TrajectoryFact = { type: 'interrupted', message: 'gone' };
    assert.equal(run([started, over, dead]).phase, 'ended');
    assert.deepEqual(run([started, over, dead]).problems, []);
    assert.equal(run([started, begin(1), over, text(1, 'late')]).live, null);
    assert.equal(run([started, dead, begin(2)]).phase, 'interrupted');
    assert.equal(run([started, dead, dead]).problems.length, 1);
  });

  it('shows calls of tools while they work and once they answered', () => {
    const called: RunEvent = {
      ...base,
      ...{ type: 'tool-called', step: 1, index: 0, name: 'read', arguments: { path: 'a' } },
    };
    const call = { index: 0, name: 'read', arguments: { path: 'a' }, outcome: 'ok' } as const;
    const answered: RunEvent = {
      ...base,
      ...{ type: 'tool-answered', step: 1, call: { ...call, preview: 'text', milliseconds: 3 } },
    };
    const working = run([started, begin(1), called]);
    assert.equal(working.live?.calls[0]?.answer, null);
    assert.equal(run([answered], working).live?.calls[0]?.answer?.preview, 'text');
    assert.equal(run([called, answered], working).live?.calls.length, 1);
    assert.equal(run([started, begin(1), answered]).live?.calls[0]?.calledAt, at);
  });

  it('ignores events of other rollouts', () => {
    const state = run([started]);
    assert.equal(reduce(state, { ...over, trajectoryId: 'other' }), state);
  });
});

describe('reduce, of events that come again', () => {
  const events = [
    started,
    begin(1),
    text(1, 'Thought: one'),
    end(1),
    begin(2),
    text(2, 'Thought: two'),
  ];

  it('makes the page anew from the start', () => {
    const once = run(events);
    const twice = run([...events, ...events]);
    assert.deepEqual(
      twice.rows.map(({ index }) => index),
      once.rows.map(({ index }) => index),
    );
    assert.equal(twice.live?.reply.thought.toString(), 'two');
    assert.equal(twice.phase, 'running');
  });

  it('goes on after the events that a reload brought', () => {
    const state = run([text(2, ' more'), end(2)], run(events));
    assert.equal(state.rows.length, 2);
    assert.equal(state.live, null);
  });

  it('replaces a step that ends again and ignores its text', () => {
    const state = run([end(1), begin(1), text(1, 'again')], run(events));
    assert.equal(state.rows.length, 1);
    assert.equal(state.live?.index, 2);
  });

  it('begins the step under way again when its start comes again', () => {
    const state = run([begin(2), text(2, 'Thought: new')], run(events));
    assert.equal(state.live?.reply.thought.toString(), 'new');
  });

  it('takes the last verdict of a judge', () => {
    const give = (verdict: Verdict): RunEvent => ({ ...base, type: 'verdict-given', verdict });
    const state = run([
      started,
      give(scored('rule', 'Wrong')),
      give(scored('llm', 'Correct')),
      give(scored('rule', 'Correct')),
    ]);
    assert.deepEqual(
      state.verdicts.map((verdict) => [
        verdict.judge.name,
        verdict.outcome === 'scored' ? verdict.level : null,
      ]),
      [
        ['rule', 'Correct'],
        ['llm', 'Correct'],
      ],
    );
  });

  it('takes text of a step whose start was missed', () => {
    assert.equal(run([started, text(3, 'Thought: x')]).live?.index, 3);
  });

  it('counts pieces that were put together as several tokens', () => {
    assert.equal(run([started, text(1, 'x'.repeat(400))]).live?.tokens, 100);
  });
});

describe('reduce, of a stored trajectory', () => {
  it('has the head at once and the steps when they are read', () => {
    const state = run([
      { type: 'head-read', head: headOf() },
      { type: 'steps-read', steps: [{ step: makeStep({ index: 2 }), clipped: [] }] },
    ]);
    assert.equal(state.phase, 'ended');
    assert.equal(state.rows.length, 2);
    assert.equal(state.milliseconds, 5500);
    assert.equal(state.about?.recipeName, 'tool-r1');
    assert.equal(state.shelf.get(1), undefined);
    assert.equal(state.shelf.get(2)?.step.index, 2);
    assert.equal(state.place?.nextId, 'trajectory-2');
  });

  it('is unended when no end was recorded', () => {
    assert.equal(run([{ type: 'head-read', head: headOf({ ended: null }) }]).phase, 'unended');
  });

  it('ends when the end is read later', () => {
    const state = run([
      { type: 'head-read', head: headOf({ ended: null }) },
      { type: 'head-read', head: headOf() },
    ]);
    assert.equal(state.phase, 'ended');
  });

  it('goes on running when its own head is read on the way', () => {
    const state = run([
      started,
      begin(3),
      text(3, 'Thought: x'),
      { type: 'head-read', head: headOf({ ended: null }) },
    ]);
    assert.equal(state.phase, 'running');
    assert.equal(state.live?.index, 3);
    assert.equal(state.rows.length, 2);
    assert.ok(state.about?.recipe, 'the settings are known now');
  });

  it('keeps steps that ended after the head was read', () => {
    const state = run([started, end(3), { type: 'head-read', head: headOf({ ended: null }) }]);
    assert.deepEqual(
      state.rows.map(({ index }) => index),
      [1, 2, 3],
    );
  });

  it('keeps the place in the file when a start comes again', () => {
    const state = run([{ type: 'head-read', head: headOf({ ended: null }) }, started]);
    assert.equal(state.place?.position, 1);
    assert.equal(state.phase, 'running');
  });

  it('knows its parent', () => {
    const parent = { trajectoryId: 'p', relation: 'retry', step: 1 } as const;
    const state = run([{ type: 'head-read', head: headOf({ started: makeStarted({ parent }) }) }]);
    assert.deepEqual(state.about?.parent, parent);
  });

  it('shows what could not be read, once', () => {
    const head = headOf({ problems: ['Line 3 is broken.'] });
    const state = run([
      { type: 'head-read', head },
      { type: 'head-read', head },
    ]);
    assert.deepEqual(state.problems, ['Line 3 is broken.']);
  });
});

describe('reduce, of much', () => {
  it('takes 10,000 steps', () => {
    const facts: RunEvent[] = [started];
    for (let index = 1; index <= 10_000; index += 1) facts.push(begin(index), end(index));
    const state = run(facts);
    assert.equal(state.rows.length, 10_000);
    assert.equal(state.shelf.get(10_000)?.step.index, 10_000);
    assert.equal(state.rows[9_999]?.index, 10_000);
  });

  it('takes 200 tokens a second for two minutes', () => {
    let state = run([started, begin(1), text(1, 'Thought: ')]);
    for (let token = 0; token < 24_000; token += 1) state = reduce(state, text(1, 'word '));
    assert.equal(state.live?.reply.thought.characters, 120_000);
    assert.equal(state.live.reply.thought.tail(10), 'word word ');
  });
});
