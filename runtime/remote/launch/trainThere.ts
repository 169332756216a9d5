// Runs our own `train` on a machine: what starts a run there is what starts one here.
import type { MachineLink } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';

export interface TrainProgram {
  /** Node and our command line, as the machine has them. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface TrainOptions {
  readonly cwd: string;
  /** Keys: in the environment of the process, and nowhere else. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Comes back after the first heartbeat of the run.
 * @throws FailureError `remote/not-started` with what it said, or `remote/disk-full`
 */
export async function trainThere(
  link: MachineLink,
  program: TrainProgram,
  args: readonly string[],
  { cwd, secrets, signal }: TrainOptions,
): Promise<void> {
  const env = { ...program.env, ...secrets };
  const ended = await link.run({ argv: [...program.argv, ...args], cwd, env, signal });
  if (ended.code === 0) return;
  throw programFailure(link.machine, ended, { code: 'not-started', what: '', speaks: true });
}
