// `tool-r1` as a process of its own, as a person starts it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');
export const cliFile = path.join(projectRoot, 'dist', 'cli.mjs');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Started at once; `ended` resolves when it is gone. */
export class CliProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  out = '';
  err = '';

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    if (!existsSync(cliFile)) throw new Error('dist/ is not built. Run `node esbuild.mjs` first.');
    this.child = spawn(process.execPath, [cliFile, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, as a shell gives it to a command on a terminal.
      detached: process.platform !== 'win32',
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => {
        resolve({ code, signal, out: this.out, err: this.err });
      });
    });
  }

  /** What Ctrl+C on a terminal does: every process of the group is told. */
  interruptGroup(): void {
    const { pid } = this.child;
    if (pid !== undefined) process.kill(-pid, 'SIGINT');
  }

  /** Resolves once stdout has the text; rejects when the process ends before. */
  async printed(text: string): Promise<void> {
    while (!this.out.includes(text)) {
      const gone = await Promise.race([this.ended, pause(10)]);
      if (gone !== null && !this.out.includes(text)) {
        throw new Error(`It ended without printing "${text}":\n${gone.out}\n${gone.err}`);
      }
    }
  }
}

function pause(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
