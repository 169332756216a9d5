import assert from 'node:assert/strict';
import type { TrainingSettings } from '../../../runtime/contract/trainingSettings.ts';
import { rewardStatistics } from '../../../runtime/reward/groupAdvantage.ts';
import {
  beginStep,
  endStep,
  nextVisits,
  takeOutcomes,
  type EndedStep,
} from '../../../runtime/training/trainStep.ts';
import { startTraining } from '../../../runtime/training/trainingState.ts';
import {
  makeOutcome,
  makeTrainingSettings,
  type FakePolicy,
  type Result,
} from '../../fakes/trainingMembers.ts';
import { doRun, doStep, type DoneStep } from '../../fakes/trainSteps.ts';

const plain = makeTrainingSettings();
const five = ['a', 'b', 'c', 'd', 'e'];
/** Two of four rollouts pass. */
const mixed: FakePolicy = () => [true, false, true, false, true, false];
const always =
  (result: Result): FakePolicy =>
  () =>
    Array.from({ length: 16 }, () => result);

const optimiser = (over: Partial<TrainingSettings['optimiser']>) => ({
  optimiser: { ...plain.optimiser, ...over },
});
const queue = (over: Partial<TrainingSettings['queue']> = {}) => ({
  queue: { ...plain.queue, enabled: true, ...over },
});
const visitedBy = (steps: readonly DoneStep[]) =>
  steps.flatMap(({ rounds }) => rounds.flat().map(({ taskId }) => taskId));
const skippedIn = ({ records }: Pick<EndedStep, 'records'>) =>
  records.map(({ skipped }) => skipped);

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
    assert.deepEqual(order(makeTrainingSettings(queue()), 7, mixed), first);
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
    assert.equal(counters.generatedTokens, 24);
    assert.equal(counters.updatedTokens, 16);
  });

  it('keep a record of a visit of which nothing was scored', () => {
    const { groups, records, counters } = doStep(startTraining(['a'], 1), plain, 0, always(null));
    assert.deepEqual(groups, []);
    assert.equal(records[0]?.outcome, null);
    assert.equal(records[0].passRate, null);
    assert.equal(counters.allWrong + counters.mixed + counters.allCorrect, 0);
  });
});

describe('train steps with a sample queue', () => {
  const settings = makeTrainingSettings({
    ...queue(),
    ...optimiser({ groupsPerStep: 1, epochs: 9 }),
  });

  it('sample G at the first visit and g later, and train on G', () => {
    const steps = doRun(startTraining(['a'], 1), settings, mixed);
    assert.deepEqual(
      steps.map(({ rounds }) => rounds.flat().map(({ fresh }) => fresh)).slice(0, 3),
      [[4], [2], [2]],
    );
    const [, second] = steps;
    assert.deepEqual(
      second?.groups[0]?.trajectories.map(({ id, fresh }) => [id, fresh]),
      [
        ['a.0.2', false],
        ['a.0.3', false],
        ['a.1.0', true],
        ['a.1.1', true],
      ],
    );
    assert.deepEqual(second.records[0]?.staleness, [1, 1, 0, 0]);
    assert.equal(second.records[0].nFresh, 2);
    assert.equal(second.records[0].nGenerated, 2);
  });

  it('swap cached ones in until the pass rate is inside, or skip the task', () => {
    const results = new Map<number, readonly boolean[]>([
      [0, [true, false, true, true]],
      [1, [true, true]],
      [2, [true, true]],
    ]);
    const policy: FakePolicy = (_, step) => results.get(step) ?? [true, true];
    const [, second] = doRun(startTraining(['a'], 1), settings, policy);
    assert.deepEqual(
      second?.groups[0]?.trajectories.map(({ id }) => id),
      ['a.0.1', 'a.0.3', 'a.1.0', 'a.1.1'],
    );
    assert.equal(second.records[0]?.outcome, 'all-correct');
    const skipped = doStep(startTraining(['a'], 1), settings, 0, always(true));
    assert.deepEqual(skippedIn(skipped), ['outside-window']);
    assert.equal(skipped.counters.outsideWindow, 1);
    assert.deepEqual(skipped.groups, []);
    assert.equal(skipped.finished, false);
  });

  it('look at no window where members are not swapped', () => {
    const off = makeTrainingSettings({ ...settings, ...queue({ resample: false }) });
    const { groups, counters } = doStep(startTraining(['a'], 1), off, 0, always(true));
    assert.equal(groups.length, 1);
    assert.equal(counters.outsideWindow, 0);
  });

  it('drop members for their age, count them and sample others', () => {
    const aged = makeTrainingSettings({ ...settings, ...queue({ maxStalenessSteps: 3 }) });
    const first = doStep(startTraining(['a'], 1), aged, 0, mixed);
    const later = doStep(first.state, aged, 4, mixed);
    assert.deepEqual(
      later.rounds.flat().map(({ fresh }) => fresh),
      [4],
    );
    assert.equal(later.counters.droppedStale, 4);
    const [task] = later.state.tasks.values();
    assert.equal(task?.queue.sampled.length, 4, 'and their tokens are forgotten');
  });

  it('make up for rollouts that nobody scored at the next visit', () => {
    const one: FakePolicy = (_, step) =>
      step === 0 ? [true, false, null, null] : [true, false, true];
    const first = doStep(startTraining(['a'], 1), settings, 0, one);
    assert.deepEqual(skippedIn(first), ['unscored']);
    const second = doStep(first.state, settings, 1, one);
    assert.deepEqual(
      second.rounds[0]?.map(({ fresh }) => fresh),
      [2],
    );
    assert.equal(second.groups[0]?.trajectories.length, 4);
  });
});

