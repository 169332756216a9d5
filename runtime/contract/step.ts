// One thought -> code -> observation cycle, complete enough to train on and to show.
import * as z from 'zod';
import { Timestamp } from './ids.ts';
import { Observation, OutputFile, Variable } from './observation.ts';
import { ParseFault, Reply } from './reply.ts';
import { ToolCall } from './tool.ts';

export const Step = z.looseObject({
  /** Position in the trajectory, from 1. */
  index: z.int().positive(),
  startedAt: Timestamp,
  reply: Reply,
  thought: z.string(),
  code: z.string().nullable(),
  faults: z.array(ParseFault),
  /** True when the reply held code that could be parsed, or the answer itself. Numerator of R_parse. */
  parsed: z.boolean(),
  /** True when the code ran without error, or the answer was given. Numerator of R_exec. */
  executed: z.boolean(),
  observation: Observation,
  toolCalls: z.array(ToolCall),
  /** The namespace after the step. */
  variables: z.array(Variable),
  outputFiles: z.array(OutputFile),
  /** Old observations that were shortened to make room in this step's prompt, by step index. */
  shortenedObservations: z.array(z.int().positive()),
  sandboxMilliseconds: z.number().nonnegative(),
});
export type Step = z.infer<typeof Step>;
