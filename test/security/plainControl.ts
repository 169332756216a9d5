// Runs attacks in plain Pyodide, in a child process that is replaced when an attack kills it.
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export interface PlainControl {
  /** What the attack printed; an attack that kills the process or hangs gives what it printed to the terminal. */
  run(code: string): Promise<string>;
  stop(): void;
}

interface Answer {
  readonly output: string;
  readonly healthy: boolean;
}

const hangMilliseconds = 4_000;

/**
 * @param bait folder that is mounted at its own path
 * @param workspace folder that is mounted at /workspace
 */
export function startPlainControl(bait: string, workspace: string): PlainControl {
  let child: ChildProcess | null = null;
  let terminal = '';

  const start = async (): Promise<ChildProcess> => {
    const started = fork(path.join(import.meta.dirname, 'plainPyodide.ts'), [bait, workspace], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    started.stdout?.on('data', (data: Buffer) => (terminal += data.toString()));
    started.stderr?.on('data', (data: Buffer) => (terminal += data.toString()));
    await answerOf(started, 60_000);
    return started;
  };

  return {
    async run(code) {
      child ??= await start();
      terminal = '';
      child.send(code);
      const answer = await answerOf(child, hangMilliseconds);
      if (answer?.healthy !== true) {
        child.kill('SIGKILL');
        child = null;
      }
      return `${answer?.output ?? ''}\n${terminal}`;
    },
    stop: () => child?.kill('SIGKILL'),
  };
}

/** The next message, or null when the process ends or hangs. */
function answerOf(child: ChildProcess, milliseconds: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const finish = (answer: Answer | null): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    const onMessage = (message: unknown): void => finish(message as Answer);
    const onExit = (): void => finish(null);
    const timer = setTimeout(() => finish(null), milliseconds);
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}
