// One line about a step, for outlines and for the table of rewards by step. stepSummary.ts makes it.
import * as z from 'zod';
import { ObservationKind } from './observation.ts';

export const StepRow = z.object({
  /** Position in the trajectory, from 1. */
  index: z.int().positive(),
  /** What the step is about: the start of its thought. */
  title: z.string(),
  outcome: ObservationKind,
  /** Exception class of an error, for example `KeyError`. */
  errorType: z.string().nullable(),
  parsed: z.boolean(),
  executed: z.boolean(),
  /** Names that were refused, for example `os` or `final_answer`. */
  refused: z.array(z.string()),
  toolCalls: z.int().nonnegative(),
  toolErrors: z.int().nonnegative(),
  /** Prompt and completion tokens; null where the engine counts none. */
  tokens: z.int().nonnegative().nullable(),
  /** As in Reply; absent for a reply that the policy sampled for this step. */
  origin: z.enum(['parent', 'person']).optional(),
  /** The reply and the sandbox together. */
  milliseconds: z.number().nonnegative(),
});
export type StepRow = z.infer<typeof StepRow>;
