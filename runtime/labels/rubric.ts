// The rules that people label by, and how an edit of them is noticed.
import { createHash } from 'node:crypto';
import type { Rubric, RubricReference } from '../contract/label.ts';

const defaultPoints = [
  'Grade what the answer says; how the agent got there does not count.',
  'Each thing that the question asks for has to be in the answer.',
  'A number may be off by rounding: up to 0.5 % of the reference.',
  'Wording, order, units and currency signs may differ as long as the meaning is the same.',
  'Something right beside something wrong or missing is Partially Correct.',
];

/** SHA-256 over the points, the first 16 hexadecimal digits. */
export function rubricHash(points: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(points), 'utf8').digest('hex').slice(0, 16);
}

export function makeRubric(version: number, points: readonly string[]): Rubric {
  return { version, hash: rubricHash(points), points: [...points] };
}

/** The rubric of a workspace that has none of its own. */
export const defaultRubric: Rubric = makeRubric(1, defaultPoints);

export function referenceOf({ version, hash }: Rubric): RubricReference {
  return { version, hash };
}

/** As a person reads it; the hash only where two rubrics have the same number. */
export function rubricName({ version }: RubricReference): string {
  return `rubric version ${version}`;
}

/** Labels are pooled only when both the number and the points are the same. */
export function isSameRubric(a: RubricReference, b: RubricReference): boolean {
  return a.version === b.version && a.hash === b.hash;
}
