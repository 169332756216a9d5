import assert from 'node:assert/strict';
import type { GroupRecord } from '../../../../runtime/contract/training/runFolder.ts';
import {
  queueCells,
  queueState,
  stateDetail,
  type QueueRules,
} from '../../../../runtime/remote/runs/queueRow.ts';
import { Visits } from '../../../../runtime/remote/runs/visits.ts';
import { makeGroupRecord, smallTraining } from '../../../fakes/trainingRecords.ts';

/** Groups of 4, 2 of them fresh; tasks cool after 2 epochs, every third epoch has probes. */
function rules(over: Partial<QueueRules['queue']> = {}): QueueRules {
  const { queue, streakFilter } = smallTraining();
  return {
    queue: { ...queue, maxStalenessSteps: 64, ...over },
    streakFilter: { ...streakFilter, enabled: true, allCorrectEpochs: 2, probePeriodEpochs: 3 },
  };
}

/** Visits of one task, each in a train step and an epoch of its own. */
function historyOf(...records: readonly Partial<GroupRecord>[]): Visits {
  const visits = new Visits();
  for (const [step, over] of records.entries()) {
    visits.take(makeGroupRecord({ taskId: 'a', step, epoch: step + 1, ...over }));
  }
  return visits;
}

const right = { outcome: 'all-correct', passRate: 1 } as const;

/** State and detail of the task at a train step. */
function stands(visits: Visits, step: number): [string, string] {
  const state = queueState(visits.last('a', step), step, rules());
  const history = { visits: visits.upTo('a', step), step, epoch: visits.epochAt(step) };
  return [state, stateDetail(state, history, rules())];
}

describe('a task in the queue view', () => {
  it('was not seen before its first visit', () => {
    assert.deepEqual(stands(historyOf({ step: 3 }), 2), ['unseen', 'not visited yet']);
  });

  it('is active in the step that visits it and after', () => {
    assert.deepEqual(stands(historyOf({}), 1), ['active', 'in this step']);
    assert.deepEqual(stands(historyOf({}), 9), ['active', 'last at step 1']);
  });

  it('cools after as many epochs as the recipe says, until it is probed', () => {
    const visits = historyOf(right, right, { ...right, step: 7, epoch: 6, why: 'probe' });
    assert.deepEqual(stands(visits, 1), ['active', 'in this step']);
    assert.deepEqual(stands(visits, 2), ['cooling', 'some probed in epoch 3']);
    assert.deepEqual(stands(visits, 8), ['probe', 'cool since step 2']);
    assert.deepEqual(stands(visits, 9), ['cooling', 'some probed in epoch 9']);
  });

  it('comes back after a probe that went badly', () => {
    const visits = historyOf(right, right, { outcome: 'mixed', why: 'probe', step: 7, epoch: 6 });
    assert.deepEqual(stands(visits, 8), ['probe', 'cool since step 2']);
    assert.deepEqual(stands(visits, 9), ['active', 'last at step 8']);
  });

  it('does not cool without the filter', () => {
    const off = { ...rules(), streakFilter: { ...rules().streakFilter, enabled: false } };
    assert.equal(queueState(historyOf(right, right).last('a', 9), 9, off), 'active');
  });

  it('lies outside of the window, below or above', () => {
    const outside = (passRate: number) =>
      stands(historyOf({ skipped: 'outside-window', trained: false, passRate }), 5);
    assert.deepEqual(outside(0), ['outside-window', 'below 0.2']);
    assert.deepEqual(outside(1), ['outside-window', 'above 0.8']);
  });

  it('is skipped when its rewards are the same, or missing', () => {
    const skipped = (why: GroupRecord['skipped']) => stands(historyOf({ skipped: why }), 5);
    assert.deepEqual(skipped('zero-variance'), ['skipped', 'all rewards the same']);
    assert.deepEqual(skipped('unscored'), ['skipped', 'no score']);
  });

  it('knows only what was known at the train step that is shown', () => {
    const visits = historyOf({ skipped: 'zero-variance' }, {});
    assert.deepEqual(stands(visits, 1), ['skipped', 'all rewards the same']);
    assert.deepEqual(stands(visits, 2), ['active', 'in this step']);
  });
});

describe('the cells of a queue', () => {
  /** Visited in train step 10: two cached of step 4, two fresh ones, and one that nobody could score. */
  const visited = historyOf({
    step: 9,
    rewards: [0.3, 1.6, 0.6, 1.6, null],
    staleness: [6, 6, 0, 0],
    trajectoryIds: ['t1', 't2', 't3', 't4'],
  });

  it('are the members of the last visit, oldest first, older with each train step', () => {
    assert.deepEqual(queueCells(visited.last('a', 12), 12, rules()), [
      { reward: 0.3, staleness: 8, leavesNext: true, trajectoryId: 't1', sampledAt: 4 },
      { reward: 1.6, staleness: 8, leavesNext: true, trajectoryId: 't2', sampledAt: 4 },
      { reward: 0.6, staleness: 2, leavesNext: false, trajectoryId: 't3', sampledAt: 10 },
      { reward: 1.6, staleness: 2, leavesNext: false, trajectoryId: 't4', sampledAt: 10 },
    ]);
  });

  const leaving = (over: Partial<QueueRules['queue']>, step = 12) =>
    queueCells(visited.last('a', step), step, rules(over)).map(({ leavesNext }) => leavesNext);

  it('leave by the number of fresh ones', () => {
    assert.deepEqual(leaving({ freshPerVisit: 1 }), [true, false, false, false]);
    assert.deepEqual(leaving({ freshPerVisit: 3 }), [true, true, true, false]);
  });

  it('stay where the queue is not full yet', () => {
    assert.deepEqual(leaving({ groupSize: 8, freshPerVisit: 4 }), [false, false, false, false]);
    assert.deepEqual(leaving({ groupSize: 8, freshPerVisit: 5 }), [true, false, false, false]);
  });

  it('leave for their age, and make room by that', () => {
    assert.deepEqual(leaving({ maxStalenessSteps: 9 }), [true, true, false, false]);
    assert.deepEqual(leaving({ maxStalenessSteps: 8 }), [true, true, false, false]);
    assert.deepEqual(leaving({ maxStalenessSteps: 8, freshPerVisit: 3 }), [
      ...[true, true, true, false],
    ]);
  });

  it('all leave where nothing is kept', () => {
    assert.deepEqual(leaving({ enabled: false }), [true, true, true, true]);
  });

  it('are none before the first visit, and nameless where the run does not name them', () => {
    assert.deepEqual(queueCells(null, 3, rules()), []);
    const nameless = queueCells(historyOf({}).last('a', 1), 1, rules());
    assert.deepEqual(
      nameless.map(({ trajectoryId }) => trajectoryId),
      [null, null],
    );
  });
});
