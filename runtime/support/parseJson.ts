// JSON from outside becomes a checked value here and nowhere else.
import type * as z from 'zod';

export type Parsed<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** Parses text and checks it. The problem is one line that names the first wrong place. */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): Parsed<z.output<Schema>> {
  let value: unknown;
  try {
    // The one place where text becomes a value; the schema below checks it.
    // eslint-disable-next-line no-restricted-properties -- this is the checked parser that the rule points to
    value = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      problem: `not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  return check(schema, value);
}

/** Checks a value of unknown origin. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return { ok: false, problem: `${place}${issue?.message ?? 'not the expected shape'}` };
}
