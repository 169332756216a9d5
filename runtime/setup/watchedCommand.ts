// Runs a program and hands on what it prints, line by line. It is killed when the work is given up.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface WatchedOptions {
  /** Absent: that of this process. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onLine?: (line: string) => void;
}

export interface WatchedEnding {
  /** Null when there is no such program, or when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of both streams. */
  readonly tail: readonly string[];
}

const keptLines = 40;

/** Rejects when the signal is aborted, and in no other case. */
export function runCommand(
  [program, ...args]: readonly [program: string, ...args: string[]],
  { cwd, env, signal, onLine }: WatchedOptions,
): Promise<WatchedEnding> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], signal });
    const tail: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        tail.push(line);
        if (tail.length > keptLines) tail.shift();
        onLine?.(line);
      });
    }
    child.on('error', (error) => {
      if (signal.aborted) reject(error);
      else resolve({ code: null, signal: null, tail: [error.message] });
    });
    child.on('close', (code, ended) => resolve({ code, signal: ended, tail }));
  });
}
