// A baseline program in Python, spoken to by length-prefixed JSON over its standard input and output.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

const folder = path.join(import.meta.dirname, 'baselines');

export class BaselineProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #received: Buffer = Buffer.alloc(0);
  #waiting: ((message: Record<string, unknown>) => void) | null = null;

  constructor(python: string, program: string, flags: readonly string[] = []) {
    this.#child = spawn(python, [...flags, path.join(folder, program)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#deliver();
    });
  }

  /** One message there and back. */
  call(message: Record<string, unknown>): Promise<Record<string, unknown>> {
    const body = Buffer.from(JSON.stringify(message));
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    this.#child.stdin.write(Buffer.concat([head, body]));
    return new Promise((resolve) => (this.#waiting = resolve));
  }

  /** Closes the input and waits for the end of the process. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await ended;
  }

  #deliver(): void {
    if (this.#received.length < 4) return;
    const size = this.#received.readUInt32LE(0);
    if (this.#received.length < 4 + size) return;
    const message = JSON.parse(this.#received.toString('utf8', 4, 4 + size)) as Record<
      string,
      unknown
    >;
    this.#received = this.#received.subarray(4 + size);
    this.#waiting?.(message);
  }
}
