// The failure that a promise ends with, for tests of what breaks.
import assert from 'node:assert/strict';
import type { Failure } from '../../runtime/contract/failure.ts';
import { FailureError } from '../../runtime/support/errors.ts';

/** Fails the test when the promise resolves, or rejects with anything that is no failure. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FailureError, `no failure: ${String(error)}`);
  return error.failure;
}
