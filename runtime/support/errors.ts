// Errors that cross a border of the runtime, and how they read. Outcomes that a policy caused are Observations, not errors.
import type { Boundary, Failure } from '../contract/failure.ts';

/** Broken machinery: carries the boundary it broke at and a message that says what to do. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.message, options);
    this.failure = failure;
  }
}

/** A mistake that a person can mend, such as a missing file named on the command line. The message is all they need. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/** Builds a FailureError; `code` is the part after the boundary, for example `wrong-key`. */
export function failure(
  boundary: Boundary,
  code: string,
  message: string,
  cause?: unknown,
): FailureError {
  return new FailureError(
    { code: `${boundary}/${code}`, boundary, message },
    cause === undefined ? undefined : { cause },
  );
}

/** The failure inside an error, or one of the given boundary that quotes it. */
export function toFailure(error: unknown, boundary: Boundary): Failure {
  if (error instanceof FailureError) return error.failure;
  return { code: `${boundary}/unexpected`, boundary, message: errorMessage(error) };
}

/** The message of anything that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for the rejection of an aborted operation. */
export function isAbort(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'AbortError' || error.name === 'APIUserAbortError')
  );
}

/** The `code` of a Node system error such as `ENOENT`, or null. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Where an error comes from, for the log. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
