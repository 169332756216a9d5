// Grading answers that are on disk, as the editor asks for it.
import * as z from 'zod';
import { JudgeIdentity } from './judge.ts';

export const JudgeName = z.enum(['rule', 'gaia-official', 'math', 'llm', 'semantic']);
export type JudgeName = z.infer<typeof JudgeName>;

export const judgingRequests = {
  /** Appends the verdicts of a judge to the trajectories that it has not graded. Cancelled, it keeps those that came. */
  'judge-trajectories': {
    params: z.object({
      workspace: z.string(),
      /** Absolute paths; empty takes every trajectory file of the workspace. */
      files: z.array(z.string()).default([]),
      judge: JudgeName,
      /** Model of the `llm` judge; the others have none. */
      model: z.string().default('embedded'),
      /** Names this call in `work-progressed`. */
      callId: z.string(),
    }),
    result: z.object({
      judge: JudgeIdentity,
      /** Trajectories with a verdict of this judge now; the three levels and `unscored` add up to it. */
      trajectories: z.int().nonnegative(),
      levels: z.object({
        Correct: z.int().nonnegative(),
        'Partially Correct': z.int().nonnegative(),
        Wrong: z.int().nonnegative(),
      }),
      unscored: z.int().nonnegative(),
      /** Verdicts that were written. */
      appended: z.int().nonnegative(),
      /** Trajectories without a final answer, or whose task has no reference answer. */
      ungradable: z.int().nonnegative(),
      /** Files that are being written, which were left alone. */
      live: z.int().nonnegative(),
      /** Answers that were not asked about because the judge broke, and why. */
      left: z.int().nonnegative(),
      problem: z.string().nullable(),
    }),
  },
} as const;
