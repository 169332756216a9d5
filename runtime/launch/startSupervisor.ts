// Starts the supervisor of a run in a session of its own and comes back after its first heartbeat.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { errorMessage, HumanError } from '../support/errors.ts';

export interface SupervisorStart {
  readonly python: string;
  readonly trainerFolder: string;
  /** The run folder, with its run.json. */
  readonly folder: string;
  /** Also for every process of the run; keys are passed on by it. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Longer than a new supervisor waits for the processes of one that was killed. */
const mostMilliseconds = 60_000;

/** @throws HumanError with what the supervisor said when it could not start */
export function startSupervisor(start: SupervisorStart): Promise<void> {
  const program = path.join(start.trainerFolder, 'supervisor.py');
  const args = [program, start.folder, '--detach'];
  const options = { env: { ...start.env }, timeout: mostMilliseconds };
  return new Promise((resolve, reject) => {
    execFile(start.python, args, options, (error, _, said) => {
      if (error === null) resolve();
      else reject(new HumanError(said.trim() === '' ? errorMessage(error) : said.trim()));
    });
  });
}
