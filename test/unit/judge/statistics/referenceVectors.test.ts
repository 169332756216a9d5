// Every reference value of the statistics of agreement, from scikit-learn, statsmodels, scipy, inspect_ai and textbooks.
import assert from 'node:assert/strict';
import * as z from 'zod';
import {
  majorityOf,
  precisionOf,
  recallOf,
} from '../../../../runtime/judge/statistics/judgeQuality.ts';
import { cohenKappa, gwetAC1, rawAgreement } from '../../../../runtime/judge/statistics/kappa.ts';
import {
  coincidencesOf,
  krippendorffAlpha,
  rawPairAgreement,
} from '../../../../runtime/judge/statistics/krippendorff.ts';
import { mcnemarExact } from '../../../../runtime/judge/statistics/mcnemar.ts';
import { pairedPermutation } from '../../../../runtime/judge/statistics/pairedPermutation.ts';
import {
  meanOverTasks,
  passAtK,
  passHatK,
  triedTaskOf,
} from '../../../../runtime/judge/statistics/passAtK.ts';
import { roganGladen } from '../../../../runtime/judge/statistics/roganGladen.ts';
import { marginsOf, type Table, tableOf } from '../../../../runtime/judge/statistics/table.ts';
import { wilsonInterval } from '../../../../runtime/judge/statistics/wilson.ts';
import { allCases, casesOf, near, quantiles } from './referenceVectors.ts';

const number = z.number();
const nullable = z.number().nullable();
const interval = z.object({ low: number, high: number }).nullable();

it('knows every kind of the reference values', () => {
  const counts = new Map<string, number>();
  for (const { input } of allCases) counts.set(input.kind, (counts.get(input.kind) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'two-raters': 21,
    krippendorff: 20,
    wilson: 14,
    'mcnemar-exact': 10,
    'paired-permutation': 8,
    'pass-at-k': 6,
    'pass-hat-k': 5,
    'rogan-gladen': 12,
  });
});

describe('two raters', () => {
  const byLabel = z.record(z.string(), nullable);
  const cases = casesOf(
    'two-raters',
    z.object({ labels: z.array(z.string()), matrix: z.array(z.array(number)) }),
    z.object({
      n: number,
      rawAgreement: nullable,
      kappa: nullable,
      kappaLinear: nullable,
      kappaQuadratic: nullable,
      gwetAC1: nullable,
      precision: byLabel,
      recall: byLabel,
      majorityBaseline: number,
      published: z
        .object({ kappa: number, kappaLinear: number, rawAgreement: number, gwetAC1: number })
        .partial()
        .optional(),
    }),
  );
  /** The project has the judge in the rows. */
  const transposed = (matrix: number[][]): Table =>
    tableOf(matrix.map((_, row) => matrix.map((columns) => columns[row]!)));

  for (const { name, input, expected } of cases) {
    it(name, () => {
      const table = transposed(input.matrix);
      const figures = {
        rawAgreement: rawAgreement(table),
        kappa: cohenKappa(table, 'none'),
        kappaLinear: cohenKappa(table, 'linear'),
        kappaQuadratic: cohenKappa(table, 'quadratic'),
        gwetAC1: gwetAC1(table),
      };
      assert.equal(marginsOf(table).total, expected.n);
      for (const [key, value] of Object.entries(figures)) {
        near(value, expected[key as keyof typeof figures], key);
      }
      for (const [key, printed] of Object.entries(expected.published ?? {})) {
        const found = figures[key as keyof typeof figures] ?? NaN;
        assert.ok(
          Math.abs(found - (printed ?? NaN)) <= 5.1e-5,
          `${key}: ${found} printed as ${printed}`,
        );
      }
      near(majorityOf(table)?.share, expected.majorityBaseline, 'baseline');
      for (const [level, label] of input.labels.entries()) {
        near(precisionOf(table, level), expected.precision[label]!, `precision of ${label}`);
        near(recallOf(table, level), expected.recall[label]!, `recall of ${label}`);
      }
    });
  }
});

