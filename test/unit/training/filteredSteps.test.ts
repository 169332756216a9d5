// Train steps of a recipe that leaves out tasks that are solved, or rollouts that teach little.
import assert from 'node:assert/strict';
import type { TrainingSettings } from '../../../runtime/contract/trainingSettings.ts';
import { rewardStatistics } from '../../../runtime/reward/groupAdvantage.ts';
import { startTraining } from '../../../runtime/training/trainingState.ts';
import {
  always,
  makeTrainingSettings,
  mixed,
  type FakePolicy,
} from '../../fakes/trainingMembers.ts';
import { doRun, doStep } from '../../fakes/trainSteps.ts';

const plain = makeTrainingSettings();
const five = ['a', 'b', 'c', 'd', 'e'];

const optimiser = (over: Partial<TrainingSettings['optimiser']>) => ({
  optimiser: { ...plain.optimiser, ...over },
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

  it('do not count a probe as failed that nobody could score', () => {
    const broken: FakePolicy = (visit, step) =>
      visit.why === 'probe' ? always(null)(visit, step) : always(true)(visit, step);
    const steps = doRun(startTraining(['a', 'b'], 5), settings, broken);
    const total = (name: 'probed' | 'failedProbes') =>
      steps.reduce((sum, { counters }) => sum + counters[name], 0);
    assert.deepEqual([total('probed'), total('failedProbes')], [2, 0]);
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
    const places = Array.from({ length: 8 }, (_, seed) =>
      ids(seed).map(([, ...kept]) => kept.map((id) => id.slice(2)).join()),
    );
    assert.ok(
      places.some(([one, other]) => one !== other),
      'each task draws for itself',
    );
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