describe('train steps with refill', () => {
  const settings = makeTrainingSettings({
    refill: { enabled: true, maxRounds: 3 },
    ...optimiser({ groupsPerStep: 2, epochs: 1 }),
  });
  const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

  it('take other tasks for groups without variance', () => {
    const state = startTraining(eight, 3);
    const order = visitedBy(doRun(state, plain, mixed)).slice(0, 8);
    const dull = new Set([order[0], order[2]]);
    const policy: FakePolicy = (visit, step) =>
      dull.has(visit.taskId) ? [true, true, true, true] : mixed(visit, step);
    const { groups, records, rounds, counters } = doStep(state, settings, 0, policy);
    assert.deepEqual(
      rounds.map((round) => round.map(({ taskId, why }) => [taskId, why])),
      [
        [
          [order[0], 'active'],
          [order[1], 'active'],
        ],
        [[order[2], 'refill']],
        [[order[3], 'refill']],
      ],
    );
    assert.deepEqual(
      groups.map(({ taskId }) => taskId),
      [order[1], order[3]],
    );
    assert.deepEqual(skippedIn({ records }), ['zero-variance', null, 'zero-variance', null]);
    assert.equal(counters.refilled, 2);
    assert.equal(counters.zeroVariance, 2);
  });

  it('stop at the cap, and go on in the next step', () => {
    const first = doStep(startTraining(eight, 3), settings, 0, always(false));
    assert.equal(first.records.length, 6);
    assert.deepEqual(first.groups, []);
    assert.equal(first.finished, false);
    const second = doStep(first.state, settings, 1, always(false));
    assert.equal(second.records.length, 2);
    assert.equal(doStep(second.state, settings, 2, always(false)).finished, true);
  });
});

describe('train steps with the streak filter', () => {
  const settings = makeTrainingSettings({
    streakFilter: { enabled: true, allCorrectEpochs: 1, probePeriodEpochs: 3, probeShare: 0.25 },
    ...optimiser({ groupsPerStep: 2, epochs: 6 }),
  });
  /** `a` and `b` are easy until the third epoch, the others are never. */
  const policy: FakePolicy = (visit, step) => {
    const easy = ['a', 'b'].includes(visit.taskId) && visit.epoch < 3;
    return easy ? [true, true, true, true] : mixed(visit, step);
  };

  it('leave out what is solved, probe it and take it back', () => {
    const steps = doRun(startTraining(['a', 'b', 'c', 'd'], 5), settings, policy);
    const visits = steps.flatMap(({ rounds }) => rounds.flat());
    const epochs = [1, 2, 3, 4, 5, 6].map((epoch) =>
      visits
        .filter((visit) => visit.epoch === epoch)
        .map(({ taskId, why }) => (why === 'probe' ? `${taskId}?` : taskId))
        .toSorted(),
    );
    assert.deepEqual(epochs, [
      ['a', 'b', 'c', 'd'],
      ['c', 'd'],
      ['a?', 'c', 'd'],
      ['a', 'c', 'd'],
      ['a', 'c', 'd'],
      ['a', 'b?', 'c', 'd'],
    ]);
    const total = (name: 'probed' | 'failedProbes' | 'allCorrectSkipped' | 'allCorrect') =>
      steps.reduce((sum, { counters }) => sum + counters[name], 0);
    assert.deepEqual(
      [total('probed'), total('failedProbes'), total('allCorrectSkipped'), total('allCorrect')],
      [2, 2, 2 + 1 + 1 + 1, 2],
    );
    assert.deepEqual(
      steps
        .flatMap(({ records }) => records.filter(({ why }) => why === 'probe'))
        .map(({ epoch }) => epoch),
      [3, 6],
    );
  });

  it('keep a streak through a visit that nobody could score', () => {
    const broken: FakePolicy = (visit, step) =>
      visit.epoch === 1 ? always(null)(visit, step) : mixed(visit, step);
    const { state } = doStep(startTraining(['a', 'b'], 5), settings, 0, broken);
    assert.deepEqual(state.tasks.get('a')?.streak.lastEpoch, null);
  });

  it('end when every task is left out to the last epoch', () => {
    const steps = doRun(startTraining(['a', 'b'], 5), settings, always(true));
    const epochs = steps.flatMap(({ rounds }) => rounds.flat().map(({ epoch }) => epoch));
    assert.deepEqual(epochs, [1, 1, 3, 6]);
  });
});