describe("Krippendorff's alpha", () => {
  const metrics = ['nominal', 'ordinal', 'interval'] as const;
  const cases = casesOf(
    'krippendorff',
    z.object({ units: z.array(z.array(nullable)) }),
    z.object({
      nominal: nullable,
      ordinal: nullable.optional(),
      interval: nullable.optional(),
      pairableUnits: number,
      pairableValues: number,
      rawPairAgreement: nullable,
    }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      for (const metric of metrics) {
        const value = expected[metric];
        if (value !== undefined) near(krippendorffAlpha(input.units, metric), value, metric);
      }
      const coincidences = coincidencesOf(input.units);
      assert.equal(coincidences.units, expected.pairableUnits);
      near(marginsOf(coincidences.table).total, expected.pairableValues, 'values');
      near(rawPairAgreement(input.units), expected.rawPairAgreement, 'raw');
    });
  }
});

describe('Wilson', () => {
  const cases = casesOf(
    'wilson',
    z.object({ successes: number, n: number, confidence: number }),
    z.object({ low: number, high: number }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      const found = wilsonInterval(input.successes, input.n, quantiles[input.confidence]);
      near(found?.[0], expected.low, 'low');
      near(found?.[1], expected.high, 'high');
    });
  }
  it('says nothing of no trials', () => assert.equal(wilsonInterval(0, 0), null));
});

describe('exact McNemar test', () => {
  const cases = casesOf(
    'mcnemar-exact',
    z.object({ onlyFirstRight: number, onlySecondRight: number }),
    z.object({ p: number }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      near(mcnemarExact(input.onlyFirstRight, input.onlySecondRight), expected.p);
      near(mcnemarExact(input.onlySecondRight, input.onlyFirstRight), expected.p, 'swapped');
    });
  }
});

describe('paired permutation test', () => {
  const cases = casesOf(
    'paired-permutation',
    z.object({ first: z.array(number), second: z.array(number) }),
    z.object({ meanDifference: number, p: number, assignments: number }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      const found = pairedPermutation(input.first, input.second, 1);
      near(found?.meanDifference, expected.meanDifference, 'mean');
      near(found?.p, expected.p, 'p');
      assert.equal(found?.assignments, expected.assignments);
    });
  }
});

describe('pass@k', () => {
  const cases = casesOf(
    'pass-at-k',
    z.object({
      tasks: z.array(
        z
          .object({ n: number, correct: number })
          .transform(({ n, correct }) => ({ trials: n, passed: correct })),
      ),
      k: z.array(number),
    }),
    z.record(z.string(), z.object({ perTask: z.array(nullable), mean: nullable })),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      for (const k of input.k) {
        const { perTask, mean } = expected[k]!;
        for (const [at, task] of input.tasks.entries()) near(passAtK(task, k), perTask[at]!);
        near(meanOverTasks(input.tasks, k, passAtK), mean, `mean at ${k}`);
      }
    });
  }
});

describe('pass^k', () => {
  const cases = casesOf(
    'pass-hat-k',
    z.object({ rewards: z.array(z.array(number)) }),
    z.object({ passHatK: z.record(z.string(), number) }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      const tasks = input.rewards.map(triedTaskOf);
      for (const [k, value] of Object.entries(expected.passHatK)) {
        near(meanOverTasks(tasks, Number(k), passHatK), value, k);
      }
    });
  }
});

describe('Rogan-Gladen', () => {
  const cases = casesOf(
    'rogan-gladen',
    z.object({
      judgePositive: number,
      n: number,
      truePositive: number,
      positives: number,
      trueNegative: number,
      negatives: number,
      confidence: number,
    }),
    z.object({
      unclipped: nullable,
      corrected: nullable,
      standardError: number.optional(),
      wald: interval,
      langReiczigel: interval,
    }),
  );
  for (const { name, input, expected } of cases) {
    it(name, () => {
      const found = roganGladen(
        {
          apparent: input.judgePositive / input.n,
          n: input.n,
          sensitivity: input.truePositive / input.positives,
          sensitivityN: input.positives,
          specificity: input.trueNegative / input.negatives,
          specificityN: input.negatives,
        },
        quantiles[input.confidence],
      );
      if (expected.corrected === null) {
        assert.equal(found, null);
        return;
      }
      near(found?.unclipped, expected.unclipped, 'unclipped');
      near(found?.corrected, expected.corrected, 'corrected');
      near(found?.standardError, expected.standardError!, 'standard error');
      for (const kind of ['wald', 'langReiczigel'] as const) {
        near(found?.[kind].low, expected[kind]!.low, `${kind} low`);
        near(found?.[kind].high, expected[kind]!.high, `${kind} high`);
      }
    });
  }
});
