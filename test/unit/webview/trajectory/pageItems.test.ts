import assert from 'node:assert/strict';
import { stepRow } from '../../../../runtime/contract/stepSummary.ts';
import { pageItems } from '../../../../webview/trajectory/column/pageItems.ts';
import {
  emptyStep,
  emptyTrajectory,
  type About,
  type TrajectoryState,
} from '../../../../webview/trajectory/state/trajectoryState.ts';
import { at, makeReply, makeStep, makeTask } from '../../../fakes/records.ts';

const about: About = {
  task: makeTask({ question: 'And now?' }),
  model: 'fake',
  recipeName: 'tool-r1',
  recipe: null,
  tools: [],
  maxSteps: 10,
  startedAt: at,
  parent: null,
  earlier: [],
};

function rows(carried: number, own: number) {
  return Array.from({ length: carried + own }, (_, place) =>
    stepRow(
      makeStep({
        index: place + 1,
        reply: makeReply(place < carried ? { origin: 'parent' } : {}),
      }),
    ),
  );
}

function keysOf(over: Partial<TrajectoryState>, open: readonly number[] = []): string[] {
  const state = { ...emptyTrajectory('t'), about, ...over };
  return pageItems(state, new Set(open)).map(({ key }) => key);
}

const asked = (lastStep: number) => ({
  task: makeTask({ question: 'First?' }),
  lastStep,
  finalAnswer: '1',
});

describe('pageItems', () => {
  it('has a step for each row', () => {
    assert.deepEqual(keysOf({ rows: rows(0, 3) }), ['s1', 's2', 's3']);
    assert.deepEqual(keysOf({}), []);
  });

  it('ends with the step that is under way', () => {
    assert.deepEqual(keysOf({ rows: rows(0, 1), live: emptyStep(2, at) }), ['s1', 's2']);
  });

  it('folds the steps of a parent', () => {
    const [bar] = pageItems({ ...emptyTrajectory('t'), about, rows: rows(2, 1) }, new Set());
    assert.deepEqual(bar, { kind: 'carried', key: 'c1', from: 1, to: 2, open: false });
    assert.deepEqual(keysOf({ rows: rows(2, 1) }), ['c1', 's3']);
    assert.deepEqual(keysOf({ rows: rows(2, 1) }, [1]), ['c1', 's1', 's2', 's3']);
  });

  it('parts the questions that were asked one after the other', () => {
    const earlier = [asked(1), asked(2)];
    assert.deepEqual(keysOf({ about: { ...about, earlier }, rows: rows(2, 1) }), [
      ...['q1', 'c1', 'q2', 'c2', 'q3', 's3'],
    ]);
  });

  it('asks the new question before its first step has ended', () => {
    const followUp = { about: { ...about, earlier: [asked(2)] }, rows: rows(2, 0) };
    assert.deepEqual(keysOf(followUp), ['q1', 'c1', 'q3']);
    assert.deepEqual(keysOf({ ...followUp, live: emptyStep(3, at) }), ['q1', 'c1', 'q3', 's3']);
  });

  it('keeps the key of a step when it ends, so that it stays where it is', () => {
    const before = keysOf({ live: emptyStep(1, at) });
    assert.deepEqual(keysOf({ rows: rows(0, 1) }), before);
  });

  it('does not ask a question that had no step', () => {
    const keys = keysOf({ about: { ...about, earlier: [asked(0)] }, rows: rows(0, 1) });
    assert.deepEqual(keys, ['q1', 's1']);
  });
});
