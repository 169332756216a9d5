// What can be wrong with a machine, as errors that everybody above the connection knows: the codes that machineLink.ts promises.
import { failure, FailureError } from '../../support/errors.ts';

/** The connection ended while something was under way. The same call may go on over the next one. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken';
  /** It did not end: nothing came any more. */
  readonly isSilent: boolean;

  constructor(message: string, isSilent = false) {
    super(message);
    this.isSilent = isSilent;
  }
}

/** The machine said that what was asked for cannot be done. */
export class AgentRefusal extends Error {
  override readonly name = 'AgentRefusal';
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}

export function offline(machine: string, why: string): FailureError {
  return failure('remote', 'offline', `${machine} cannot be reached. ${why}`);
}

/** True where it is only that the machine cannot be reached now. */
export function isOffline(error: unknown): error is FailureError {
  return error instanceof FailureError && error.failure.code === 'remote/offline';
}

/** Errors of this folder as the failures that callers see; others as they are. */
export function toRemoteFailure(machine: string, error: unknown): unknown {
  if (error instanceof ConnectionBroken) {
    return failure(
      'remote',
      'offline',
      `The connection to ${machine} broke. ${error.message}`,
      error,
    );
  }
  return error instanceof AgentRefusal ? refusalFailure(machine, error) : error;
}

function refusalFailure(machine: string, { kind, message }: AgentRefusal): FailureError {
  const said = withoutNumber(message);
  switch (kind) {
    case 'no-file':
      return failure('remote', 'no-file', `${machine}: ${said}`);
    case 'disk-full':
      return failure(
        'remote',
        'disk-full',
        `${machine} has no room: ${said} Delete what is not needed there, or ask for a larger quota; what was sent is kept.`,
      );
    case 'denied':
      return failure(
        'remote',
        'unsuitable',
        `${machine} does not allow it: ${said} Check the owner and the permissions there.`,
      );
    default:
      return failure('remote', 'unsuitable', `${machine}: ${said}`);
  }
}

/** Python writes `[Errno 28] No space left on device: 'FILE'`. */
function withoutNumber(message: string): string {
  const text = message.replace(/^\[Errno \d+\] /, '');
  return text.endsWith('.') ? text : `${text}.`;
}
