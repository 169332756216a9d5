// The audit of a run that is small enough to be computed by hand: four tasks, four epochs, groups of four of which two are updated on.
import assert from 'node:assert/strict';
import { ComputeAudit } from '../../../runtime/contract/training/audit.ts';
import type {
  GroupRecord,
  TrainStepMetrics,
} from '../../../runtime/contract/training/runFolder.ts';
import { auditRun, type AuditInput } from '../../../runtime/training/audit.ts';
import { at } from '../../fakes/records.ts';
import { makeGroupRecord } from '../../fakes/trainingRecords.ts';

const rewardsOf = {
  right: [1, 1, 1, 1],
  mixed: [0, 1, 0, 1],
  wrong: [0, 0, 0, 0],
  unscored: [null, null, null, null],
} as const;
type Kind = keyof typeof rewardsOf;
const outcomeOf = {
  right: 'all-correct',
  mixed: 'mixed',
  wrong: 'all-wrong',
  unscored: null,
} as const;

/** A group in which only mixed rewards teach anything. */
function group(
  epoch: number,
  taskId: string,
  kind: Kind,
  over: Partial<GroupRecord> = {},
): GroupRecord {
  const trained = kind === 'mixed';
  return makeGroupRecord({
    step: epoch - 1,
    epoch,
    taskId,
    outcome: outcomeOf[kind],
    nGenerated: 4,
    nFresh: kind === 'unscored' ? 0 : 4,
    rewards: [...rewardsOf[kind]],
    selectedRewards: trained ? [0, 1] : [],
    staleness: kind === 'unscored' ? [] : [0, 0, 0, 0],
    generatedTokens: 100,
    updatedTokens: trained ? 60 : 0,
    trained,
    skipped: trained ? null : kind === 'unscored' ? 'unscored' : 'zero-variance',
    ...over,
  });
}

const probe = { why: 'probe' } as const;
/** `a` is solved and skipped in epoch 3; `b` is solved, skipped in 4, and its probe fails; `d` is left out of 4 for now. */
const groups: readonly GroupRecord[] = [
  ...[
    group(1, 'a', 'right'),
    group(1, 'b', 'mixed'),
    group(1, 'c', 'wrong'),
    group(1, 'd', 'right'),
  ],
  ...[
    group(2, 'a', 'right'),
    group(2, 'b', 'right'),
    group(2, 'c', 'wrong'),
    group(2, 'd', 'mixed'),
  ],
  ...[group(3, 'b', 'right'), group(3, 'c', 'mixed'), group(3, 'd', 'unscored')],
  ...[
    group(4, 'a', 'right', probe),
    group(4, 'b', 'mixed', probe),
    group(4, 'c', 'mixed', { why: 'refill' }),
  ],
];

const step = (number: number, metrics: TrainStepMetrics['metrics']): TrainStepMetrics => ({
  version: 1,
  step: number,
  at,
  metrics,
});

const run: AuditInput = {
  groups,
  metrics: [
    step(0, {
      'seconds/rollout': 10,
      'seconds/update': 2,
      'seconds/step': 12,
      'reward/total': 0.5,
    }),
    step(1, { 'seconds/rollout': 5, 'seconds/update': null, 'seconds/step': 6 }),
  ],
  tasks: 5,
  streak: 2,
};

