// The streak filter against the traces of an independent simulator, epoch by epoch.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import {
  epochTasks,
  noStreak,
  outcomeOf,
  streakAfter,
  transitionTo,
  type TaskStreak,
} from '../../../runtime/training/streakFilter.ts';

const Ids = z.array(z.string());
const Numbers = z.record(z.string(), z.int());
const Epoch = z.object({
  epoch: z.int(),
  active: Ids,
  cooling: Ids,
  probes: Ids,
  evaluated: Ids,
  skipped: Ids,
  failedProbes: Ids,
  counts: Numbers,
  transitionsFromPreviousEpoch: Numbers,
  allCorrectStreak: Numbers,
  allWrongStreak: Numbers,
  lastEvaluatedEpoch: z.record(z.string(), z.int().nullable()),
  coolingAfter: Ids,
});
const Vectors = z.looseObject({
  cases: z.array(
    z.looseObject({
      name: z.string(),
      input: z.looseObject({
        k: z.int(),
        probePeriod: z.int(),
        probeFraction: z.number(),
        rollouts: z.int(),
        tasks: Ids,
        epochs: z.array(z.object({ epoch: z.int(), correct: Numbers })),
      }),
      expected: z.object({
        epochs: z.array(Epoch),
        probesTotal: z.int(),
        failedProbesTotal: z.int(),
        rolloutsUsed: z.int(),
        rolloutsWithoutFilter: z.int(),
      }),
    }),
  ),
});
const { cases } = Vectors.parse(
  JSON.parse(
    await readFile(new URL('../../fixtures/vectors/streak-filter.json', import.meta.url), 'utf8'),
  ),
);
type Case = (typeof cases)[number];

const sorted = (ids: readonly string[]) => ids.toSorted();

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function settingsOf({ k, probePeriod, probeFraction }: Case['input']) {
  return {
    enabled: true,
    allCorrectEpochs: k,
    probePeriodEpochs: probePeriod,
    probeShare: probeFraction,
  };
}

/** One epoch of the filter: what it says before, and what it makes of the outcomes. */
function runEpoch(
  streaks: Map<string, TaskStreak>,
  { input }: Case,
  { epoch, correct }: Case['input']['epochs'][number],
): z.infer<typeof Epoch> {
  const settings = settingsOf(input);
  const { active, cooling, probes } = epochTasks(streaks, settings, epoch);
  const evaluated = sorted([...active, ...probes]);
  const counts = { 'all-correct': 0, mixed: 0, 'all-wrong': 0 };
  const transitions: Record<string, number> = {};
  const failedProbes: string[] = [];
  for (const id of evaluated) {
    const passes = Array.from({ length: input.rollouts }, (_, index) => index < (correct[id] ?? 0));
    const outcome = outcomeOf(passes);
    assert.ok(outcome !== null);
    const before = streaks.get(id) ?? noStreak;
    const transition = transitionTo(before, outcome, epoch);
    if (transition !== null) count(transitions, `${transition.from} -> ${transition.to}`);
    count(counts, outcome);
    if (probes.includes(id) && outcome !== 'all-correct') failedProbes.push(id);
    streaks.set(id, streakAfter(before, outcome, epoch));
  }
  const each = <Value>(read: (streak: TaskStreak) => Value) =>
    Object.fromEntries(input.tasks.map((id) => [id, read(streaks.get(id) ?? noStreak)]));
  return {
    epoch,
    active: sorted(active),
    cooling: sorted(cooling),
    probes: [...probes],
    evaluated,
    skipped: sorted(cooling.filter((id) => !probes.includes(id))),
    failedProbes,
    counts,
    transitionsFromPreviousEpoch: transitions,
    allCorrectStreak: each(({ allCorrect }) => allCorrect),
    allWrongStreak: each(({ allWrong }) => allWrong),
    lastEvaluatedEpoch: each(({ lastEpoch }) => lastEpoch),
    coolingAfter: sorted(epochTasks(streaks, settings, epoch + 1).cooling),
  };
}

describe('streak filter, against the simulator', () => {
  it('is asked for every trace', () => {
    assert.equal(cases.length, 12);
  });

  for (const one of cases) {
    it(one.name, () => {
      const { input, expected } = one;
      const streaks = new Map(input.tasks.map((id) => [id, noStreak]));
      const totals = { probes: 0, failed: 0, evaluated: 0 };
      for (const [index, epoch] of input.epochs.entries()) {
        const found = runEpoch(streaks, one, epoch);
        const wanted = expected.epochs[index];
        assert.ok(wanted !== undefined);
        assert.deepEqual(
          { ...found, probes: sorted(found.probes) },
          { ...wanted, probes: sorted(wanted.probes) },
          `epoch ${epoch.epoch}`,
        );
        totals.probes += found.probes.length;
        totals.failed += found.failedProbes.length;
        totals.evaluated += found.evaluated.length;
      }
      assert.equal(totals.probes, expected.probesTotal);
      assert.equal(totals.failed, expected.failedProbesTotal);
      assert.equal(totals.evaluated * input.rollouts, expected.rolloutsUsed);
      const whole = input.tasks.length * input.epochs.length * input.rollouts;
      assert.equal(whole, expected.rolloutsWithoutFilter);
    });
  }
});

describe('streak filter', () => {
  const settings = {
    enabled: true,
    allCorrectEpochs: 1,
    probePeriodEpochs: 2,
    probeShare: 0.25,
  };
  const cooledIn = (epoch: number): TaskStreak => streakAfter(noStreak, 'all-correct', epoch);

  it('probes those first that were not looked at for longest, then by id', () => {
    const streaks = new Map([
      ['d', cooledIn(3)],
      ['c', cooledIn(1)],
      ['b', cooledIn(3)],
      ['a', cooledIn(3)],
      ['e', cooledIn(2)],
      ['f', noStreak],
    ]);
    const probes = (probeShare: number) =>
      epochTasks(streaks, { ...settings, probeShare }, 4).probes;
    assert.deepEqual(probes(0.25), ['c']);
    assert.deepEqual(probes(0.8), ['c', 'e', 'a', 'b']);
    assert.deepEqual(epochTasks(streaks, settings, 5).probes, []);
  });

  it('probes nothing when nothing cools', () => {
    assert.deepEqual(epochTasks(new Map([['a', noStreak]]), settings, 2).probes, []);
  });

  it('leaves nothing out when it is off', () => {
    const streaks = new Map([['a', cooledIn(1)]]);
    const all = epochTasks(streaks, { ...settings, enabled: false }, 2);
    assert.deepEqual(all, { active: ['a'], cooling: [], probes: [] });
  });

  it('says nothing about rollouts that nobody scored', () => {
    assert.equal(outcomeOf([]), null);
    assert.equal(outcomeOf([true]), 'all-correct');
    assert.equal(outcomeOf([false]), 'all-wrong');
    assert.equal(outcomeOf([false, true]), 'mixed');
  });

  it('knows no transition over an epoch that was left out', () => {
    assert.equal(transitionTo(cooledIn(1), 'mixed', 3), null);
    assert.deepEqual(transitionTo(cooledIn(2), 'mixed', 3), { from: 'all-correct', to: 'mixed' });
  });
});
