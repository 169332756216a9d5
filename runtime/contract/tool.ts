// What the policy is told about a tool, and the record of one call. Tools themselves live in runtime/tools.
import * as z from 'zod';

export const ToolParameter = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  /** The Python type as the prompt shows it, for example `str` or `list[str]`. */
  type: z.string(),
  description: z.string(),
  /** Python source of the default value; a parameter without one is required. */
  defaultValue: z.string().optional(),
});
export type ToolParameter = z.infer<typeof ToolParameter>;

export const ToolSignature = z.object({
  name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
  description: z.string(),
  parameters: z.array(ToolParameter),
  /** The Python type of the result. */
  returns: z.string(),
  /** True for `final_answer`: the host records the answer and the step ends there. */
  isFinal: z.boolean().default(false),
});
export type ToolSignature = z.infer<typeof ToolSignature>;

export const ToolCall = z.looseObject({
  /** Position in the step, from 0. */
  index: z.int().nonnegative(),
  name: z.string(),
  /** Arguments by parameter name, as JSON; Python values without a JSON form carry a `$` tag. */
  arguments: z.record(z.string(), z.unknown()),
  outcome: z.enum(['ok', 'error']),
  /** The start of the result as text, or the error that the code saw. */
  preview: z.string(),
  /** What a reader of the result should know, such as parts of a document that could not be read. */
  notes: z.array(z.string()).optional(),
  milliseconds: z.number().nonnegative(),
});
export type ToolCall = z.infer<typeof ToolCall>;
