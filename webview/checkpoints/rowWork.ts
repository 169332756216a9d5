// What is being done with single checkpoints. Each does one thing at a time; the editor shows how far it is and can cancel it.
import type { RunHost } from '../run/runContext.ts';

export type RowDeed = 'evaluate' | 'serve' | 'unserve' | 'download' | 'pin' | 'unpin';

/** While it is under way. */
export const deedWords: Readonly<Record<RowDeed, string>> = {
  evaluate: 'Evaluating',
  serve: 'Starting to serve',
  unserve: 'Ending to serve',
  download: 'Downloading',
  pin: 'Pinning',
  unpin: 'Unpinning',
};

export interface RowWorkParts {
  readonly host: Pick<RunHost, 'request'>;
  readonly changed: () => void;
  readonly complain: (error: unknown) => void;
  /** Something was done: what was read before may not hold any more. */
  readonly done: (deed: RowDeed, step: number) => void;
}

export class RowWork {
  readonly #parts: RowWorkParts;
  readonly #underWay = new Map<number, RowDeed>();

  constructor(parts: RowWorkParts) {
    this.#parts = parts;
  }

  /** Null when nothing is. */
  underWay(step: number): RowDeed | null {
    return this.#underWay.get(step) ?? null;
  }

  async start(deed: RowDeed, step: number): Promise<void> {
    if (this.#underWay.has(step)) return;
    const { changed, complain, done } = this.#parts;
    this.#underWay.set(step, deed);
    changed();
    const isDone = await this.#ask(deed, step).catch((error: unknown) => {
      complain(error);
      return false;
    });
    this.#underWay.delete(step);
    changed();
    if (isDone) done(deed, step);
  }

  /** False when the person thought better of it. Waits as long as a person needs to answer, or a machine to do it. */
  async #ask(deed: RowDeed, step: number): Promise<boolean> {
    const { host } = this.#parts;
    const long = { timeout: null };
    switch (deed) {
      case 'evaluate':
        return (await host.request('evaluate-checkpoint', { step }, long)).isDone;
      case 'serve':
      case 'unserve':
      case 'download':
        await host.request(`${deed}-checkpoint`, { step }, long);
        return true;
      case 'pin':
      case 'unpin':
        await host.request('pin-checkpoint', { step, pinned: deed === 'pin' }, long);
        return true;
    }
  }
}
