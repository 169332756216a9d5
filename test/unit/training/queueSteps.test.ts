// Train steps of a recipe that keeps trajectories between visits, or takes other tasks for groups that teach nothing.
import assert from 'node:assert/strict';
import type { TrainingSettings } from '../../../runtime/contract/trainingSettings.ts';
import type { EndedStep } from '../../../runtime/training/trainStep.ts';
import { startTraining } from '../../../runtime/training/trainingState.ts';
import {
  always,
  makeTrainingSettings,
  mixed,
  type FakePolicy,
} from '../../fakes/trainingMembers.ts';
import { doRun, doStep, visitedBy } from '../../fakes/trainSteps.ts';

const plain = makeTrainingSettings();

const optimiser = (over: Partial<TrainingSettings['optimiser']>) => ({
  optimiser: { ...plain.optimiser, ...over },
});
const queue = (over: Partial<TrainingSettings['queue']> = {}) => ({
  queue: { ...plain.queue, enabled: true, ...over },
});
const skippedIn = ({ records }: Pick<EndedStep, 'records'>) =>
  records.map(({ skipped }) => skipped);

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

  it('count what was dropped over all visits of a step', () => {
    const aged = makeTrainingSettings({ ...queue({ maxStalenessSteps: 3 }) });
    const first = doStep(startTraining(['a', 'b'], 1), aged, 0, mixed);
    assert.equal(doStep(first.state, aged, 4, mixed).counters.droppedStale, 8);
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
