// A process that carries a connection: ssh, or /bin/sh for this computer. Watches for the marker that says that the program on the
// machine has begun, and hands the streams over.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelStreams } from './channel.ts';
import { type Bootstrap, findMarker } from './bootstrap.ts';

/** What became of the wait for the marker. */
export type Begun =
  | { readonly how: 'begun'; readonly streams: ChannelStreams }
  | { readonly how: 'no-python'; readonly versions: string }
  | { readonly how: 'ended' }
  | { readonly how: 'silent' };

const mostPrintedBytes = 64 * 1024;
const mostSaidCharacters = 16 * 1024;
const goMilliseconds = 2_000;

export class MachineProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<unknown>;
  #printed: Buffer = Buffer.alloc(0);
  #said = '';
  #aliveAt: number;

  constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    this.#aliveAt = performance.now();
    // `exit` and not `close`: a shared connection that this one opened may hold on to the error stream.
    this.#exited = Promise.race([once(process, 'exit'), once(process, 'error')]).catch(() => null);
    process.stdin.on('error', () => undefined);
    process.stderr.on('data', (piece: Buffer) => this.#listen(piece));
  }

  /** What it wrote to standard error, the last 16 kB. */
  get said(): string {
    return this.#said;
  }

  /** What came before the marker. */
  get printed(): string {
    return this.#printed.toString('utf8');
  }

  /** Something happened that shows that the connection gets on; the time limit begins anew. */
  touch(): void {
    this.#aliveAt = performance.now();
  }

  /** Ends it, and what it started, without a word. */
  kill(): void {
    const { pid } = this.#process;
    if (pid === undefined || this.#process.exitCode !== null) return;
    this.#process.kill('SIGTERM');
  }

  /** @param isWaiting true while the person is asked something: time does not count then */
  async begin(
    { marker, program }: Bootstrap,
    limitMilliseconds: number,
    isWaiting: () => boolean,
    signal: AbortSignal,
  ): Promise<Begun> {
    const arrival = this.#markerArrival(marker);
    const over = this.#exited.then(() => 'ended' as const);
    for (;;) {
      const tick = delay(250, 'tick' as const, { signal, ref: false });
      const first = await Promise.race([arrival, over, tick]);
      if (first === 'ended') return { how: 'ended' };
      if (first === 'tick') {
        if (isWaiting()) this.touch();
        if (performance.now() - this.#aliveAt > limitMilliseconds) return { how: 'silent' };
      } else if (first.found === 'no-python') {
        return { how: 'no-python', versions: first.versions };
      } else {
        this.#process.stdin.write(program);
        return { how: 'begun', streams: this.#streams() };
      }
    }
  }

  async #markerArrival(
    marker: string,
  ): Promise<Exclude<ReturnType<typeof findMarker>, { found: 'nothing' }>> {
    const { stdout } = this.#process;
    return new Promise((resolve) => {
      const take = (piece: Buffer) => {
        this.#printed = Buffer.concat([this.#printed, piece]).subarray(-mostPrintedBytes);
        const search = findMarker(this.#printed, marker);
        if (search.found === 'nothing') return;
        stdout.off('data', take);
        stdout.pause();
        if (search.found === 'marker' && search.rest.length > 0) stdout.unshift(search.rest);
        resolve(search);
      };
      stdout.on('data', take);
    });
  }

  #streams(): ChannelStreams {
    return {
      toMachine: this.#process.stdin,
      fromMachine: this.#process.stdout,
      ended: this.#exited.then(() => this.#lastWords()),
      close: () => this.#close(),
    };
  }

  /** The program on the machine ends when its input does. */
  async #close(): Promise<void> {
    this.#process.stdin.end();
    const late = delay(goMilliseconds, 'late', { ref: false });
    if ((await Promise.race([this.#exited, late])) === 'late') this.kill();
  }

  #lastWords(): string {
    const words = this.#said.trim().split(/\r?\n/).at(-1) ?? '';
    return words === '' ? 'The other end is gone.' : words;
  }

  #listen(piece: Buffer): void {
    this.#said = (this.#said + piece.toString('utf8')).slice(-mostSaidCharacters);
    if (this.#said.includes('Authenticated to ')) this.touch();
  }
}
