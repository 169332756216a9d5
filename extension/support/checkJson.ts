// The one place of the extension where text becomes a value: parsed and checked in the same breath.
import type * as z from 'zod';
import { check, type Checked } from './check.ts';

export function checkJson<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): Checked<z.output<Schema>> {
  let value: unknown;
  try {
    // eslint-disable-next-line no-restricted-properties -- the schema is applied in the next statement
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'not JSON' };
  }
  return check(schema, value);
}
