// Reading back what a page saved, which may be of another version of the product.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function isLevel(value: unknown): value is VerdictLevel {
  return value === 'Wrong' || value === 'Partially Correct' || value === 'Correct';
}
