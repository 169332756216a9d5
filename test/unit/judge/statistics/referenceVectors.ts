// The reference values of agreement statistics, by kind, and how close a figure must come.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

const file = new URL('../../../fixtures/vectors/agreement.json', import.meta.url);
const VectorFile = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      input: z.looseObject({ kind: z.string() }),
      expected: z.unknown(),
    }),
  ),
});
export const allCases = VectorFile.parse(JSON.parse(readFileSync(file, 'utf8'))).cases;

export interface VectorCase<Input, Expected> {
  readonly name: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** The cases of a kind, parsed. */
export function casesOf<Input, Expected>(
  kind: string,
  input: z.ZodType<Input>,
  expected: z.ZodType<Expected>,
): VectorCase<Input, Expected>[] {
  const fitting = allCases.filter((one) => one.input.kind === kind);
  assert.ok(fitting.length > 0, `no case of kind ${kind}`);
  return fitting.map((one) => ({
    name: one.name,
    input: input.parse(one.input),
    expected: expected.parse(one.expected),
  }));
}

/** Equal to 1e-9 relative or 1e-11 absolute, whichever is larger. */
export function near(actual: number | null | undefined, expected: number | null, what = ''): void {
  if (actual === null || actual === undefined || expected === null) {
    assert.equal(actual, expected, what);
    return;
  }
  const tolerance = Math.max(1e-11, 1e-9 * Math.abs(expected));
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);
}

/** The normal quantiles of the confidences that the reference values use. */
export const quantiles: Readonly<Record<number, number>> = {
  0.9: 1.6448536269514722,
  0.95: 1.959963984540054,
  0.99: 2.5758293035489004,
};