describe('train steps with down-sampling', () => {
  const policy: FakePolicy = () => [0, 0.5, 1, 0.25];
  const settings = (over: Partial<TrainingSettings['downSampling']> = {}) =>
    makeTrainingSettings({ downSampling: { ...plain.downSampling, enabled: true, ...over } });
  const groupOf = (some: TrainingSettings, results = policy) =>
    doStep(startTraining(['a'], 1), some, 0, results).groups[0];

  it('update on the m of largest variance, with advantages over all', () => {
    const group = groupOf(settings());
    const { advantages } = rewardStatistics([0, 0.5, 1, 0.25]);
    assert.deepEqual(
      group?.trajectories.map(({ id, advantage }) => [id, advantage]),
      [
        ['a.0.0', advantages[0]],
        ['a.0.2', advantages[2]],
      ],
    );
    assert.equal(group.mean, 0.4375);
  });

  it('take advantages over the m where the recipe says so', () => {
    const group = groupOf(settings({ advantageOver: 'selected' }));
    assert.deepEqual(
      group?.trajectories.map(({ advantage }) => advantage),
      rewardStatistics([0, 1]).advantages,
    );
  });

  it('find no variance in what is kept where advantages are made over that', () => {
    const best = settings({ rule: 'max-reward', advantageOver: 'selected' });
    const group = groupOf(best, () => [0, 1, 1, 0]);
    assert.ok(group?.zeroVariance);
    assert.deepEqual(
      group.trajectories.map(({ advantage }) => advantage),
      [0, 0],
    );
  });

  it('need only m scored rollouts, and record all', () => {
    const { groups, records } = doStep(startTraining(['a'], 1), settings(), 0, () => [
      1,
      null,
      0,
      null,
    ]);
    assert.equal(groups[0]?.trajectories.length, 2);
    assert.deepEqual(records[0]?.rewards, [1, 0, null, null]);
    assert.deepEqual(records[0].selectedRewards, [1, 0]);
  });

  it('keep the same ones by chance for the same seed', () => {
    const chance = settings({ rule: 'random' });
    const ids = (seed: number) =>
      doStep(startTraining(five, seed), chance, 0, policy).groups.map(
        ({ taskId, trajectories }) => [taskId, ...trajectories.map(({ id }) => id)],
      );
    assert.deepEqual(ids(1), ids(1));
    assert.ok(new Set([1, 2, 3, 4, 5, 6].map((seed) => JSON.stringify(ids(seed)))).size > 2);
  });
});

describe('train steps with variance tested on correctness', () => {
  it('make nothing of shaping alone', () => {
    const settings = makeTrainingSettings({
      advantage: { epsilon: 1e-6, scale: 'group', zeroVarianceOn: 'correctness' },
    });
    const shaped: FakePolicy = () => [0.1, 0.2, 0.3, 0.4];
    const { groups } = doStep(startTraining(['a'], 1), settings, 0, shaped);
    assert.ok(groups[0]?.zeroVariance);
    assert.deepEqual(
      groups[0].trajectories.map(({ advantage }) => advantage),
      [0, 0, 0, 0],
    );
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
