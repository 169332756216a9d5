// One opened trajectory file: reads it to the end, follows it while it grows, goes on with text searches, and answers what is
// asked about it. It works in small pieces, so that requests are answered in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexState, ListPage, ListQuery } from '../../contract/viewing.ts';
import { errorMessage } from '../../support/errors.ts';
import type { RecordSource } from '../formats/recordSource.ts';
import { Bell } from './bell.ts';
import { ListEntries } from './listEntries.ts';
import { listPage } from './listPage.ts';
import { StepReader } from './stepReader.ts';
import { StepRows } from './stepRows.ts';
import { TextSearch } from './textSearch.ts';
import { TrajectoryIndex } from './trajectoryIndex.ts';

/** How often a file that was read to its end is looked at. */
const pollMilliseconds = 200;
/** Searches and lists that are kept for when they are asked for again. */
const keptSearches = 4;
const keptLists = 4;

/** What is known of the file's present content; made anew when the file was replaced. */
interface Content {
  readonly index: TrajectoryIndex;
  readonly stepRows: StepRows;
  readonly stepReader: StepReader;
  readonly searches: Map<string, TextSearch>;
  readonly lists: Map<string, { readonly version: number; readonly entries: ListEntries }>;
}

export class ViewedFile {
  readonly source: RecordSource;
  readonly #onChanged: () => void;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  /** Rings at each change, for those who wait for a trajectory. */
  readonly #changed = new Bell();
  /** Rings when there is something to do before it is time to look at the file again. */
  readonly #wanted = new Bell();
  #content: Content;
  #version = 0;
  #problem: string | null = null;
  /** The text that was asked for last; its search goes first. */
  #wantedText = '';

  constructor(source: RecordSource, onChanged: () => void) {
    this.source = source;
    this.#onChanged = onChanged;
    this.#content = this.#begin();
    this.#ended = this.#work();
  }

  get content(): Content {
    return this.#content;
  }

  get state(): Omit<IndexState, 'handle'> {
    const { indexedBytes, totalBytes, lines, complete } = this.source.progress;
    const { index } = this.#content;
    const torn = this.source.torn === null ? 0 : 1;
    return {
      indexedBytes,
      totalBytes,
      trajectories: index.trajectories,
      lines: lines + torn,
      brokenLines: index.brokenCount + torn,
      complete,
      problem: this.#problem,
    };
  }

  /** Waits until the index is complete, or for so long; less when the file is closed. */
  async settle(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    while (
      !this.source.progress.complete &&
      this.#problem === null &&
      !this.#closing.signal.aborted
    ) {
      const left = until - performance.now();
      if (left <= 0) return;
      await this.#changed.wait(left);
    }
  }

  /** The row of a trajectory; waits for it while the file is still being read. */
  async findRow(id: string): Promise<number | null> {
    for (;;) {
      const row = this.#content.index.rowOf(id);
      const isOver = this.source.progress.complete || this.#problem !== null;
      if (row !== null || isOver || this.#closing.signal.aborted) return row;
      await this.#changed.wait(pollMilliseconds);
    }
  }

  async list(query: ListQuery, offset: number, limit: number): Promise<ListPage> {
    const { index } = this.#content;
    const search = this.#search(query.text);
    // As of now: what is found while the page is read is not on it.
    const searching = search !== null && !search.isComplete;
    const entries = this.entries(query);
    const parts = { source: this.source, index, torn: this.source.torn };
    const page = await listPage(parts, entries, query, { offset, limit });
    return { ...page, searching };
  }

  /** Kept until something changes, because a list is asked for page by page. */
  entries(query: ListQuery): ListEntries {
    const { index, lists } = this.#content;
    const key = JSON.stringify(query);
    const known = lists.get(key);
    if (known?.version === this.#version) return known.entries;
    const entries = new ListEntries(index, query, this.#search(query.text), this.source.torn);
    remember(lists, key, { version: this.#version, entries }, keptLists);
    return entries;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#changed.ring();
    this.#wanted.ring();
    await this.#ended;
    await this.source.close();
  }

  #begin(): Content {
    const index = new TrajectoryIndex();
    return {
      index,
      stepRows: new StepRows(this.source, index),
      stepReader: new StepReader(this.source, index),
      searches: new Map(),
      lists: new Map(),
    };
  }

  #search(text: string): TextSearch | null {
    this.#wantedText = text;
    if (text.trim() === '') return null;
    const { searches, index } = this.#content;
    const search = searches.get(text) ?? new TextSearch(this.source, index, text);
    remember(searches, text, search, keptSearches);
    if (!search.isComplete) this.#wanted.ring();
    return search;
  }

  async #work(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        const isBusy = await this.#advance();
        if (isBusy) await nextTurn();
        else await this.#wait(signal);
      } catch (error) {
        this.#setProblem(`${this.source.file} could not be read further: ${errorMessage(error)}.`);
        await this.#wait(signal);
      }
    }
  }

  /** False when there was nothing to do. */
  async #advance(): Promise<boolean> {
    const isIndexing = !this.source.progress.complete;
    if (isIndexing) await this.source.advance(this.#content.index);
    const search = this.#content.searches.get(this.#wantedText);
    const isSearching = search !== undefined && !search.isComplete;
    if (isSearching) await search.advance();
    if (isIndexing || isSearching) this.#touch();
    return isIndexing || isSearching;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    await this.#wanted.wait(pollMilliseconds);
    if (!signal.aborted) await this.#check();
  }

  async #check(): Promise<void> {
    const change = await this.source.check();
    // A file that was away and came back as it was has no problem any more.
    if (change === 'none' && this.#problem !== null && this.source.progress.complete) {
      this.#problem = null;
      this.#touch();
    }
    if (change === 'none') return;
    if (typeof change === 'object') {
      this.#setProblem('gone' in change ? change.gone : change.unreadable);
      return;
    }
    this.#problem = null;
    if (change === 'replaced') this.#content = this.#begin();
    this.#touch();
  }

  #setProblem(problem: string): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#touch();
  }

  #touch(): void {
    this.#version += 1;
    this.#changed.ring();
    this.#onChanged();
  }
}

function remember<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
