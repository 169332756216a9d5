// An agreement report whose figures follow from its counts: shares, precision, recall, agreement and kappa are computed from the
// matrices. Alpha, the half widths of kappa and the effect on the reward are made up. For pages and their tests.
import type {
  AgreementItem,
  AgreementReport,
  BiasGroup,
  Estimate,
  Grader,
  JudgeAgainstPeople,
  PairAgreement,
  RewardImpact,
} from '../../runtime/contract/agreement.ts';
import { levelOrder } from '../../runtime/contract/agreement.ts';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';

type Matrix = readonly (readonly number[])[];

/** Rows the judge, columns people, both in the order of `levelOrder`. */
const llmCounts: Matrix = [
  [58, 9, 4],
  [11, 21, 14],
  [7, 16, 101],
];
const ruleCounts: Matrix = [
  [70, 30, 26],
  [0, 0, 0],
  [6, 16, 93],
];

export const people = grader('people', 'people', 'people');
export const llmJudge = grader('llm-judge 3f9a', 'llm-judge v3', 'llm');
export const ruleJudge = grader('rule-judge 2', 'rule-judge v2', 'rule');
const constant = grader('always', 'always Correct', 'baseline');

function grader(key: string, name: string, kind: Grader['kind']): Grader {
  return { key, name, kind, judge: null };
}

export function estimate(value: number, half = 0.06): Estimate {
  return { value, low: value - half, high: value + half };
}

const undefinedNumber: Estimate = { value: null, low: null, high: null };

/** 95 %; Wilson (1927). Undefined for a share of nothing. */
function share(part: number, of: number): Estimate {
  if (of === 0) return undefinedNumber;
  const z = 1.96;
  const [rate, scale] = [part / of, 1 + z ** 2 / of];
  const middle = (rate + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2));
  return { value: rate, low: middle - half, high: middle + half };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

const columnOf = (counts: Matrix, column: number): number[] =>
  counts.map((row) => row[column] ?? 0);
const at = (counts: Matrix, row: number, column: number): number => counts[row]?.[column] ?? 0;
const total = (counts: Matrix): number => sum(counts.map(sum));
const same = (counts: Matrix): number => sum(counts.map((row, index) => row[index] ?? 0));

/** Cohen (1968): 1 minus observed over expected disagreement, distances to the power given; 0 for unweighted. */
function kappa(counts: Matrix, power: number): number {
  const n = total(counts);
  const cells = counts.flatMap((row, i) => row.map((_, j) => [i, j] as const));
  const distance = (i: number, j: number): number => (i === j ? 0 : Math.abs(i - j) ** power);
  const observed = sum(cells.map(([i, j]) => distance(i, j) * at(counts, i, j)));
  const expected = sum(
    cells.map(
      ([i, j]) => (distance(i, j) * sum([...(counts[i] ?? [])]) * sum(columnOf(counts, j))) / n,
    ),
  );
  return 1 - observed / expected;
}

function pair(left: Grader, right: Grader, counts: Matrix): PairAgreement {
  return {
    ...{ left, right, n: total(counts), same: share(same(counts), total(counts)) },
    kappa: estimate(kappa(counts, 0), 0.08),
    kappaLinear: estimate(kappa(counts, 1), 0.07),
    kappaQuadratic: estimate(kappa(counts, 2), 0.07),
    alpha: estimate(kappa(counts, 2) - 0.01, 0.07),
  };
}

/** Two graders with so many answers in common and no figure. */
export function smallPair(left: Grader, right: Grader, n: number): PairAgreement {
  const none = undefinedNumber;
  return {
    ...{ left, right, n, same: none, kappa: none },
    ...{ kappaLinear: none, kappaQuadratic: none, alpha: none },
  };
}

const luck: PairAgreement = {
  ...{ left: constant, right: people, n: 241, same: share(119, 241) },
  ...{ kappa: estimate(0, 0), kappaLinear: estimate(0, 0), kappaQuadratic: estimate(0, 0) },
  alpha: { value: -0.33, low: -0.38, high: -0.28 },
};

export function against(
  judge: Grader,
  counts: Matrix,
  flipRate: Estimate | null,
): JudgeAgainstPeople {
  return {
    ...{ judge, n: total(counts), counts: counts.map((row) => [...row]), flipRate },
    columnShares: counts.map((row) =>
      row.map((count, column) => share(count, sum(columnOf(counts, column))).value),
    ),
    quality: levelOrder.map((level, index) => ({
      level,
      precision: share(at(counts, index, index), sum([...(counts[index] ?? [])])),
      recall: share(at(counts, index, index), sum(columnOf(counts, index))),
      n: sum(columnOf(counts, index)),
    })),
    baseline: { level: 'Correct', same: share(119, 241) },
  };
}

const questions = [
  'Which region’s refunds grew most between Q2 and Q3, and by how much?',
  'Which supplier appears in contract.pdf but not in suppliers.csv?',
  'How many slides of launch.pptx name a date after 1 March?',
  'What share of tickets in tickets.json were reopened twice or more?',
  'Sum the hours logged on invoices that were paid late.',
  'Name the cell in plan.xlsx where the totals stop matching.',
  'Which agenda item of minutes.docx has no owner?',
] as const;

