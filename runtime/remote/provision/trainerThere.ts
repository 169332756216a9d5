// The Python environment of the trainer on a machine: made there by our own command line, as it is on this computer.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';

export interface TrainerOptions {
  /** Node and our command line there. */
  readonly program: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `cuda` makes an environment that serves both. */
  readonly device: 'cpu' | 'cuda';
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

const Told = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('work-progressed'),
    activity: z.string(),
    done: z.number(),
    total: z.number().nullable(),
    unit: z.enum(['bytes', 'steps', 'files', 'items']),
  }),
  z.object({ type: z.literal('trainer-prepared'), python: z.string() }),
]);

/** Gives the Python. @throws FailureError `remote/unsuitable` with what the command line said, or `remote/disk-full` */
export async function trainerThere(
  link: MachineLink,
  { program, env, device, signal, onProgress }: TrainerOptions,
): Promise<string> {
  const found: { python: string | null; rest: string } = { python: null, rest: '' };
  const ended = await link.run({
    argv: [...program, 'train', '--prepare', '--device', device, '--json'],
    env,
    signal,
    onOutput: (stream, text) => {
      if (stream === 'stderr') return;
      const lines = (found.rest + text).split('\n');
      found.rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    },
  });
  if (ended.code === 0 && found.python !== null) return found.python;
  const what = 'The Python environment of the trainer could not be made';
  throw programFailure(link.machine, ended, { code: 'unsuitable', what, speaks: true });

  function hear(line: string): void {
    const parsed = parseJson(Told, line);
    if (!parsed.ok) return;
    if (parsed.value.type === 'trainer-prepared') found.python = parsed.value.python;
    else onProgress(parsed.value);
  }
}
