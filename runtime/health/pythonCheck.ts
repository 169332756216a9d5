// Whether Python with pip is there. It is one source of the embedded model; the agent's own Python does not need it.
import { execFile } from 'node:child_process';
import type { HealthCheck } from '../contract/health.ts';
import { pass, warn } from './healthCheck.ts';

/** Runs a program; gives its first line of output, or null when it is missing or fails. */
export type FirstLine = (
  program: string,
  args: readonly string[],
  signal: AbortSignal,
) => Promise<string | null>;

export const firstLineOf: FirstLine = (program, args, signal) =>
  new Promise((resolve) => {
    execFile(program, args, { signal, windowsHide: true }, (error, stdout) => {
      resolve(error === null ? (stdout.split('\n')[0]?.trim() ?? '') : null);
    });
  });

/** `commands` are the names by which Python may be called here. */
export async function pythonCheck(
  commands: readonly string[],
  firstLine: FirstLine,
  signal: AbortSignal,
): Promise<HealthCheck> {
  for (const command of commands) {
    const line = await firstLine(command, ['-m', 'pip', '--version'], signal);
    if (line !== null) return pass('Python', `${command} with ${line.split(' from ')[0] ?? line}`);
  }
  return warn(
    'Python',
    'no Python with pip was found',
    'Nothing needs it once the embedded model is there; without it the model comes from the public model hub.',
  );
}