const moves: readonly (readonly [judged: number, corrected: number])[] = [
  [0.81, 0.63],
  [0.19, 0.31],
  [0.25, 0.13],
  [0.31, 0.19],
  [0.75, 0.88],
  [0.88, 0.75],
  [0.22, 0.16],
];

const inside = (rate: number): boolean => rate >= 0.2 && rate <= 0.8;
const moving: RewardImpact['moving'] = moves.map(([judged, corrected], index) => ({
  ...{ taskId: `task-${index + 1}`, question: questions[index] ?? '', trajectories: 16, judged },
  corrected: {
    value: corrected,
    low: Math.max(0, corrected - 0.09),
    high: Math.min(1, corrected + 0.09),
  },
  moves: inside(corrected) ? ('enters' as const) : ('leaves' as const),
}));
const enter = moving.filter((one) => one.moves === 'enters').length;

const impact: RewardImpact = {
  judge: llmJudge,
  sensitivity: share(101, 119),
  specificity: share(122 - 23, 122),
  meanReward: { judged: 1.04, corrected: { value: 0.98, low: 0.95, high: 1.01 } },
  passRate: { judged: 0.515, corrected: { value: 0.494, low: 0.42, high: 0.57 } },
  window: {
    ...{ tasks: 240, judged: 118, enter, leave: moving.length - enter },
    corrected: { value: 118 + enter - (moving.length - enter), low: 108, high: 122 },
  },
  moving,
  advantages: { groups: 12, trajectories: 192, otherSign: 23, varianceLost: 1, varianceGained: 2 },
  wrongWay: [
    { policyVersion: 82, trajectories: 64, wrongWay: 4 },
    { policyVersion: 83, trajectories: 64, wrongWay: 7 },
    { policyVersion: 84, trajectories: 64, wrongWay: 12 },
  ],
};

function biasGroup(by: BiasGroup['by'], group: string, n: number, difference: number): BiasGroup {
  const peopleMean = 0.6;
  return {
    ...{
      by,
      group,
      n,
      peopleMean: estimate(peopleMean),
      judgeMean: estimate(peopleMean + difference),
    },
    difference: estimate(difference, 0.05),
  };
}

export const agreementReport: AgreementReport = {
  ...{ trajectories: 12_480, items: 4_812, labelledItems: 241 },
  rubric: { version: 4, hash: 'c0ffee' },
  pairs: [
    pair(llmJudge, people, llmCounts),
    pair(ruleJudge, people, ruleCounts),
    pair(llmJudge, ruleJudge, [
      [3100, 0, 410],
      [980, 0, 702],
      [655, 0, 6633],
    ]),
    smallPair(grader('p1', 'Ada', 'person'), grader('p2', 'Grace', 'person'), 17),
    luck,
  ],
  judges: [against(llmJudge, llmCounts, share(9, 150)), against(ruleJudge, ruleCounts, null)],
  drift: [
    {
      what: 'rubric',
      name: 'rubric version 3',
      n: 40,
      kappa: estimate(0.48),
      same: estimate(0.66),
    },
    { what: 'judge', name: 'llm-judge v2', n: 12, kappa: estimate(0.5), same: estimate(0.7) },
  ],
  bias: [
    biasGroup('length', '1 to 20 characters', 130, 0.01),
    biasGroup('length', 'more than 200 characters', 41, 0.12),
    biasGroup('number-format', 'with thousands separators', 36, -0.11),
    biasGroup('language', 'German', 9, 0),
    biasGroup('own-model', 'answered by the model that judges', 55, 0.09),
  ],
  impact,
  remarks: ['3 answers on which people differ are left out until somebody decides them.'],
};

/** The answers of a cell, as many as its count. */
export function cellItems(
  judge: string,
  judged: VerdictLevel,
  labelled: VerdictLevel,
): AgreementItem[] {
  const counts = judge === ruleJudge.key ? ruleCounts : llmCounts;
  const count = at(counts, levelOrder.indexOf(judged), levelOrder.indexOf(labelled));
  return Array.from({ length: count }, (_, index) => ({
    itemHash: index.toString(16).padStart(64, '0'),
    taskId: `task-${(index % questions.length) + 1}`,
    question: questions[index % questions.length] ?? '',
    referenceAnswer: 'South, by 6,137.65 EUR',
    finalAnswer: `Answer ${index + 1}: South, about 6,000${index === 2 ? ' or so'.repeat(600) : ''}`,
    stratum: index % 2 === 0 ? 'judge-rule' : 'advantage',
    ...{ judged, people: labelled },
    place: { file: '/project/run.trajectories.jsonl', trajectoryId: `t-${index + 1}` },
  }));
}

export const noLabels: AgreementReport = {
  ...agreementReport,
  ...{ labelledItems: 0, judges: [], drift: [], bias: [], impact: null, remarks: [] },
  pairs: agreementReport.pairs.slice(2, 3),
};

export const noTrajectories: AgreementReport = {
  ...{ ...noLabels, pairs: [] },
  ...{ trajectories: 0, items: 0 },
};

const fewCounts: Matrix = [
  [5, 1, 0],
  [1, 2, 1],
  [0, 1, 6],
];

/** Labels, and not enough of them for any figure. */
export const fewLabels: AgreementReport = {
  ...agreementReport,
  labelledItems: total(fewCounts),
  pairs: [pair(llmJudge, people, fewCounts)],
  judges: [against(llmJudge, fewCounts, null)],
  ...{ drift: [], bias: [] },
};
