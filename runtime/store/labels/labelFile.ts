// The label file of a workspace, `.tool-r1/labels.jsonl`: append-only, read line by line, followed while others write to it.
// Several windows and processes append at once; a line that is broken is reported with its number and costs itself alone.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LabelRecord } from '../../contract/label.ts';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { FileWatch } from '../fileWatch.ts';
import { LentHandle } from '../lentHandle.ts';
import { readLines, type Line } from '../lineReader.ts';
import { appendLines } from './appendLines.ts';
import { keepMergeable } from './mergeAttributes.ts';

export function labelFileOf(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'labels.jsonl');
}

/** Takes the records of the file. */
export interface LabelSink {
  add(record: LabelRecord): void;
  /** The file is read from the start again. */
  clear(): void;
}

/** A label line is a few hundred bytes; one of a megabyte is something else. */
const maxLineBytes = 1_048_576;
const mostProblems = 20;
const longestProblem = 200;

export class LabelFile {
  readonly file: string;
  readonly #sink: LabelSink;
  /** Null while there is no file. */
  #opened: { readonly lent: LentHandle; readonly watch: FileWatch } | null = null;
  #position = 0;
  #lines = 0;
  #problems: string[] = [];
  #problemCount = 0;
  /** What is said of a last line without an end. */
  #torn: string | null = null;
  #isMergeable = false;
  /** Reading and appending come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(file: string, sink: LabelSink) {
    this.file = file;
    this.#sink = sink;
  }

  /**
   * Reads what is there; a file that is not there is empty.
   * @throws FailureError at boundary `store` when it is there and cannot be read
   */
  static async open(workspace: string, sink: LabelSink): Promise<LabelFile> {
    const opened = new LabelFile(labelFileOf(workspace), sink);
    await opened.refresh();
    return opened;
  }

  /** A sentence for each line that could not be read, at most 20 and a count of the others. */
  get problems(): readonly string[] {
    const more = this.#problemCount - this.#problems.length;
    const rest = more > 0 ? [`labels.jsonl has ${more} more lines that cannot be read.`] : [];
    return [...this.#problems, ...rest, ...(this.#torn === null ? [] : [this.#torn])];
  }

  /** Reads what others wrote since; true when something was new. */
  refresh(): Promise<boolean> {
    return this.#inTurn(() => this.#refresh());
  }

  /**
   * Resolves when the records are on disk and in the sink.
   * @throws FailureError at boundary `store`
   */
  append(records: readonly LabelRecord[]): Promise<void> {
    return this.#inTurn(async () => {
      await appendLines(this.file, records);
      if (!this.#isMergeable) await keepMergeable(path.dirname(this.file));
      this.#isMergeable = true;
      await this.#refresh();
    });
  }

  /** Looks every `milliseconds` whether others wrote, until the signal fires. */
  async follow(
    milliseconds: number,
    signal: AbortSignal,
    onChange: () => void,
    onProblem: (error: unknown) => void,
  ): Promise<void> {
    for (;;) {
      // Rejects when the signal fires.
      const waited = delay(milliseconds, true, { signal, ref: false }).catch(() => false);
      if (!(await waited)) return;
      try {
        if (await this.refresh()) onChange();
      } catch (error) {
        onProblem(error);
      }
    }
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#forget());
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #refresh(): Promise<boolean> {
    if (!(await isThere(this.file))) return this.#gone();
    if (this.#opened === null) return this.#restart();
    const { watch, lent } = this.#opened;
    const change = await watch.check(this.#position, lent.handle);
    if (change === 'none') return false;
    if (change === 'grown') return this.#read();
    return change === 'replaced' ? this.#restart() : this.#gone();
  }

  async #gone(): Promise<boolean> {
    const was = this.#opened !== null;
    await this.#forget();
    if (was) this.#sink.clear();
    return was;
  }

  async #restart(): Promise<boolean> {
    const isReplaced = this.#opened !== null;
    await this.#forget();
    const lent = await LentHandle.open(this.file);
    this.#opened = { lent, watch: await FileWatch.start(this.file, lent.handle) };
    return (await this.#read(isReplaced)) || isReplaced;
  }

  async #forget(): Promise<void> {
    const before = this.#opened;
    this.#opened = null;
    this.#position = 0;
    this.#lines = 0;
    this.#problems = [];
    this.#problemCount = 0;
    this.#torn = null;
    await before?.lent.close();
  }

  /** The sink sees all that was read at once, so that nobody meets a half of it. */
  async #read(isReplaced = false): Promise<boolean> {
    const found: LabelRecord[] = [];
    const before = this.#position;
    const reading = { start: this.#position, firstNumber: this.#lines + 1, maxLineBytes };
    this.#torn = null;
    for await (const line of readLines(this.file, reading)) {
      const problem = takeLine(line, found);
      if (line.ended) {
        this.#position = line.offset + line.bytes;
        this.#lines = line.number;
        if (problem !== null) this.#complain(problem);
      } else if (problem !== null) {
        this.#torn = `${problem.replace(/\.$/, '')}; it has no end, so its writer was stopped.`;
      }
    }
    if (isReplaced) this.#sink.clear();
    for (const record of found) this.#sink.add(record);
    return this.#position !== before;
  }

  #complain(problem: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < mostProblems) this.#problems.push(problem);
  }
}

/** What is wrong with the line; null when nothing is. */
function takeLine(line: Line, found: LabelRecord[]): string | null {
  const where = `labels.jsonl line ${line.number}`;
  if (line.text === null) return `${where}: it is ${line.problem ?? 'unreadable'}.`;
  if (line.text.trim() === '') return null;
  const parsed = parseJson(LabelRecord, line.text);
  if (!parsed.ok) return `${where}: not a label: ${shorten(parsed.problem)}.`;
  found.push(parsed.value);
  return null;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => systemCode(error) !== 'ENOENT',
  );
}

function shorten(problem: string): string {
  const line = problem.replaceAll('\n', ' ').replace(/\.$/, '');
  return line.length > longestProblem ? `${line.slice(0, longestProblem)}…` : line;
}
