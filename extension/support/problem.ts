// What went wrong, told to a person: one or two sentences that say what to do. Everything else that is thrown is a mistake of
// the program and goes to the log with its stack.

export class Problem extends Error {
  override readonly name = 'Problem';
}

/** By its name: each bundle of the extension has a class of its own. */
export function isProblem(error: unknown): boolean {
  return error instanceof Error && error.name === 'Problem';
}

/** True for what a person broke off. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'Cancelled';
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** With the stack, for the log. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
