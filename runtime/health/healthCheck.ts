// What every check of the machine gives, and how several are run: side by side, each bounded in time, none able to stop
// the others. One file of this folder holds one check.
import type { HealthCheck } from '../contract/health.ts';
import { errorMessage } from '../support/errors.ts';

export type Check = (signal: AbortSignal) => Promise<HealthCheck | readonly HealthCheck[]>;

export interface NamedCheck {
  /** Stands for the check when it throws or takes too long. */
  readonly name: string;
  readonly run: Check;
  readonly limitMilliseconds: number;
}

export function pass(name: string, detail: string): HealthCheck {
  return { name, state: 'pass', detail, advice: null };
}

/** Something that some questions need is missing; the main job works. */
export function warn(name: string, detail: string, advice: string): HealthCheck {
  return { name, state: 'warn', detail, advice };
}

/** The main job does not work, or not safely. */
export function fail(name: string, detail: string, advice: string): HealthCheck {
  return { name, state: 'fail', detail, advice };
}

/** Runs all checks at once and gives their answers in the order of the list. */
export async function runChecks(
  checks: readonly NamedCheck[],
  signal: AbortSignal,
): Promise<readonly HealthCheck[]> {
  const answers = await Promise.all(checks.map((check) => runCheck(check, signal)));
  signal.throwIfAborted();
  return answers.flat();
}

async function runCheck(
  { name, run, limitMilliseconds }: NamedCheck,
  signal: AbortSignal,
): Promise<HealthCheck | readonly HealthCheck[]> {
  const limit = AbortSignal.timeout(limitMilliseconds);
  const either = AbortSignal.any([signal, limit]);
  try {
    return await Promise.race([run(either), rejection(either)]);
  } catch (error) {
    if (limit.aborted) {
      const detail = `no answer within ${Math.round(limitMilliseconds / 1000)} s`;
      return fail(name, detail, 'Try again when the machine is less busy.');
    }
    return fail(name, errorMessage(error), 'Mend what the message says, then run doctor again.');
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('The check was stopped.', 'AbortError'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
