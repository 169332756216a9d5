// Reads a trajectory file of ours forwards: records by the quick scan where it is certain, by the full parser elsewhere;
// broken lines at their number; a last line without its end kept for later. Follows growth and replacement of the file.
import { isUtf8 } from 'node:buffer';
import type { StepRow } from '../../contract/stepRow.ts';
import { TrajectoryRecord } from '../../contract/trajectory.ts';
import { parseJson } from '../../support/parseJson.ts';
import { FileWatch } from '../fileWatch.ts';
import { LentHandle } from '../lentHandle.ts';
import { LineBlocks, maxLineBytes, type Block } from '../lineBlocks.ts';
import { readPlaces } from '../readPlaces.ts';
import { recordFacts } from '../scan/recordFacts.ts';
import { RecordScanner } from '../scan/scanRecord.ts';
import { StepScanner } from '../scan/scanStepRow.ts';
import { TextScanner } from '../scan/scanTexts.ts';
import { jsonTextPattern } from '../scan/jsonTextPattern.ts';
import type { Place, RecordSource, RecordVisitor, SourceChange } from './recordSource.ts';

const newline = 0x0a;
const restIsFine = 'The other lines are not affected.';
const longestProblem = 300;

/** @throws FailureError at boundary `store` when the file cannot be read */
export async function toolR1Source(file: string, maxLine = maxLineBytes): Promise<RecordSource> {
  const lent = await LentHandle.open(file);
  return new ToolR1Source(file, lent, await FileWatch.start(file, lent.handle), maxLine);
}

interface Scanners {
  readonly record: RecordScanner;
  readonly text: TextScanner;
  readonly step: StepScanner;
}

const compiled: { scanners: Scanners | null } = { scanners: null };

/** Compiling them takes longer than reading a small file. No use of one is interrupted by another, so all files share them. */
function scanners(): Scanners {
  compiled.scanners ??= {
    record: new RecordScanner(),
    text: new TextScanner(),
    step: new StepScanner(),
  };
  return compiled.scanners;
}

class ToolR1Source implements RecordSource {
  readonly file: string;
  readonly #scanner = scanners().record;
  readonly #textScanner = scanners().text;
  readonly #stepScanner = scanners().step;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #maxLine: number;
  #lent: LentHandle;
  #watch: FileWatch;
  #blocks: LineBlocks;
  #lines = 0;
  #torn: RecordSource['torn'] = null;
  /** Bytes after the position that were looked at and wait for their line end. */
  #waiting = 0;
  /** True after a record at the end of the file whose line end has not come yet. */
  #endIsOwed = false;
  #isSpoiled = false;

  constructor(file: string, lent: LentHandle, watch: FileWatch, maxLine: number) {
    this.file = file;
    this.#lent = lent;
    this.#watch = watch;
    this.#maxLine = maxLine;
    this.#blocks = new LineBlocks(lent.handle, maxLine);
  }

  get progress() {
    const indexedBytes = this.#blocks.position + this.#waiting;
    const totalBytes = Math.max(this.#watch.size, indexedBytes);
    const complete = indexedBytes === totalBytes;
    return { indexedBytes, totalBytes, lines: this.#lines, complete };
  }

  get torn() {
    return this.#torn;
  }

  async advance(visitor: RecordVisitor): Promise<void> {
    this.#torn = null;
    this.#waiting = 0;
    const block = await this.#blocks.next();
    if (block === null) return;
    if (this.#endIsOwed) this.#settle(block, visitor);
    else this.#take(block, visitor);
  }

  async check(): Promise<SourceChange> {
    const change = this.#isSpoiled
      ? 'replaced'
      : await this.#watch.check(this.#blocks.position, this.#lent.handle);
    if (change === 'replaced') await this.#restart();
    return change;
  }

  readBytes(places: readonly Place[]): Promise<Buffer[]> {
    return this.#lent.read((handle) => readPlaces(handle, places));
  }

  parse(bytes: Buffer): TrajectoryRecord | null {
    const parsed = parseJson(TrajectoryRecord, bytes.toString('utf8').replace(/^\uFEFF/, ''));
    return parsed.ok ? parsed.value : null;
  }

  stepRow(bytes: Buffer): StepRow | null {
    return this.#stepScanner.stepRow(bytes);
  }

  quickSearch(text: string): ((bytes: Buffer) => boolean) | null {
    const pattern = jsonTextPattern(text);
    return pattern === null ? null : (bytes) => pattern.test(bytes.toString('latin1'));
  }

  texts(bytes: Buffer): readonly string[] {
    return this.#textScanner.texts(bytes);
  }

  close(): Promise<void> {
    return this.#lent.close();
  }

  async #restart(): Promise<void> {
    const lent = await LentHandle.open(this.file);
    const before = this.#lent;
    this.#lent = lent;
    await before.close();
    this.#watch = await FileWatch.start(this.file, lent.handle);
    this.#blocks = new LineBlocks(lent.handle, this.#maxLine);
    this.#lines = 0;
    this.#torn = null;
    this.#waiting = 0;
    this.#endIsOwed = false;
    this.#isSpoiled = false;
  }

  /** What may follow a record without a line end is its line end; anything else makes it another line than it was. */
  #settle(block: Block, visitor: RecordVisitor): void {
    const head = block.kind === 'oversized' ? '' : block.bytes.toString('latin1', 0, 64);
    const rest = /^[ \t\r]*(\n?)/.exec(head);
    if (rest === null || (rest[1] === '' && rest[0].length < head.length) || head === '') {
      this.#isSpoiled = true;
      return;
    }
    if (rest[1] === '' || block.kind === 'oversized') {
      this.#waiting = head.length;
      return;
    }
    this.#endIsOwed = false;
    const length = rest[0].length;
    if (block.kind === 'lines' && block.bytes.length > length) {
      const bytes = block.bytes.subarray(length);
      this.#take({ kind: 'lines', offset: block.offset + length, bytes }, visitor);
    }
  }

  #take(block: Block, visitor: RecordVisitor): void {
    switch (block.kind) {
      case 'lines':
        this.#takeLines(block.bytes, block.offset, visitor);
        break;
      case 'tail':
        this.#takeTail(block.bytes, block.offset, visitor);
        break;
      case 'oversized':
        this.#takeOversized(block, visitor);
        break;
    }
  }

