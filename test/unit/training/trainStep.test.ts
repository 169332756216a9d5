import assert from 'node:assert/strict';
import type { TrainingSettings } from '../../../runtime/contract/trainingSettings.ts';
import { rewardStatistics } from '../../../runtime/reward/groupAdvantage.ts';
import {
  beginStep,
  endStep,
  nextVisits,
  takeOutcomes,
} from '../../../runtime/training/trainStep.ts';
import { startTraining } from '../../../runtime/training/trainingState.ts';
import {
  always,
  makeOutcome,
  makeTrainingSettings,
  mixed,
  type FakePolicy,
} from '../../fakes/trainingMembers.ts';
import { doRun, doStep, visitedBy } from '../../fakes/trainSteps.ts';

const plain = makeTrainingSettings();
const five = ['a', 'b', 'c', 'd', 'e'];

const optimiser = (over: Partial<TrainingSettings['optimiser']>) => ({
  optimiser: { ...plain.optimiser, ...over },
});

describe('train steps, without anything switched on', () => {
  it('visit every task once an epoch, each with G fresh rollouts', () => {
    const steps = doRun(startTraining(five, 1), plain, mixed);
    const visits = steps.flatMap(({ rounds }) => rounds.flat());
    for (const epoch of [1, 2]) {
      const ids = visits.filter((visit) => visit.epoch === epoch).map(({ taskId }) => taskId);
      assert.deepEqual(ids.toSorted(), five);
    }
    assert.ok(visits.every(({ fresh, why }) => fresh === 4 && why === 'active'));
    assert.deepEqual(
      steps.map(({ groups }) => groups.length),
      [2, 2, 2, 2, 2],
    );
  });

  it('begin the next epoch in the middle of a step, when all of the old one is in', () => {
    const steps = doRun(startTraining(five, 1), plain, mixed);
    assert.deepEqual(
      steps[2]?.rounds.map((round) => round.map(({ epoch }) => epoch)),
      [[1], [2]],
    );
  });

  it('never visit a task twice in one step, however few there are', () => {
    const many = makeTrainingSettings(optimiser({ groupsPerStep: 4, epochs: 5 }));
    for (let seed = 0; seed < 10; seed += 1) {
      for (const { rounds } of doRun(startTraining(['a', 'b', 'c'], seed), many, mixed)) {
        const ids = rounds.flat().map(({ taskId }) => taskId);
        assert.equal(new Set(ids).size, ids.length);
      }
    }
  });

  it('end with the epochs or with the steps, and then give nothing', () => {
    const short = makeTrainingSettings(optimiser({ maxSteps: 3 }));
    assert.equal(doRun(startTraining(five, 1), short, mixed).length, 3);
    const [last] = doRun(startTraining(five, 1), plain, mixed).slice(-1);
    assert.ok(last !== undefined);
    const over = doStep(last.state, plain, 5, mixed);
    assert.deepEqual([over.finished, over.groups, over.records], [true, [], []]);
  });

  it('order tasks by seed and epoch, whatever the recipe and the outcomes are', () => {
    const order = (settings: TrainingSettings, seed: number, policy: FakePolicy) =>
      visitedBy(doRun(startTraining(five, seed), settings, policy));
    const first = order(plain, 7, mixed);
    assert.deepEqual(
      order(makeTrainingSettings({ queue: { ...plain.queue, enabled: true } }), 7, mixed),
      first,
    );
    assert.deepEqual(order(plain, 7, always(false)), first);
    assert.notDeepEqual(order(plain, 8, mixed), first);
    assert.notDeepEqual(first.slice(0, 5), first.slice(5));
  });

  it('give each trajectory its advantage in the group, and say where it comes from', () => {
    const policy: FakePolicy = () => [1.6, 0.6, 0.3, 1.3];
    const { groups, records } = doStep(startTraining(['a', 'b'], 1), plain, 0, policy);
    const [group] = groups;
    const { advantages, mean, deviation } = rewardStatistics([1.6, 0.6, 0.3, 1.3]);
    assert.ok(group !== undefined);
    assert.deepEqual(
      group.trajectories.map(({ advantage }) => advantage),
      advantages,
    );
    assert.equal(group.mean, mean);
    assert.equal(group.std, deviation);
    assert.equal(group.passRate, 0.5);
    assert.equal(group.zeroVariance, false);
    assert.equal(group.nGenerated, 4);
    assert.ok(group.trajectories.every(({ fresh, policyVersion }) => fresh && policyVersion === 0));
    assert.deepEqual(records[0], {
      version: 1,
      step: 0,
      epoch: 1,
      taskId: group.taskId,
      why: 'active',
      outcome: 'mixed',
      nGenerated: 4,
      nFresh: 4,
      passRate: 0.5,
      rewards: [1.6, 0.6, 0.3, 1.3],
      selectedRewards: [1.6, 0.6, 0.3, 1.3],
      staleness: [0, 0, 0, 0],
      trajectoryIds: group.trajectories.map(({ id }) => id),
      generatedTokens: 12,
      updatedTokens: 16,
      trained: true,
      skipped: null,
    });
  });

  it('train on a group without variance with advantages of 0', () => {
    const { groups, counters } = doStep(startTraining(['a', 'b'], 1), plain, 0, always(false));
    assert.equal(counters.zeroVariance, 2);
    assert.equal(counters.allWrong, 2);
    for (const { trajectories, zeroVariance, std } of groups) {
      assert.ok(zeroVariance);
      assert.equal(std, 0);
      assert.deepEqual(
        trajectories.map(({ advantage }) => advantage),
        [0, 0, 0, 0],
      );
    }
  });

  it('leave out a group that lacks members, and say so', () => {
    const one: FakePolicy = ({ taskId }) =>
      taskId === 'a' ? [true, null, false, true] : [true, false, true, false];
    const { groups, records, counters } = doStep(startTraining(['a', 'b'], 1), plain, 0, one);
    assert.deepEqual(
      groups.map(({ taskId }) => taskId),
      ['b'],
    );
    const record = records.find(({ taskId }) => taskId === 'a');
    assert.deepEqual(record?.rewards, [1, 0, 1, null]);
    assert.deepEqual([record.trained, record.skipped], [false, 'unscored']);
    assert.deepEqual([record.updatedTokens, record.selectedRewards], [0, []]);
    assert.equal(counters.unscored, 1);
    assert.deepEqual(counters.statuses, {
      ok: 7,
      'model-error': 0,
      'tool-error': 0,
      'infra-error': 1,
      timeout: 0,
    });
    assert.equal(counters.freshPassRate, 4 / 7, 'of the group that is left out too');
    assert.equal(counters.freshReward, 4 / 7);
    assert.equal(counters.generatedTokens, 24);
    assert.equal(counters.updatedTokens, 16);
  });

  it('keep a record of a visit of which nothing was scored', () => {
    const { groups, records, counters } = doStep(startTraining(['a'], 1), plain, 0, always(null));
    assert.deepEqual(groups, []);
    assert.equal(records[0]?.outcome, null);
    assert.equal(records[0].passRate, null);
    assert.equal(counters.allWrong + counters.mixed + counters.allCorrect, 0);
    assert.deepEqual([counters.freshReward, counters.freshPassRate], [null, null]);
  });
});

