// How every command of `tool-r1` ends, for scripts. This list is the only one; README.md repeats it and a test compares.
import type { Failure } from '../contract/failure.ts';
import type { StopReason } from '../contract/trajectory.ts';
import { FailureError, HumanError, isAbort } from '../support/errors.ts';

export const exitCodes = {
  /** Done; for `run`: the agent gave a final answer. */
  ok: 0,
  /** Something broke that nobody foresaw, or a check of `doctor` or `replay` did not pass. */
  unexpected: 1,
  /** The command line, or a file named on it, cannot be used as it is. */
  usage: 2,
  /** The rollout ended without a final answer: step limit, full context, or replies without code. */
  noAnswer: 3,
  /** The model could not be reached, loaded or used. */
  policyFailure: 4,
  /** The sandbox could not be started or broke. */
  sandboxFailure: 5,
  /** A file could not be read or written. */
  storeFailure: 6,
  /** `judge check`: the judge agrees with people less than asked for, or there are too few labels to tell. */
  belowKappa: 7,
  /** `train`: the run crashed, or its supervisor is gone. What was saved is kept. */
  trainingFailed: 8,
  /** A machine could not be reached, does not let us in, or lacks what is needed. */
  machineFailure: 9,
  /** Stopped by Ctrl+C; the trajectory is kept. */
  cancelled: 130,
  /** Stopped by a TERM or HUP signal; the trajectory is kept. */
  terminated: 143,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a rollout that came to its end. */
export function exitCodeOf(stopReason: StopReason, failed: Failure | null): ExitCode {
  switch (stopReason) {
    case 'final-answer':
      return exitCodes.ok;
    case 'max-steps':
    case 'context-full':
    case 'no-code':
      return exitCodes.noAnswer;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'failure':
      return failed === null ? exitCodes.unexpected : exitCodeOfFailure(failed);
  }
}

/** The exit code of a command that threw. */
export function exitCodeOfError(error: unknown): ExitCode {
  if (error instanceof HumanError) return exitCodes.usage;
  if (error instanceof FailureError) return exitCodeOfFailure(error.failure);
  return isAbort(error) ? exitCodes.cancelled : exitCodes.unexpected;
}

/** A wrong name on the command line is the person's to mend, so it counts as usage. */
const usageFailures = new Set([
  'policy/not-usable',
  'store/no-file',
  'store/is-folder',
  'store/no-task',
  'store/no-trajectory',
]);

function exitCodeOfFailure(failed: Failure): ExitCode {
  if (usageFailures.has(failed.code)) return exitCodes.usage;
  switch (failed.boundary) {
    case 'policy':
      return exitCodes.policyFailure;
    case 'sandbox':
      return exitCodes.sandboxFailure;
    case 'store':
      return exitCodes.storeFailure;
    case 'tool':
    case 'judge':
    case 'trainer':
      return exitCodes.unexpected;
    case 'remote':
      return exitCodes.machineFailure;
  }
}