  #takeLines(bytes: Buffer, offset: number, visitor: RecordVisitor): void {
    const areTexts = isUtf8(bytes);
    for (let from = 0; from < bytes.length;) {
      this.#lines += 1;
      let end = areTexts ? this.#scanner.scanTo(bytes, from, bytes.length) : -1;
      const facts = end < 0 ? null : this.#scanner.facts();
      if (end < 0) end = bytes.indexOf(newline, from);
      const place = { offset: offset + from, bytes: end - from };
      if (facts !== null) visitor.record(facts, place, this.#lines);
      else this.#parseLine(bytes.subarray(from, end), place, visitor);
      from = end + 1;
    }
  }

  #takeTail(bytes: Buffer, offset: number, visitor: RecordVisitor): void {
    const place = { offset, bytes: bytes.length };
    const facts = this.#scanner.scan(bytes) ?? this.#factsOf(bytes);
    if (typeof facts !== 'string' && facts !== null) {
      this.#lines += 1;
      visitor.record(facts, place, this.#lines);
      this.#blocks.advance(bytes.length);
      this.#endIsOwed = true;
      return;
    }
    this.#waiting = bytes.length;
    if (facts !== null) this.#torn = { line: this.#lines + 1, message: unfinished, place };
  }

  #takeOversized(block: Extract<Block, { kind: 'oversized' }>, visitor: RecordVisitor): void {
    const place = { offset: block.offset, bytes: block.length };
    const message = `This line is longer than ${this.#maxLine / 1e6} MB, which is too long to read. ${restIsFine}`;
    if (block.ended) {
      this.#lines += 1;
      visitor.broken(this.#lines, message, place);
      return;
    }
    this.#waiting = block.length;
    this.#torn = { line: this.#lines + 1, message, place };
  }

  #parseLine(line: Buffer, place: Place, visitor: RecordVisitor): void {
    const facts = this.#factsOf(line);
    if (facts === null) return;
    if (typeof facts === 'string') visitor.broken(this.#lines, facts, place);
    else visitor.record(facts, place, this.#lines);
  }

  /** Null for a blank line; what is wrong with it for one that is no record. */
  #factsOf(line: Buffer) {
    let text: string;
    try {
      text = this.#decoder.decode(line);
    } catch {
      return `This line is not UTF-8 text. ${restIsFine}`;
    }
    if (text.trim() === '') return null;
    const parsed = parseJson(TrajectoryRecord, text);
    if (parsed.ok) return recordFacts(parsed.value);
    return `This line is not a trajectory record: ${shorten(parsed.problem)}. ${restIsFine}`;
  }
}

const unfinished =
  'The last line is unfinished: its writer is still at it, or was stopped in the middle. Everything before it is kept.';

function shorten(problem: string): string {
  const line = problem.replaceAll('\n', ' ').replace(/\.$/, '');
  return line.length > longestProblem ? `${line.slice(0, longestProblem)}…` : line;
}