describe('auditRun', () => {
  const audit = auditRun(run);

  it('is what the contract says', () => assert.deepEqual(ComputeAudit.parse(audit), audit));

  it('counts groups by outcome, in all and by epoch', () => {
    assert.deepEqual(audit.outcomes, { allCorrect: 6, mixed: 5, allWrong: 2, unscored: 1 });
    assert.equal(audit.groups, 14);
    assert.deepEqual(
      audit.epochs.map(({ epoch, groups: number, outcomes }) => [
        epoch,
        number,
        ...Object.values(outcomes),
      ]),
      [
        [1, 4, 2, 1, 1, 0],
        [2, 4, 2, 1, 1, 0],
        [3, 3, 1, 1, 0, 1],
        [4, 3, 1, 2, 0, 0],
      ],
    );
  });

  it('says which share of the tasks was active: probes are not', () => {
    assert.deepEqual(
      audit.epochs.map(({ activeTasks, coverage, probes, refills }) => [
        activeTasks,
        coverage,
        probes,
        refills,
      ]),
      [
        [4, 0.8, 0, 0],
        [4, 0.8, 0, 0],
        [3, 0.6, 0, 0],
        [1, 0.2, 2, 1],
      ],
    );
    const [first] = auditRun({ ...run, tasks: null }).epochs;
    assert.equal(first?.coverage, null);
  });

  it('follows each task from one epoch to the next', () => {
    assert.deepEqual(audit.transitions, [
      // a and d of epoch 1, a and b of 2, b of 3; what follows epoch 4 is not known.
      { from: 'all-correct', allCorrect: 2, mixed: 2, allWrong: 0, notSeen: 1 },
      // b of epoch 1, d of 2, c of 3.
      { from: 'mixed', allCorrect: 1, mixed: 1, allWrong: 0, notSeen: 1 },
      // c of epochs 1 and 2.
      { from: 'all-wrong', allCorrect: 0, mixed: 1, allWrong: 1, notSeen: 0 },
    ]);
  });

  it('does not say that a task was left out of an epoch that still goes on', () => {
    const going = auditRun({ ...run, groups: groups.slice(0, 5) });
    assert.deepEqual(
      going.transitions.map(({ notSeen }) => notSeen),
      [0, 0, 0],
    );
  });

  it('measures how well solved epochs foretell the next time that the task is sampled', () => {
    assert.deepEqual(
      audit.rules.map(({ streak, predictions, right, precision }) => [
        streak,
        predictions,
        right,
        precision,
      ]),
      [
        // a in 2 and 4, b in 3 and 4, d in 2.
        [1, 5, 3, 0.6],
        // a in 4, b in 4.
        [2, 2, 1, 0.5],
      ],
    );
    const [low, high] = audit.rules[0]?.interval ?? [0, 0];
    assert.ok(Math.abs(low - 0.2307) < 1e-4 && Math.abs(high - 0.8824) < 1e-4, `${low} ${high}`);
  });

  it('measures the rule of the run too', () => {
    const rules = auditRun({ ...run, streak: 3 }).rules;
    assert.deepEqual(rules[2], {
      streak: 3,
      predictions: 0,
      right: 0,
      precision: null,
      interval: null,
    });
    assert.equal(auditRun({ ...run, streak: null }).rules.length, 2);
  });

  it('counts the probes that failed', () => {
    assert.deepEqual(audit.probes, { made: 2, failed: 1, failureRate: 0.5 });
    const unscored = [group(1, 'a', 'unscored', probe)];
    assert.deepEqual(auditRun({ ...run, groups: unscored }).probes, {
      made: 0,
      failed: 0,
      failureRate: null,
    });
  });

  it('says what was updated on and why the rest was not', () => {
    assert.equal(audit.trainedGroups, 5);
    assert.deepEqual(audit.skippedGroups, { 'outside-window': 0, 'zero-variance': 8, unscored: 1 });
  });

  it('sums tokens, and those of groups that were not updated on', () => {
    assert.deepEqual(
      [audit.generatedTokens, audit.unusedTokens, audit.updatedTokens],
      [1400, 900, 300],
    );
    assert.deepEqual(
      audit.epochs.map(({ generatedTokens, updatedTokens }) => [generatedTokens, updatedTokens]),
      [
        [400, 60],
        [400, 60],
        [300, 60],
        [300, 120],
      ],
    );
  });

  it('sums seconds by part, where they are known', () => {
    assert.deepEqual(audit.seconds, { rollout: 15, update: 2, step: 18 });
    assert.equal(audit.trainSteps, 2);
  });

  it('says how fresh the members of the groups were', () => {
    assert.deepEqual([audit.freshShare, audit.meanStaleness], [1, 0]);
    const cached = { nFresh: 2, nGenerated: 2, staleness: [0, 0, 3, 5] };
    const mixed = auditRun({ ...run, groups: [group(1, 'a', 'mixed', cached)] });
    assert.deepEqual([mixed.freshShare, mixed.meanStaleness], [0.5, 2]);
  });

  describe('selection', () => {
    it('compares what was taken with what was left', () => {
      const rewards = [1.6, 0.6, 0.3, 0, 0.6, null];
      const one = group(1, 'a', 'mixed', { rewards, selectedRewards: [1.6, 0] });
      const { selected, unselected } = auditRun({ ...run, groups: [one] }).selection;
      assert.equal(selected.count, 2);
      assert.ok(Math.abs((selected.mean ?? 0) - 0.8) < 1e-12);
      assert.ok(Math.abs((selected.deviation ?? 0) - Math.sqrt(2 * 0.8 ** 2)) < 1e-12);
      assert.deepEqual([selected.highest, selected.lowest], [0.5, 0.5]);
      assert.equal(unselected.count, 3);
      assert.ok(Math.abs((unselected.mean ?? 0) - 0.5) < 1e-12);
      assert.ok(Math.abs((unselected.deviation ?? 0) - Math.sqrt(0.03)) < 1e-12);
      assert.deepEqual([unselected.highest, unselected.lowest], [0, 0]);
    });

    it('takes an equal reward away once for each that was selected', () => {
      const { selected, unselected } = audit.selection;
      assert.deepEqual([selected.count, unselected.count], [10, 10]);
      assert.deepEqual([unselected.mean, unselected.highest, unselected.lowest], [0.5, 0.5, 0.5]);
    });

    it('has nothing to compare where all were taken, or none', () => {
      const whole = group(1, 'a', 'mixed', { selectedRewards: [0, 1, 0, 1] });
      const { selected, unselected } = auditRun({
        ...run,
        groups: [whole, group(1, 'b', 'wrong')],
      }).selection;
      const nothing = { count: 0, mean: null, deviation: null, highest: null, lowest: null };
      assert.deepEqual([selected, unselected], [nothing, nothing]);
    });
  });

  it('has no figures for a run without records', () => {
    const empty = auditRun({ groups: [], metrics: [], tasks: 4, streak: null });
    assert.deepEqual(
      [empty.epochs, empty.freshShare, empty.meanStaleness, empty.seconds],
      [[], null, null, {}],
    );
    assert.deepEqual(ComputeAudit.parse(empty), empty);
  });
});
