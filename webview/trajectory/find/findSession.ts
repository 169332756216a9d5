// Finding words in a whole trajectory: goes through its steps piece by piece, also those that are not on the page, and keeps
// where the matches are. The page draws and marks.
import type { StepView } from '../../../runtime/contract/viewing.ts';
import { Latest } from '../../messages/latest.ts';
import { isGivenUp } from '../../messages/host.ts';
import { stepTexts } from '../views/stepTexts.ts';
import { findMatches, type Match, type StepText } from './findText.ts';

export interface FindSource {
  /** Index of the last step. */
  last(): number;
  /** The step, when it is at hand. */
  get(step: number): StepView | undefined;
  read(from: number, to: number, signal: AbortSignal): Promise<readonly StepView[]>;
  /** The whole of a text that came clipped. */
  readText(step: number, field: string, signal: AbortSignal): Promise<string>;
}

const pieceLength = 40;
/** More matches than anybody walks through. */
const mostMatches = 5_000;

export class FindSession {
  readonly #source: FindSource;
  readonly #changed: () => void;
  readonly #search = new Latest();
  words = '';
  matches: readonly Match[] = [];
  /** Place of the match that is shown; -1 for none. */
  at = -1;
  searching = false;
  /** Step from which on the first match is wanted. */
  #from = 1;

  constructor(source: FindSource, changed: () => void) {
    this.#source = source;
    this.#changed = changed;
  }

  get current(): Match | null {
    return this.matches[this.at] ?? null;
  }

  stop(): void {
    this.#search.stop();
  }

  /** @param from the step that a person looks at: the first match from there on is shown first */
  async look(words: string, from: number): Promise<void> {
    const signal = this.#search.next();
    this.words = words;
    [this.matches, this.at] = [[], -1];
    this.#from = from;
    this.searching = words !== '';
    this.#changed();
    try {
      await this.#goThrough(signal);
    } catch (error) {
      if (isGivenUp(error)) return;
      throw error;
    } finally {
      if (!signal.aborted) {
        this.searching = false;
        this.#changed();
      }
    }
  }

  /** To the next match, or the one before; round the ends. */
  move(by: 1 | -1): void {
    const { length } = this.matches;
    if (length === 0) return;
    this.at = (this.at + by + length) % length;
    this.#changed();
  }

  async #goThrough(signal: AbortSignal): Promise<void> {
    for (let from = 1; from <= this.#source.last() && this.searching; from += pieceLength) {
      const steps = await this.#piece(from, signal);
      if (signal.aborted) return;
      for (const view of steps) {
        if (this.matches.length >= mostMatches) return;
        await this.#lookThrough(view, signal);
      }
    }
  }

  /** Texts that came clipped are read whole; code is shown clipped, so it is looked through as it is shown. */
  async #lookThrough({ step, clipped }: StepView, signal: AbortSignal): Promise<void> {
    const long = new Set(clipped.map(({ field }) => field).filter((field) => field !== 'code'));
    const texts: StepText[] = [];
    for (const text of stepTexts(step)) {
      const whole = long.has(text.field)
        ? { ...text, text: await this.#source.readText(step.index, text.field, signal) }
        : text;
      texts.push(whole);
    }
    if (!signal.aborted) this.#add(findMatches(step.index, texts, this.words));
  }

  async #piece(from: number, signal: AbortSignal): Promise<readonly StepView[]> {
    const to = Math.min(from + pieceLength - 1, this.#source.last());
    const known: StepView[] = [];
    for (let step = from; step <= to; step += 1) {
      const view = this.#source.get(step);
      if (view === undefined) return this.#source.read(from, to, signal);
      known.push(view);
    }
    return known;
  }

  #add(found: readonly Match[]): void {
    if (found.length === 0) return;
    this.matches = [...this.matches, ...found];
    if (this.at === -1) this.at = this.matches.findIndex(({ step }) => step >= this.#from);
    this.#changed();
  }
}

/** `3 of 17`, `17 found`, `Nothing found`. */
export function findWords({ words, matches, at, searching }: FindSession): string {
  if (words === '') return '';
  const { length } = matches;
  if (length === 0) return searching ? 'Looking …' : 'Nothing found';
  const many = `${length.toLocaleString('en')}${length >= mostMatches || searching ? ' or more' : ''}`;
  return at === -1 ? `${many} found` : `${(at + 1).toLocaleString('en')} of ${many}`;
}
