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

export const JudgeIdentity = z.looseObject({ name: z.string(), version: z.string() });
export type JudgeIdentity = z.infer<typeof JudgeIdentity>;

export const Verdict = z.discriminatedUnion('outcome', [
  z.looseObject({
    outcome: z.literal('scored'),
    judge: JudgeIdentity,
    level: VerdictLevel,
    /** In 0..1. */
    score: z.number().min(0).max(1),
    reason: z.string(),
  }),
  z.looseObject({ outcome: z.literal('unscored'), judge: JudgeIdentity, cause: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;
