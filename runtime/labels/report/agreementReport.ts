// The report on how far judges and people agree, from a population and its labels. The figures come from judge/statistics.
import type {
  AgreementReport,
  JudgeAgainstPeople,
  PairAgreement,
} from '../../contract/agreement.ts';
import { enoughLabels } from '../../contract/agreement.ts';
import type { Rubric } from '../../contract/label.ts';
import { estimateBias } from '../../judge/statistics/bias.ts';
import { estimatePair } from '../../judge/statistics/estimates.ts';
import { levelIndex } from '../../judge/statistics/gradedRow.ts';
import { estimateFlipRate, estimateQuality } from '../../judge/statistics/judgeQuality.ts';
import type { KnownJudge } from '../judgeTable.ts';
import type { LabelBook } from '../labelBook.ts';
import type { Population } from '../population.ts';
import { referenceOf } from '../rubric.ts';
import { driftOf } from './drift.ts';
import {
  baselineGrader,
  judgeGrader,
  judgePair,
  pairsOf,
  peopleGrader,
  personPair,
  type GraderPair,
} from './graders.ts';
import { impactOf } from './impact.ts';
import {
  itemsOfPerson,
  labelledItems,
  rowsAgainstPeople,
  type LabelledItem,
} from './labelledItems.ts';
import { remarksOf } from './remarks.ts';
import { trainingJudge } from './trainingJudge.ts';

export interface ReportInput {
  readonly population: Population;
  readonly book: LabelBook;
  readonly rubric: Rubric;
}

/** Of the bootstrap, so that a report on the same files says the same. */
export const reportSeed = 1;
/** More people than these are compared with the judges, not with each other. */
const mostPeople = 8;

export function agreementReport(input: ReportInput): AgreementReport {
  const { population, book, rubric } = input;
  const labelled = labelledItems(population, book, rubric);
  const current = population.judges.all.filter((judge) => population.judges.isCurrent(judge));
  const training = trainingJudge(population);
  const judges = current.map((judge) => againstPeople(population, labelled.items, judge));
  return {
    trajectories: population.items.reduce((sum, { multiplicity }) => sum + multiplicity, 0),
    items: population.items.length,
    labelledItems: labelled.items.length,
    rubric: referenceOf(rubric),
    pairs: allPairs(input, labelled.items, current).map(pairAgreement),
    judges,
    drift: driftOf(input, labelled.items, training),
    bias: training === null ? [] : biasOf(population, labelled.items, training),
    impact: training === null ? null : impactOf(input, labelled.items, training),
    remarks: remarksOf(input, labelled, training),
  };
}

function againstPeople(
  population: Population,
  items: readonly LabelledItem[],
  judge: KnownJudge,
): JudgeAgainstPeople {
  const rows = rowsAgainstPeople(population, items, judge.index);
  return {
    judge: judgeGrader(judge),
    ...estimateQuality(rows, reportSeed),
    flipRate: flipRateOf(population, judge),
  };
}

function flipRateOf(population: Population, judge: KnownJudge) {
  const repeated = population.judged.flatMap(({ verdicts, stratum }) => {
    const own = verdicts.find((verdict) => verdict.judge === judge.index);
    if (own === undefined || own.repeats.length === 0) return [];
    const repeats = own.repeats.map((level) => (level === null ? null : levelIndex(level)));
    return [{ first: levelIndex(own.level), repeats, weight: 1, stratum }];
  });
  return estimateFlipRate(repeated, reportSeed);
}

function allPairs(
  { population, book, rubric }: ReportInput,
  items: readonly LabelledItem[],
  judges: readonly KnownJudge[],
): GraderPair[] {
  const people = raters(book)
    .map((rater) => [rater, itemsOfPerson(population, book, rubric, rater)] as const)
    .filter(([, own]) => own.length > 0)
    .slice(0, mostPeople);
  return [
    ...judges.map((judge) => ({
      left: judgeGrader(judge),
      right: peopleGrader,
      rows: rowsAgainstPeople(population, items, judge.index),
    })),
    ...baselinePairs(items),
    ...pairsOf(judges).map(([left, right]) => judgePair(population, left, right)),
    ...pairsOf(people).map(([left, right]) => personPair(left, right)),
  ];
}

function raters(book: LabelBook): string[] {
  return [...new Set([...book.labels()].map(({ rater }) => rater))].sort();
}

/** Always giving the level that people give most: what a judge has to beat. */
function baselinePairs(items: readonly LabelledItem[]): GraderPair[] {
  const rows = items.map(({ people, weight, stratum }) => ({
    left: people,
    right: people,
    weight,
    stratum,
  }));
  const level = estimateQuality(rows, reportSeed).baseline?.level;
  if (level === undefined) return [];
  const left = levelIndex(level);
  return [
    {
      left: baselineGrader(left),
      right: peopleGrader,
      rows: rows.map((row) => ({ ...row, left })),
    },
  ];
}

function pairAgreement({ left, right, rows }: GraderPair): PairAgreement {
  return { left, right, ...estimatePair(rows, reportSeed) };
}

function biasOf(population: Population, items: readonly LabelledItem[], judge: KnownJudge) {
  const rows = rowsAgainstPeople(population, items, judge.index);
  if (rows.length < enoughLabels) return [];
  return estimateBias(
    rows.map(({ index, ...row }) => ({
      ...row,
      question: population.items[index]?.question ?? '',
      finalAnswer: population.items[index]?.finalAnswer ?? '',
      judgeModel: judge.identity.model ?? null,
      policyModel: population.items[index]?.model ?? null,
    })),
    reportSeed,
  );
}
