// A value from outside becomes a checked one: what the runtime, a page, a link, a command's caller or a stored state holds.
import type * as z from 'zod';

export type Checked<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** The problem is one line that names the first wrong place. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return { ok: false, problem: `${place}${issue?.message ?? 'not the expected shape'}` };
}
