// Runs one program to its end and keeps the end of what it said. It is stopped when the signal fires or when it shows no
// sign of progress for too long; progress is whatever the caller measures.
import { spawn } from 'node:child_process';

export interface WatchedProcess {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** A number that grows while the program gets on, read every `pollMilliseconds`. */
  readonly measure: () => Promise<number>;
  readonly onMeasure: (value: number) => void;
  readonly pollMilliseconds: number;
  readonly stallMilliseconds: number;
}

export type Ending =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  /** The program could not be started, for example because it does not exist. */
  | { readonly kind: 'not-started' }
  | { readonly kind: 'stalled' };

const keptOutput = 4_000;
const graceMilliseconds = 2_000;

/** @throws the abort reason when the signal fired; the program has ended by then */
export async function runWatched(watched: WatchedProcess): Promise<Ending> {
  watched.signal.throwIfAborted();
  const child = spawn(watched.command, [...watched.args], {
    env: { ...watched.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-keptOutput);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const closed = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code ?? -1));
  });
  const stop = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMilliseconds).unref();
  };
  watched.signal.addEventListener('abort', stop, { once: true });
  const watch = watchProgress(watched, stop);
  const code = await closed;
  watch.end();
  watched.signal.removeEventListener('abort', stop);
  watched.signal.throwIfAborted();
  if (watch.stalled()) return { kind: 'stalled' };
  return code === null ? { kind: 'not-started' } : { kind: 'exited', code, output };
}

interface Watch {
  end(): void;
  stalled(): boolean;
}

function watchProgress(watched: WatchedProcess, stop: () => void): Watch {
  let best = 0;
  let quietMilliseconds = 0;
  let stalled = false;
  const look = async (): Promise<void> => {
    const value = await watched.measure();
    quietMilliseconds = value > best ? 0 : quietMilliseconds + watched.pollMilliseconds;
    if (value > best) watched.onMeasure(value);
    best = Math.max(best, value);
    if (quietMilliseconds < watched.stallMilliseconds || stalled) return;
    stalled = true;
    stop();
  };
  // A measure that fails once (a file that was just renamed) is taken again at the next look.
  const timer = setInterval(() => void look().catch(() => undefined), watched.pollMilliseconds);
  return { end: () => clearInterval(timer), stalled: () => stalled };
}
