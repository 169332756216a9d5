import assert from 'node:assert/strict';
import type { RunEvent } from '../../../../runtime/contract/events.ts';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import { callText, pythonText } from '../../../../webview/trajectory/views/pythonText.ts';
import {
  reduceLiveStep,
  type StepEvent,
} from '../../../../webview/trajectory/state/reduceLiveStep.ts';
import { reduceEvent } from '../../../../webview/trajectory/state/reduceEvent.ts';
import {
  isTrouble,
  liveWords,
  outcomeOf,
  progressWords,
  statusWords,
} from '../../../../webview/trajectory/views/statusWords.ts';
import {
  emptyStep,
  emptyTrajectory,
} from '../../../../webview/trajectory/state/trajectoryState.ts';
import { at, makeStep } from '../../../fakes/records.ts';

const base = { version: 1, trajectoryId: 't', at, step: 3 } as const;

function after(...events: StepEvent[]) {
  return events.reduce(reduceLiveStep, emptyStep(3, at));
}
const say = (text: string, channel: 'reply' | 'reasoning' = 'reply'): StepEvent => ({
  ...base,
  ...{ type: 'text-sampled', text, channel },
});
const parsed = (code: string | null): StepEvent => ({
  ...base,
  ...{ type: 'reply-parsed', thought: '', code, faults: [] },
});
const called: StepEvent = {
  ...base,
  ...{ type: 'tool-called', index: 0, name: 'read', arguments: {} },
};

describe('liveWords', () => {
  const cases: [string, StepEvent[]][] = [
    ['waiting for the model', []],
    ['reasoning', [say('hm', 'reasoning')]],
    ['thinking', [say('Thought: I count the rows')]],
    ['writing code', [say('Thought: a\n```py\nx')]],
    ['running Python', [say('x'), parsed('x')]],
    ['ending', [say('x'), parsed(null)]],
    ['waiting for read', [parsed('x'), called]],
  ];
  for (const [words, events] of cases) {
    it(words, () => assert.equal(liveWords(after(...events)), words));
  }
});

describe('statusWords', () => {
  const state = emptyTrajectory('t');

  it('says what the step does', () => {
    assert.equal(
      statusWords({ ...state, phase: 'running', live: emptyStep(3, at) }),
      'Step 3 is waiting for the model',
    );
  });

  it('says what is prepared', () => {
    const event: RunEvent = {
      ...{ version: 1, trajectoryId: 't', at, type: 'progress-reported' },
      ...{ activity: 'Loading the model', done: 25e6, total: 100e6, unit: 'bytes' },
    };
    assert.equal(statusWords(reduceEvent(state, event)), 'Loading the model: 25 % of 100 MB');
    assert.equal(statusWords({ ...state, phase: 'preparing' }), 'Getting ready');
  });

  it('says how it ended', () => {
    const ending = { stopReason: 'cancelled', finalAnswer: null, failure: null } as const;
    assert.equal(statusWords({ ...state, phase: 'ended', ending }), 'Stopped');
    assert.match(statusWords({ ...state, phase: 'interrupted' }), /^Interrupted/);
    assert.match(statusWords({ ...state, phase: 'unended' }), /no end/);
  });
});

describe('progressWords', () => {
  const progress = { activity: 'Reading', done: 0, total: null, unit: 'files' } as const;
  it('says as much as is known', () => {
    assert.equal(progressWords(progress), 'Reading');
    assert.equal(progressWords({ ...progress, done: 1200 }), 'Reading: 1,200 files');
    assert.equal(progressWords({ ...progress, done: 5, total: 4 }), 'Reading: 100 % of 4 files');
  });
});

describe('outcomeOf', () => {
  const observation = makeStep().observation;
  const refusal = (name: string) => ({
    ...{ kind: 'import' as const, name, line: 1, message: '' },
  });
  const row = (over: Partial<typeof observation>) =>
    stepRow(makeStep({ executed: false, observation: { ...observation, ...over } }));

  it('names the error', () => {
    const error = { type: 'KeyError', message: "'x'", line: 1, traceback: [] };
    assert.equal(outcomeOf(row({ kind: 'python-error', error })).words, 'KeyError');
  });

  it('names what was refused', () => {
    assert.equal(
      outcomeOf(row({ kind: 'refused', refusals: [refusal('os')] })).words,
      'os refused',
    );
    const two = [refusal('os'), refusal('sys')];
    assert.equal(outcomeOf(row({ kind: 'refused', refusals: two })).words, 'Refused');
  });

  it('finds trouble', () => {
    assert.equal(isTrouble(row({ kind: 'timeout' })), true);
    assert.equal(isTrouble(stepRow(makeStep())), false);
  });
});

describe('callText', () => {
  it('writes a call as Python would', () => {
    assert.equal(
      callText('read', { path: 'a "b".csv', sheet: null, rows: [1, 2.5], all: true }),
      `read(path='a "b".csv', rows=[1, 2.5], all=True)`,
    );
    assert.equal(pythonText({ a: null, b: "it's" }), `{"a": None, "b": "it's"}`);
    assert.equal(pythonText('a\nb\\'), '"a\\nb\\\\"');
  });

  it('shows what a tagged value holds', () => {
    assert.equal(pythonText({ $: 'decimal', v: '3.10' }), '3.10');
    assert.equal(pythonText({ $: 'tuple', v: [1, 2] }), '[1, 2]');
  });
});