describe('train steps, taken in the wrong order', () => {
  const begun = beginStep(startTraining(['a', 'b'], 1), 0);

  it('ask again for visits that are not in', () => {
    const once = nextVisits(begun, plain);
    assert.deepEqual(nextVisits(once.state, plain), once);
  });

  it('do not depend on the order of the outcomes', () => {
    const { state, visits } = nextVisits(begun, plain);
    const outcomes = visits.map(({ taskId }) => makeOutcome(taskId, 0, [true, false, true, true]));
    assert.deepEqual(
      takeOutcomes(state, plain, outcomes.toReversed()),
      takeOutcomes(state, plain, outcomes),
    );
  });

  it('refuse what does not fit', () => {
    const { state } = nextVisits(begun, plain);
    assert.throws(() => beginStep(begun, 1), /step 0 was not ended/);
    assert.throws(() => endStep(state), /2 visits have no outcome/);
    assert.throws(() => nextVisits(startTraining(['a'], 1), plain), /No train step/);
    assert.throws(
      () => takeOutcomes(state, plain, [makeOutcome('a', 0, [true])]),
      /visit of b has no outcome/,
    );
    const outcomes = ['a', 'b', 'c'].map((taskId) => makeOutcome(taskId, 0, [true]));
    assert.throws(() => takeOutcomes(state, plain, outcomes), /Nobody asked for a visit of c/);
  });
});
