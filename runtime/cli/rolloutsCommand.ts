// `tool-r1 rollouts`: serves the rollouts of a training run to its trainer, until it is stopped.
import path from 'node:path';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { listenAddress } from './listenAddress.ts';
import { ProgressLine } from './progressLine.ts';

export interface RolloutsOptions {
  /** `HOST:PORT`, or a port of this machine. */
  readonly listen: string;
  /** Folder of the run. */
  readonly run: string;
  /** Rollouts at a time; null takes what the machine can do. */
  readonly rolloutsAtOnce: number | null;
  /** Recording that answers instead of the web; empty for none. */
  readonly webReplay: string;
}

export async function rolloutsCommand(
  context: CommandContext,
  { listen, run, rolloutsAtOnce, webReplay }: RolloutsOptions,
): Promise<ExitCode> {
  const { terminal, interrupts, cwd } = context;
  const { signal } = interrupts;
  const progress = new ProgressLine(terminal, () => performance.now());
  const wish = {
    folder: path.resolve(cwd, run),
    address: listenAddress(listen),
    rolloutsAtOnce,
    ...(webReplay === '' ? {} : { webReplay: path.resolve(cwd, webReplay) }),
  };
  const onProgress = progress.show.bind(progress);
  const serving = await context.serveRollouts(wish, { signal, onProgress });
  try {
    progress.clear();
    const { host, port } = serving.address;
    terminal.line(`Serving rollouts of ${serving.runId} at http://${host}:${port}`);
    terminal.message(
      `${count(serving.tasks, 'task', 'tasks')}, ${serving.rolloutsAtOnce} at a time. Ctrl+C stops.`,
    );
    await stopped(signal);
  } finally {
    await serving.close();
  }
  return interrupts.exitCode ?? exitCodes.ok;
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
