// The text of one log of a run as far as it was read: its end at first, then what is appended. Knows no VS Code.
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import type { RequestResult, RuntimeRequests } from '../runtime/runtimeRequests.ts';

/** Bytes that are read at the beginning and at most at a time; and characters that are kept. */
const sliceBytes = 256_000;
const mostCharacters = 2_000_000;

export interface LogPlace {
  readonly place: RunPlace;
  /** Its name, such as `trainer.log`. */
  readonly log: string;
}

type Slice = RequestResult<'read-run-log'>;

export class RunLogText {
  readonly #runtime: RuntimeRequests;
  readonly #place: LogPlace;
  #handle: string | null = null;
  #text = '';
  /** How far it was read; null before the first time. */
  #read: { readonly to: number; readonly generation: string } | null = null;
  #startsAt = 0;

  constructor(runtime: RuntimeRequests, place: LogPlace) {
    this.#runtime = runtime;
    this.#place = place;
  }

  get shown(): string {
    if (this.#read === null) return '';
    const before =
      this.#startsAt === 0 ? '' : `… ${this.#startsAt} bytes before this are not shown …\n`;
    return `${before}${this.#text}`;
  }

  /** True when something new came. @throws Problem when it cannot be read */
  async read(): Promise<boolean> {
    const slice = await this.#next();
    const isFirst = this.#read === null;
    const isOther = this.#read !== null && this.#read.generation !== slice.generation;
    if (isFirst) this.#startsAt = slice.from;
    // A full log is renamed, and another one begins.
    if (isOther) this.#text += '\n… a new log begins …\n';
    this.#read = { to: slice.to, generation: slice.generation };
    this.#text = (this.#text + slice.text).slice(-mostCharacters);
    return isFirst || isOther || slice.text !== '';
  }

  dispose(): void {
    const handle = this.#handle;
    this.#handle = null;
    // It may be closed already, with the runtime.
    if (handle !== null) void this.#runtime.request('close-run', { handle }).catch(() => undefined);
  }

  async #next(): Promise<Slice> {
    try {
      return await this.#slice();
    } catch {
      // The runtime was started again, and knows no handle of before.
      this.#handle = null;
      return this.#slice();
    }
  }

  async #slice(): Promise<Slice> {
    const { place, log } = this.#place;
    if (this.#handle === null) {
      const opened = await this.#runtime.request('open-run', { place, mostPoints: 50 });
      this.#handle = opened.handle;
    }
    return this.#runtime.request('read-run-log', {
      ...{ handle: this.#handle, log, limit: sliceBytes },
      from: this.#read?.to ?? null,
      generation: this.#read?.generation ?? null,
    });
  }
}
