// Reads what a page needs of a stored trajectory: its head, and the steps that are looked at, piece by piece.
import type { StepView } from '../../runtime/contract/viewing.ts';
import { type Host, isGivenUp } from '../messages/host.ts';
import type { TrajectoryStore } from './state/trajectoryStore.ts';

/** Steps asked for at once. */
const pieceLength = 20;
/** Steps kept in the page. */
const mostSteps = 400;

export class StepReader {
  readonly #id: string;
  readonly #host: Host;
  readonly #store: TrajectoryStore;
  readonly #stopped = new AbortController();
  readonly #asked = new Set<number>();
  /** Pieces that could not be read; not asked for again, since every drawing would. */
  readonly #failed = new Set<number>();
  #readingHead: Promise<string | null> | null = null;

  constructor(id: string, host: Host, store: TrajectoryStore) {
    this.#id = id;
    this.#host = host;
    this.#store = store;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Gives a sentence when the head cannot be read, null when it was; asked twice at once it reads once. */
  readHead(): Promise<string | null> {
    this.#readingHead ??= this.#readHead().finally(() => {
      this.#readingHead = null;
    });
    return this.#readingHead;
  }

  /** Reads those steps of `from` to `to` that are not at hand and not asked for. Rejects with the extension's sentence. */
  async need(from: number, to: number): Promise<void> {
    const missing = this.#pieces(from, to);
    await Promise.all(missing.map((piece) => this.#readPiece(piece)));
  }

  /** Reads a step again: an event brought it with its long texts cut. */
  refresh(step: number): Promise<void> {
    return this.#readPiece({ from: step, to: step });
  }

  /** Steps for looking through them once; they are not kept. */
  async read(from: number, to: number, signal: AbortSignal): Promise<readonly StepView[]> {
    const { steps } = await this.#host.request(
      'read-steps',
      { id: this.#id, from, to },
      { signal },
    );
    return steps;
  }

  async readText(step: number, field: string, signal: AbortSignal): Promise<string> {
    const params = { id: this.#id, step, field };
    return (await this.#host.request('read-text', params, { signal })).text;
  }

  async #readHead(): Promise<string | null> {
    const { signal } = this.#stopped;
    try {
      const head = await this.#host.request('read-trajectory', { id: this.#id }, { signal });
      this.#store.tell(this.#id, { type: 'head-read', head });
      return null;
    } catch (error) {
      if (isGivenUp(error)) return null;
      return error instanceof Error ? error.message : String(error);
    }
  }

  #pieces(from: number, to: number): { from: number; to: number }[] {
    const { shelf, rows } = this.#store.get(this.#id);
    const last = Math.min(to, rows.at(-1)?.index ?? 0);
    const pieces: { from: number; to: number }[] = [];
    for (let start = from - ((from - 1) % pieceLength); start <= last; start += pieceLength) {
      const end = Math.min(start + pieceLength - 1, rows.at(-1)?.index ?? 0);
      const isMissing = numbers(Math.max(from, start), Math.min(end, last)).some(
        (index) => shelf.get(index) === undefined,
      );
      const waits = this.#asked.has(start) || this.#failed.has(start);
      if (isMissing && !waits) pieces.push({ from: start, to: end });
    }
    return pieces;
  }

  async #readPiece({ from, to }: { from: number; to: number }): Promise<void> {
    this.#asked.add(from);
    try {
      const steps = await this.read(from, to, this.#stopped.signal);
      this.#store.tell(this.#id, { type: 'steps-read', steps });
      this.#store.keepNear(this.#id, from, mostSteps);
    } catch (error) {
      if (isGivenUp(error)) return;
      this.#failed.add(from);
      throw error;
    } finally {
      this.#asked.delete(from);
    }
  }
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
}
