import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { advantageImpact } from '../../../../runtime/judge/statistics/advantageImpact.ts';
import type { GradedRow, LevelIndex } from '../../../../runtime/judge/statistics/gradedRow.ts';
import {
  correctedMean,
  correctedPassRate,
  estimateImpact,
} from '../../../../runtime/judge/statistics/impact.ts';
import {
  type JudgedTrajectory,
  labelledReward,
} from '../../../../runtime/judge/statistics/judgedTrajectory.ts';
import { roganGladen } from '../../../../runtime/judge/statistics/roganGladen.ts';
import {
  correctedRate,
  estimateCorrectedRate,
  taskCounts,
} from '../../../../runtime/judge/statistics/taskPassRate.ts';
import { isInside, windowImpact } from '../../../../runtime/judge/statistics/windowImpact.ts';
import { RewardImpact } from '../../../../runtime/contract/agreement.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';
import { rowsOf } from './gradedRows.ts';
import { near } from './referenceVectors.ts';

type Part = Partial<JudgedTrajectory>;
function trajectory(part: Part): JudgedTrajectory {
  const judged = part.judged === undefined ? 2 : part.judged;
  return {
    taskId: 'task',
    question: 'How many?',
    group: 'group',
    policyVersion: 0,
    judged,
    people: null,
    reward: 0.3 + (judged ?? 0) / 2,
    answerWeight: 1,
    ...part,
  };
}
/** A judge that passes 9 of 10 passes and 1 of 5 failures. */
const labelled: readonly GradedRow[] = rowsOf([
  [40, 0, 10],
  [0, 0, 0],
  [10, 0, 90],
]);
const nothing = { value: null, low: null, high: null };

describe('labelled reward', () => {
  it('exchanges the answer part alone', () => {
    near(labelledReward(trajectory({ judged: 2, people: 1, reward: 1.6, answerWeight: 2 })), 0.6);
    near(labelledReward(trajectory({ judged: 0, people: 2, reward: 0.3 })), 1.3);
  });
  it('stays where there is no label, no verdict or no reward', () => {
    near(labelledReward(trajectory({ reward: 1.3 })), 1.3);
    near(labelledReward(trajectory({ judged: null, people: 2, reward: 0.3 })), 0.3);
    assert.equal(labelledReward(trajectory({ people: 0, reward: null })), null);
  });
});

describe('mean reward', () => {
  const many = [2, 2, 2, 0].map((judged) => trajectory({ judged: judged as LevelIndex }));

  it('moves by the mean difference of people and judge', () => {
    const { judged, corrected } = correctedMean(labelled, many, 1);
    near(judged, 1.05);
    near(corrected.value, 1.05);
    const tooKind = rowsOf([
      [10, 0, 0],
      [0, 0, 0],
      [10, 0, 20],
    ]);
    const kind = correctedMean(tooKind, many, 1);
    near(kind.corrected.value, 1.05 - 0.25);
    assert.ok(
      kind.corrected.low! < 0.8 && 0.8 < kind.corrected.high! && kind.corrected.high! < 1.05,
    );
  });

  it('moves only judged answers, by the weight of the answer', () => {
    const tooKind = rowsOf([
      [0, 0, 0],
      [0, 0, 0],
      [5, 0, 5],
    ]);
    const some = [
      trajectory({ reward: 2, answerWeight: 2 }),
      trajectory({ judged: null, reward: 0.4 }),
      trajectory({ reward: null }),
    ];
    const { judged, corrected } = correctedMean(tooKind, some, 1);
    near(judged, 1.2);
    near(corrected.value, 1.2 - (2 * 0.5) / 2);
  });

  it('is undefined without rewards, and uncorrected without labels', () => {
    assert.deepEqual(correctedMean(labelled, [], 1), { judged: null, corrected: nothing });
    const unlabelled = correctedMean([], many, 1);
    near(unlabelled.judged, 1.05);
    assert.deepEqual(unlabelled.corrected, nothing);
  });
});

