// How far judges, the rule and people agree, and what rewards would be if people were right. Figures only, no layout.
import * as z from 'zod';
import { ItemHash, RubricReference, Stratum } from './label.ts';
import { JudgeIdentity, VerdictLevel } from './judge.ts';
import { Id } from './ids.ts';

/** A number with its 95 % interval; all null when it is undefined, for example a share of nothing. */
export const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Estimate = z.infer<typeof Estimate>;

/** Below this many labelled items a number says more than is known: pages and commands show `not enough labels`. */
export const enoughLabels = 20;

/** Who is compared: a judge in one version, one person, or all people put together. */
export const Grader = z.object({
  /** Stable within a report. */
  key: z.string(),
  /** As a person reads it, for example `llm-judge v3` or `people`. */
  name: z.string(),
  kind: z.enum(['rule', 'llm', 'semantic', 'people', 'person', 'baseline']),
  judge: JudgeIdentity.nullable(),
});
export type Grader = z.infer<typeof Grader>;

/** Two graders on the items that both graded, weighted by 1 / sampling probability. */
export const PairAgreement = z.object({
  left: Grader,
  right: Grader,
  /** Items that both graded, unweighted. */
  n: z.int().nonnegative(),
  /** Share of the same verdict. */
  same: Estimate,
  /** Cohen's kappa: unweighted, and with linear and quadratic weights on Wrong 0, Partially Correct 1, Correct 2. */
  kappa: Estimate,
  kappaLinear: Estimate,
  kappaQuadratic: Estimate,
  /** Krippendorff's alpha, ordinal. */
  alpha: Estimate,
});
export type PairAgreement = z.infer<typeof PairAgreement>;

/** In the order of matrices and lists: Wrong, Partially Correct, Correct. */
export const levelOrder: readonly VerdictLevel[] = ['Wrong', 'Partially Correct', 'Correct'];

export const VerdictQuality = z.object({
  level: VerdictLevel,
  /** Of the answers that the judge gave this level, the share that people gave it too. */
  precision: Estimate,
  /** Of the answers that people gave this level, the share that the judge gave it too. */
  recall: Estimate,
  /** Answers that people gave this level. */
  n: z.int().nonnegative(),
});
export type VerdictQuality = z.infer<typeof VerdictQuality>;

export const JudgeAgainstPeople = z.object({
  judge: Grader,
  n: z.int().nonnegative(),
  /** 3 x 3 counts of items, rows the judge, columns people, in the order of `levelOrder`. */
  counts: z.array(z.array(z.int().nonnegative())),
  /** The same as weighted shares of each column; null for an empty column. */
  columnShares: z.array(z.array(z.number().nullable())),
  quality: z.array(VerdictQuality),
  /** Agreement of always giving the level that people give most. */
  baseline: z.object({ level: VerdictLevel, same: Estimate }).nullable(),
  /** Share of repeated questions that got another level; null when nothing was asked twice. */
  flipRate: Estimate.nullable(),
});
export type JudgeAgainstPeople = z.infer<typeof JudgeAgainstPeople>;

/** Labels of another rubric, or verdicts of another version of a judge: shown apart, never pooled. */
export const Drift = z.object({
  what: z.enum(['rubric', 'judge']),
  /** As a person reads it, for example `rubric version 3` or `llm-judge v2`. */
  name: z.string(),
  n: z.int().nonnegative(),
  kappa: Estimate,
  same: Estimate,
});
export type Drift = z.infer<typeof Drift>;

export const BiasGroup = z.object({
  /** `length`, `number-format`, `language` or `own-model`. */
  by: z.enum(['length', 'number-format', 'language', 'own-model']),
  /** The group in words, for example `1 to 20 characters`. */
  group: z.string(),
  n: z.int().nonnegative(),
  judgeMean: Estimate,
  peopleMean: Estimate,
  /** Judge minus people, in score; above 0 the judge is too kind. */
  difference: Estimate,
});
export type BiasGroup = z.infer<typeof BiasGroup>;

/** What changes when people are taken as right everywhere, estimated from the labels. */
export const RewardImpact = z.object({
  judge: Grader,
  /** A pass is Correct. Sensitivity and specificity of the judge, from labels. */
  sensitivity: Estimate,
  specificity: Estimate,
  meanReward: z.object({ judged: z.number().nullable(), corrected: Estimate }),
  /** Pass rate over all judged trajectories; corrected after Rogan and Gladen (1978), interval of Lang and Reiczigel (2014). */
  passRate: z.object({ judged: z.number().nullable(), corrected: Estimate }),
  /** Tasks with a pass rate inside 0.2 to 0.8, ends included. */
  window: z.object({
    tasks: z.int().nonnegative(),
    judged: z.int().nonnegative(),
    corrected: Estimate,
    enter: z.int().nonnegative(),
    leave: z.int().nonnegative(),
  }),
  moving: z.array(
    z.object({
      taskId: Id,
      question: z.string(),
      trajectories: z.int().positive(),
      judged: z.number(),
      corrected: Estimate,
      moves: z.enum(['enters', 'leaves']),
    }),
  ),
  /** Trajectories whose advantage has the other sign when labels replace verdicts, in the groups that hold labels. */
  advantages: z.object({
    groups: z.int().nonnegative(),
    trajectories: z.int().nonnegative(),
    otherSign: z.int().nonnegative(),
    /** Groups that have variance only as judged, or only as labelled. */
    varianceLost: z.int().nonnegative(),
    varianceGained: z.int().nonnegative(),
  }),
  /** By policy version, the trajectories that were pushed the wrong way. */
  wrongWay: z.array(
    z.object({
      policyVersion: z.int().nonnegative(),
      trajectories: z.int().nonnegative(),
      wrongWay: z.int().nonnegative(),
    }),
  ),
});
export type RewardImpact = z.infer<typeof RewardImpact>;

export const AgreementReport = z.object({
  /** Trajectories with a final answer and a reference, and items among them. */
  trajectories: z.int().nonnegative(),
  items: z.int().nonnegative(),
  labelledItems: z.int().nonnegative(),
  rubric: RubricReference,
  pairs: z.array(PairAgreement),
  judges: z.array(JudgeAgainstPeople),
  drift: z.array(Drift),
  /** Of the judge that training uses. */
  bias: z.array(BiasGroup),
  impact: RewardImpact.nullable(),
  /** Sentences about what the figures leave out. */
  remarks: z.array(z.string()),
});
export type AgreementReport = z.infer<typeof AgreementReport>;

/** An item behind a figure. */
export const AgreementItem = z.object({
  itemHash: ItemHash,
  taskId: Id,
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  stratum: Stratum,
  judged: VerdictLevel,
  people: VerdictLevel,
  /** A trajectory that gave this answer. */
  place: z.object({ file: z.string(), trajectoryId: Id }),
});
export type AgreementItem = z.infer<typeof AgreementItem>;
