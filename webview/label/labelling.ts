// The queue as the person sees it: its state, its items, what is being saved. A decision shows at once and is saved after;
// when that fails, it is given back as a draft and the error says what to do. Writes reach the extension in the order made.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { LabelItem, LabellingState } from '../../runtime/contract/labelling.ts';
import type { Drafts } from './drafts.ts';
import { ratingsOf } from './drafts.ts';
import { ItemShelf } from './itemShelf.ts';
import type { LabelHost } from './labelContext.ts';

/** A decision on its way to the label file. */
export interface Pending {
  readonly level: VerdictLevel;
  readonly isRevision: boolean;
}

export type ItemMarks = Partial<Pick<LabelItem, 'note' | 'flagged' | 'skipped'>>;

export interface LabellingParts {
  readonly host: LabelHost;
  /** Null when there is nothing to label. */
  readonly state: LabellingState | null;
  readonly drafts: Drafts;
}

export class Labelling {
  readonly shelf: ItemShelf;
  readonly drafts: Drafts;
  /** The item that is looked at; its neighbours are kept fresh. */
  at = 1;
  readonly #host: LabelHost;
  readonly #pending = new Map<string, Pending>();
  readonly #changes = new EventTarget();
  #state: LabellingState | null;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor({ host, state, drafts }: LabellingParts) {
    this.#host = host;
    this.#state = state;
    this.drafts = drafts;
    this.shelf = new ItemShelf(host, () => this.#tell());
  }

  get state(): LabellingState | null {
    return this.#state;
  }

  /** Items labelled, those included that are being saved. */
  get labelled(): number {
    const firsts = [...this.#pending.values()].filter(({ isRevision }) => !isRevision);
    return (this.#state?.labelled ?? 0) + firsts.length;
  }

  pendingOf({ itemHash }: LabelItem): Pending | null {
    return this.#pending.get(itemHash) ?? null;
  }

  /** Calls the listener after every change, until the signal is aborted. */
  watch(listener: () => void, signal: AbortSignal): void {
    this.#changes.addEventListener('change', listener, { signal });
  }

  /** Follows what other windows and people write. */
  listen(signal: AbortSignal): void {
    const changed = async (state: LabellingState): Promise<void> => {
      this.accept(state);
      await this.shelf.readAgain(this.at);
      this.#tell();
    };
    this.#host.on('labels-changed', ({ state }) => void changed(state), signal);
  }

  /** The answer to any request that brings the state along. */
  accept(state: LabellingState): void {
    this.#state = state;
    this.#tell();
  }

  /** @throws Error with a sentence for the person; the decision is then a draft */
  async commit(item: LabelItem, level: VerdictLevel, milliseconds: number): Promise<LabelItem> {
    const { itemHash } = item;
    const draft = this.drafts.of(itemHash);
    const sent = { note: draft.note ?? item.note, criteria: ratingsOf(draft) };
    const params = { itemHash, level, milliseconds, ...sent };
    try {
      const committed = await this.#decide(item, { level, isRevision: false }, () =>
        this.#host.request('commit-label', params),
      );
      const { note } = this.drafts.of(itemHash);
      this.drafts.forget(itemHash);
      // What was typed while the label was being saved.
      if (note !== null && note !== sent.note) this.drafts.change(itemHash, { note });
      return committed;
    } catch (error) {
      this.drafts.change(itemHash, { level, milliseconds });
      const { position } = item;
      const again = `The decision is kept on item ${position}; give it again there.`;
      throw notSaved(`“${level}” for item ${position}`, error, again);
    }
  }

  /** @throws Error with a sentence for the person; the label is then what it was */
  async revise(item: LabelItem, level: VerdictLevel): Promise<LabelItem> {
    const { itemHash, position } = item;
    try {
      return await this.#decide(item, { level, isRevision: true }, () =>
        this.#host.request('revise-label', { itemHash, level }),
      );
    } catch (error) {
      throw notSaved(`The revision of item ${position} to “${level}”`, error, '');
    }
  }

  /** Takes the person's last label back; null when there is none. */
  async undo(): Promise<LabelItem | null> {
    const { item, state } = await this.#write(() => this.#host.request('undo-label', {}));
    if (item !== null) this.shelf.put(item);
    this.accept(state);
    return item;
  }

  /** @throws Error with a sentence for the person; the marks are then what they were */
  async mark(item: LabelItem, marks: ItemMarks): Promise<void> {
    const { itemHash, position } = item;
    const before = this.shelf.get(position) ?? item;
    this.shelf.put({ ...before, ...marks });
    this.#tell();
    try {
      const marked = await this.#write(() =>
        this.#host.request('mark-item', { itemHash, ...marks }),
      );
      this.shelf.put(marked.item);
      this.accept(marked.state);
    } catch (error) {
      const now = this.shelf.get(position) ?? before;
      const { note, flagged, skipped } = before;
      this.shelf.put({ ...now, note, flagged, skipped });
      this.#tell();
      throw notSaved(`${markWords(marks)} of item ${position}`, error, '');
    }
  }

  /** Saves the note that was typed, when it differs. The draft stays until it is saved. */
  async saveNote(item: LabelItem): Promise<void> {
    const { note } = this.drafts.of(item.itemHash);
    if (note === null || this.pendingOf(item)?.isRevision === false) return;
    if (note !== item.note) await this.mark(item, { note });
    if (this.drafts.of(item.itemHash).note === note) {
      this.drafts.change(item.itemHash, { note: null });
    }
  }

  /** The next item that is neither labelled nor skipped, going round at the end; null when there is none. */
  async nextUndone(after: number): Promise<number | null> {
    const { next = null, total = 0 } = this.#state ?? {};
    if (next === null) return null;
    const isUndone = (item: LabelItem): boolean =>
      item.own === null && !item.skipped && this.pendingOf(item) === null;
    // Everything before the first that is left is done.
    const ahead = await this.find(Math.max(after + 1, next), total, isUndone);
    return ahead ?? (await this.find(next, Math.min(after, total), isUndone));
  }

  /** The first item from `from` to `to`, both included, that is what is looked for; null when none is. */
  async find(from: number, to: number, isIt: (item: LabelItem) => boolean): Promise<number | null> {
    for (let position = from; position <= to; position += 1) {
      if (isIt(await this.shelf.read(position))) return position;
    }
    return null;
  }

  async #decide(
    item: LabelItem,
    pending: Pending,
    ask: () => Promise<{ item: LabelItem; state: LabellingState }>,
  ): Promise<LabelItem> {
    this.#pending.set(item.itemHash, pending);
    this.#tell();
    try {
      const saved = await this.#write(ask);
      this.shelf.put(saved.item);
      this.#state = saved.state;
      return saved.item;
    } finally {
      if (this.#pending.get(item.itemHash) === pending) this.#pending.delete(item.itemHash);
      this.#tell();
    }
  }

  /** After all writes before it, whether they went well or not. */
  #write<Result>(ask: () => Promise<Result>): Promise<Result> {
    const result = this.#lastWrite.then(ask);
    this.#lastWrite = result.then(nothing, nothing);
    return result;
  }

  #tell(): void {
    this.#changes.dispatchEvent(new Event('change'));
  }
}

function nothing(): void {
  // Only the end of a write matters to the next.
}

function notSaved(what: string, error: unknown, advice: string): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`${what} was not saved. ${why} ${advice}`.trim(), { cause: error });
}

function markWords(marks: ItemMarks): string {
  if (marks.note !== undefined) return 'The note';
  return marks.flagged === undefined ? 'The skipping' : 'The flag';
}