describe('pass rate of all', () => {
  const rate = (passes: number, failures: number): JudgedTrajectory[] => [
    ...Array.from({ length: passes }, () => trajectory({})),
    ...Array.from({ length: failures }, () => trajectory({ judged: 1 })),
    trajectory({ judged: null }),
  ];

  it('is corrected after Rogan and Gladen over the judged ones', () => {
    const { judged, corrected } = correctedPassRate(labelled, rate(60, 40), 2);
    const expected = roganGladen({
      apparent: 0.6,
      n: 100,
      sensitivity: 0.9,
      sensitivityN: 100,
      specificity: 0.8,
      specificityN: 50,
    });
    near(judged, 0.6);
    near(corrected.value, 0.4 / 0.7);
    near(corrected.low, expected!.langReiczigel.low);
    near(corrected.high, expected!.langReiczigel.high);
  });

  it('cannot be corrected by a judge no better than chance, or unknown', () => {
    const chance = rowsOf([
      [5, 0, 5],
      [0, 0, 0],
      [5, 0, 5],
    ]);
    assert.deepEqual(correctedPassRate(chance, rate(6, 4), 2), { judged: 0.6, corrected: nothing });
    assert.deepEqual(correctedPassRate([], rate(6, 4), 2), { judged: 0.6, corrected: nothing });
    assert.deepEqual(correctedPassRate(labelled, [], 2), { judged: null, corrected: nothing });
  });

  it('lies in its interval for a small share, and in 0 to 1 for any', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 50 }), (passes, failures) => {
        const { corrected } = correctedPassRate(labelled, rate(passes, failures), 2);
        for (const number of Object.values(corrected)) assert.ok(number! >= 0 && number! <= 1);
        assert.ok(corrected.low! <= corrected.high!);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('pass rate of a task', () => {
  const accuracy = { sensitivity: 0.9, sensitivityN: 100, specificity: 0.8, specificityN: 50 };
  it('takes labels as they are and corrects the rest', () => {
    const counts = taskCounts(
      [
        trajectory({ people: 0 }),
        trajectory({ people: 2 }),
        trajectory({ judged: null }),
        trajectory({}),
        trajectory({ judged: 0 }),
      ],
      2,
    );
    assert.deepEqual(counts, {
      trajectories: 5,
      judgedPasses: 3,
      labelledPasses: 1,
      open: 2,
      openPasses: 1,
    });
    near(correctedRate(counts, accuracy), (1 + (2 * 0.3) / 0.7) / 5);
    const { value, low, high } = estimateCorrectedRate(counts, accuracy);
    assert.ok(0.2 <= low! && low! < value! && value! < high! && high! <= 0.6);
  });

  it('is certain when all are labelled, whatever the judge', () => {
    const counts = taskCounts([trajectory({ people: 0 }), trajectory({ people: 2 })], 2);
    assert.deepEqual(estimateCorrectedRate(counts, null), { value: 0.5, low: 0.5, high: 0.5 });
  });

  it('is undefined when the rest cannot be corrected', () => {
    const counts = taskCounts([trajectory({})], 2);
    assert.deepEqual(estimateCorrectedRate(counts, null), nothing);
    assert.equal(correctedRate(counts, { sensitivity: 0.5, specificity: 0.5 }), null);
  });

  it('counts Partially Correct as a pass where asked to', () => {
    const counts = taskCounts([trajectory({ judged: 1 }), trajectory({ people: 1 })], 1);
    assert.deepEqual([counts.judgedPasses, counts.labelledPasses, counts.openPasses], [2, 1, 1]);
  });
});

describe('window', () => {
  const options = { window: [0.2, 0.8], passLevel: 2 } as const;
  const task = (taskId: string, passes: number, of: number, people: LevelIndex | null = null) =>
    Array.from({ length: of }, (_, at) =>
      trajectory({ taskId, question: `${taskId}?`, judged: at < passes ? 2 : 0, people }),
    );

  it('has its ends inside, whatever the rounding', () => {
    for (const rate of [0.2, 0.8, 1 - 0.2, 0.1 + 0.1, 0.7 + 0.1, 4 / 5]) {
      assert.ok(isInside(rate, options.window), String(rate));
    }
    assert.ok(!isInside(0.19999, options.window) && !isInside(0.80001, options.window));
  });

  it('tells which tasks enter and leave', () => {
    const trajectories = [
      ...task('too easy', 8, 8, 1),
      ...task('stays', 4, 8),
      ...task('really hard', 2, 8),
      ...task('enters', 7, 8).map((one, at) => ({
        ...one,
        people: at < 4 ? (0 as const) : (2 as const),
      })),
    ];
    const { window, moving } = windowImpact(trajectories, labelled, options, 1);
    assert.equal(window.tasks, 4);
    assert.equal(window.judged, 2);
    assert.deepEqual([window.enter, window.leave, window.corrected.value], [1, 1, 2]);
    assert.deepEqual(
      moving.map(({ taskId, question, moves, trajectories: n }) => [taskId, question, moves, n]),
      [
        ['really hard', 'really hard?', 'leaves', 8],
        ['enters', 'enters?', 'enters', 8],
      ],
    );
    near(moving[0]!.judged, 0.25);
    near(moving[0]!.corrected.value, 0.05 / 0.7);
    near(moving[1]!.corrected.value, 0.5);
    assert.ok(window.corrected.low! <= 2 && window.corrected.high! >= 2);
  });

  it('leaves out what cannot be corrected, and says so', () => {
    const { window, moving } = windowImpact(task('one', 4, 8), [], options, 1);
    assert.deepEqual(window, { tasks: 1, judged: 1, corrected: nothing, enter: 0, leave: 0 });
    assert.deepEqual(moving, []);
  });
});

describe('advantages', () => {
  it('have the other sign when labels replace verdicts', () => {
    const group = [
      trajectory({ judged: 2, people: 0, policyVersion: 3 }),
      trajectory({ judged: 0, people: 2, policyVersion: 1 }),
      trajectory({ judged: 1, policyVersion: 1 }),
    ];
    const { advantages, wrongWay } = advantageImpact(group);
    assert.deepEqual(advantages, {
      groups: 1,
      trajectories: 3,
      otherSign: 2,
      varianceLost: 0,
      varianceGained: 0,
    });
    assert.deepEqual(wrongWay, [
      { policyVersion: 1, trajectories: 2, wrongWay: 1 },
      { policyVersion: 3, trajectories: 1, wrongWay: 1 },
    ]);
  });

  it('look only at groups with labels, and leave unscored members out', () => {
    const { advantages } = advantageImpact([
      trajectory({ group: 'without' }),
      trajectory({ group: 'without', judged: 0 }),
      trajectory({ group: 'with', people: 2 }),
      trajectory({ group: 'with', judged: 0 }),
      trajectory({ group: 'with', reward: null }),
    ]);
    assert.deepEqual([advantages.groups, advantages.trajectories, advantages.otherSign], [1, 2, 0]);
  });

  it('tell groups that lose or gain variance; an advantage of 0 has no sign', () => {
    const { advantages } = advantageImpact([
      trajectory({ group: 'lost', judged: 2 }),
      trajectory({ group: 'lost', judged: 0, people: 2 }),
      trajectory({ group: 'gained', judged: 2 }),
      trajectory({ group: 'gained', judged: 2, people: 0 }),
      trajectory({ group: 'alone', judged: 2, people: 0 }),
      trajectory({ group: 'unscored', people: 0, reward: null }),
    ]);
    assert.deepEqual(advantages, {
      groups: 4,
      trajectories: 5,
      otherSign: 0,
      varianceLost: 1,
      varianceGained: 1,
    });
  });
});

describe('reward impact as a whole', () => {
  const random = seededRandom(12);
  const trajectories = Array.from({ length: 400 }, (_, at) => {
    const people: LevelIndex = random() < 0.5 ? 2 : 0;
    const judged: LevelIndex = people === 2 || random() < 0.2 ? 2 : 0;
    const label = at % 4 === 0 ? people : null;
    return {
      truth: people,
      ...trajectory({
        taskId: `t${at % 50}`,
        group: `t${at % 50}`,
        judged,
        people: label,
        reward: judged / 2,
      }),
    };
  });
  const rows = trajectories.flatMap(({ judged, people }): GradedRow[] =>
    judged === null || people === null
      ? []
      : [{ left: judged, right: people, weight: 4, stratum: 'a' }],
  );
  const impact = estimateImpact({ rows, trajectories, window: [0.2, 0.8], passLevel: 2 }, 5);

  it('finds the truth better than the verdicts', () => {
    const truth = trajectories.filter((one) => one.truth === 2).length / trajectories.length;
    const { judged, corrected } = impact.passRate;
    assert.ok(Math.abs(corrected.value! - truth) < Math.abs(judged! - truth) / 2);
    assert.ok(corrected.low! <= truth && truth <= corrected.high!);
    const { meanReward } = impact;
    assert.ok(Math.abs(meanReward.corrected.value! - truth) < Math.abs(meanReward.judged! - truth));
    assert.ok(meanReward.corrected.low! <= truth && truth <= meanReward.corrected.high!);
    assert.equal(impact.sensitivity.value, 1);
    assert.ok(impact.sensitivity.low! < 1 && impact.specificity.high! < 1);
  });

  it('fits the contract and repeats by seed', () => {
    const judge = { key: 'j', name: 'judge v1', kind: 'llm', judge: null } as const;
    assert.ok(RewardImpact.safeParse({ judge, ...impact }).success);
    const again = estimateImpact({ rows, trajectories, window: [0.2, 0.8], passLevel: 2 }, 5);
    assert.deepEqual(again, impact);
  });

  it('of nothing is undefined, not 0', () => {
    const empty = estimateImpact(
      { rows: [], trajectories: [], window: [0.2, 0.8], passLevel: 2 },
      1,
    );
    assert.deepEqual([empty.passRate.judged, empty.meanReward.judged], [null, null]);
    assert.deepEqual([empty.sensitivity, empty.specificity], [nothing, nothing]);
    assert.deepEqual([empty.moving, empty.wrongWay], [[], []]);
  });
});
