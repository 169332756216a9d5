// `tool-r1` on a terminal of its own, as a person sits before it: `script` of util-linux makes one and hands keys over.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cliFile } from './cliProcess.ts';

/** Why there is no such terminal here; null where there is one. */
export function noPseudoTerminal(): string | null {
  const { status } = spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' });
  return status === 0 ? null : 'there is no `script` of util-linux, which makes a terminal';
}

export class PseudoTerminal {
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  #screen = '';
  /** What was on the screen at the last look. */
  #seen = 0;
  #isOver = false;

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
    const command = [process.execPath, cliFile, ...args].map(quoted).join(' ');
    this.#child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#screen += text));
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) => {
        this.#isOver = true;
        resolve(code);
      });
    });
  }

  press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Waits until the pattern comes up after what was waited for last, and gives the text up to its end. */
  async shows(pattern: RegExp): Promise<string> {
    for (;;) {
      const fresh = this.#screen.slice(this.#seen);
      const match = pattern.exec(fresh);
      if (match !== null) {
        this.#seen += match.index + match[0].length;
        return fresh.slice(0, match.index + match[0].length);
      }
      if (this.#isOver) throw new Error(`It ended without showing ${pattern}:\n${fresh}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends it as a power failure does. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
