// A judge's decision on a final answer. A judge that failed gives `unscored` with a cause; it never scores 0.
import * as z from 'zod';

export const VerdictLevel = z.enum(['Correct', 'Partially Correct', 'Wrong']);
export type VerdictLevel = z.infer<typeof VerdictLevel>;

/** Score of each level, as Tool-R1 (arXiv 2509.12867) grades answers. */
export const verdictScores: Readonly<Record<VerdictLevel, number>> = {
  Correct: 1,
  'Partially Correct': 0.5,
  Wrong: 0,
};

export const JudgeKind = z.enum(['rule', 'llm', 'semantic', 'people']);
export type JudgeKind = z.infer<typeof JudgeKind>;

/** Two verdicts compare only when name and version are the same; the version changes whenever the judge could answer otherwise. */
export const JudgeIdentity = z.looseObject({
  name: z.string(),
  version: z.string(),
  kind: JudgeKind.optional(),
  /** The model as a person names it; absent for judges without one. */
  model: z.string().optional(),
  /** SHA-256 of the prompt's fixed text, in hexadecimal digits; absent for judges without a prompt. */
  promptHash: z.string().optional(),
  /** What else decides the verdict: temperature, thresholds. */
  settings: z.record(z.string(), z.unknown()).optional(),
});
export type JudgeIdentity = z.infer<typeof JudgeIdentity>;

/** How well each criterion of Tool-R1's judge is met, from 1 to 5; null where it was not rated. */
const rating = z.int().min(1).max(5).nullable();
export const CriterionRatings = z.looseObject({
  accuracy: rating,
  completeness: rating,
  relevance: rating,
  precision: rating,
});
export type CriterionRatings = z.infer<typeof CriterionRatings>;

export const JudgeCost = z.looseObject({
  promptTokens: z.int().nonnegative().nullable(),
  completionTokens: z.int().nonnegative().nullable(),
  milliseconds: z.number().nonnegative(),
});
export type JudgeCost = z.infer<typeof JudgeCost>;

/** The same judge asked once more; level null when that reply was unscored. */
export const RepeatedVerdict = z.looseObject({
  /** `same` prompt, reference and candidate in `swapped` order, or a `paraphrased` prompt. */
  variant: z.enum(['same', 'swapped', 'paraphrased']),
  level: VerdictLevel.nullable(),
});
export type RepeatedVerdict = z.infer<typeof RepeatedVerdict>;

const asked = {
  judge: JudgeIdentity,
  cost: JudgeCost.optional(),
  /** Present when the judge was asked more than once; the verdict itself is the first reply. */
  repeats: z.array(RepeatedVerdict).optional(),
};

export const Verdict = z.discriminatedUnion('outcome', [
  z.looseObject({
    outcome: z.literal('scored'),
    ...asked,
    level: VerdictLevel,
    /** In 0..1. */
    score: z.number().min(0).max(1),
    reason: z.string(),
    criteria: CriterionRatings.optional(),
  }),
  z.looseObject({ outcome: z.literal('unscored'), ...asked, cause: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;
