// What a request could not be answered for, as status and sentence. Everything else that is thrown while a request is answered
// is a fault of this server.
import type { WireError } from '../contract/training/rolloutServer.ts';
import { errorMessage } from '../support/errors.ts';

export class WireProblem extends Error {
  override readonly name = 'WireProblem';
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** The rollout at fault; null when it is none's. */
  readonly trajectoryId: string | null;

  constructor(status: number, message: string, trajectoryId: string | null = null) {
    super(message);
    this.status = status;
    this.trajectoryId = trajectoryId;
  }
}

/** Status and body for anything that was thrown. */
export function wireError(error: unknown): { readonly status: number; readonly body: WireError } {
  if (!(error instanceof WireProblem)) return { status: 500, body: { error: errorMessage(error) } };
  const { status, message, trajectoryId } = error;
  return { status, body: { error: message, ...(trajectoryId === null ? {} : { trajectoryId }) } };
}
