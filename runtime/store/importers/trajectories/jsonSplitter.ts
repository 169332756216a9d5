// Cuts JSON of any size into parts that fit in memory: below the containers that the caller opens, each value is given out as soon
// as it has ended. A file may hold several documents, one a line. Written by hand after stream-json and @streamparser/json were
// measured: on the same file both took three to six times as long, and both stop at the NaN that Python writes.
import { formatBytes } from '../../../support/formatBytes.ts';
import { JsonValueEnd } from './jsonValueEnd.ts';
import { parseLooseJson } from './looseJson.ts';

/** First the number of the document in the file, from 0; then keys and positions. */
export type JsonPath = readonly (string | number)[];

export type JsonPart =
  | {
      readonly kind: 'value';
      readonly path: JsonPath;
      readonly value: unknown;
      readonly repairs: readonly string[];
    }
  /** Something that could not be read; the rest of the file is. */
  | { readonly kind: 'problem'; readonly path: JsonPath; readonly message: string };

export interface Splitting {
  /** Whether the container at this place is too large to be read whole. Asked when it starts. */
  readonly opens: (path: JsonPath) => boolean;
  /** What is longer becomes a problem, because it cannot become one string. */
  readonly maxPartBytes?: number;
  /** What is nested deeper becomes a problem, because walking it could overflow the stack. */
  readonly maxDepth?: number;
}

/** A container that was opened, and the place in it. */
interface Frame {
  readonly isObject: boolean;
  key: string | number;
}

/** A key or a value whose end has not come yet. */
interface Collecting {
  readonly isKey: boolean;
  readonly end: JsonValueEnd;
  readonly pieces: Buffer[];
  bytes: number;
}

/** What may come next; `first` is a value or key, or the end of a container that holds nothing. */
type Expected = 'first' | 'next' | 'colon' | 'value' | 'more';

const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];
const [quote, colon, comma, lineFeed] = [0x22, 0x3a, 0x2c, 0x0a];

export class JsonSplitter {
  readonly #opens: Splitting['opens'];
  readonly #maxPartBytes: number;
  readonly #maxDepth: number;
  readonly #frames: Frame[] = [];
  #ready: JsonPart[] = [];
  #collecting: Collecting | null = null;
  #expected: Expected = 'value';
  #document = 0;
  /** Something could not be understood: passing over bytes up to the next line that starts with a brace. */
  #isLost = false;
  #atLineStart = true;
  #hasSeveralLines = false;
  /** The first document lay on one line, so the others do too. */
  #isLines = false;

  constructor(splitting: Splitting) {
    this.#opens = splitting.opens;
    this.#maxPartBytes = splitting.maxPartBytes ?? 500_000_000;
    this.#maxDepth = splitting.maxDepth ?? 1000;
  }

  push(bytes: Buffer): JsonPart[] {
    let at = 0;
    while (at < bytes.length) at = this.#advance(bytes, at);
    return this.#take();
  }

  /** Call it once, after the last bytes. */
  finish(): JsonPart[] {
    const open = this.#collecting;
    if (open?.end.mayEndHere === true && this.#frames.length === 0) this.#finishPart(open);
    else if (open !== null || this.#frames.length > 0)
      this.#problem('the file ends in the middle of it');
    return this.#take();
  }

  #take(): JsonPart[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  get #path(): JsonPath {
    return [this.#document, ...this.#frames.map((frame) => frame.key)];
  }

  /** Reads one byte, or as many as belong to the part. Returns the index of the next one. */
  #advance(bytes: Buffer, at: number): number {
    if (this.#isLost) return this.#findLine(bytes, at);
    if (this.#collecting !== null) return this.#collect(this.#collecting, bytes, at);
    const byte = bytes[at] ?? 0;
    if (byte === lineFeed) this.#endLine();
    else if (byte > 0x20 && this.#takes(byte)) return this.#start(byte, at);
    return at + 1;
  }

  /** Whether a key or a value starts here. Other marks are dealt with. */
  #takes(byte: number): boolean {
    const isClose = byte === closeBrace || byte === closeBracket;
    if (isClose && (this.#expected === 'first' || this.#expected === 'more')) this.#close(byte);
    else if (this.#expected === 'more' && byte === comma) this.#goOn();
    else if (this.#expected === 'colon' && byte === colon) this.#expected = 'value';
    else if (isClose || byte === comma || this.#expected === 'more' || this.#expected === 'colon')
      this.#lose(unexpected(byte));
    else return true;
    return false;
  }

  #start(byte: number, at: number): number {
    const isKey = this.#frames.at(-1)?.isObject === true && this.#expected !== 'value';
    if (isKey && byte !== quote) {
      this.#lose(unexpected(byte));
      return at + 1;
    }
    const isContainer = byte === openBrace || byte === openBracket;
    if (!isKey && isContainer && this.#opens(this.#path)) {
      this.#frames.push({ isObject: byte === openBrace, key: byte === openBrace ? '' : 0 });
      this.#expected = 'first';
      return at + 1;
    }
    this.#collecting = { isKey, end: new JsonValueEnd(byte, this.#isLines), pieces: [], bytes: 0 };
    return at;
  }

  #collect(part: Collecting, bytes: Buffer, from: number): number {
    const found = part.end.find(bytes, from);
    const to = found.kind === 'more' ? bytes.length : found.at;
    part.bytes += to - from;
    const piece = bytes.subarray(from, to);
    if (this.#document === 0) this.#hasSeveralLines ||= piece.includes(lineFeed);
    if (part.bytes <= this.#maxPartBytes) part.pieces.push(piece);
    if (found.kind === 'end') this.#finishPart(part);
    if (found.kind === 'cut') this.#lose('a line ends in the middle of it');
    return to;
  }

  #finishPart(part: Collecting): void {
    this.#collecting = null;
    const problem = this.#tooLarge(part);
    if (problem !== null) this.#problem(problem);
    else if (part.isKey) this.#takeKey(part);
    else this.#takeValue(part);
    this.#expected = part.isKey ? 'colon' : 'more';
    if (this.#frames.length === 0) this.#endDocument();
  }

  #tooLarge(part: Collecting): string | null {
    if (part.bytes > this.#maxPartBytes) {
      return `it has ${formatBytes(part.bytes)}, and at most ${formatBytes(this.#maxPartBytes)} can be read in one piece`;
    }
    if (part.end.deepest <= this.#maxDepth) return null;
    return `it is nested ${String(part.end.deepest)} deep, and at most ${String(this.#maxDepth)} can be read`;
  }

  #takeKey(part: Collecting): void {
    const parsed = parseLooseJson(Buffer.concat(part.pieces));
    const frame = this.#frames.at(-1);
    if (frame !== undefined) frame.key = parsed.ok ? String(parsed.value.value) : '?';
    if (!parsed.ok) this.#problem(`a key is ${parsed.problem}`);
  }

  #takeValue(part: Collecting): void {
    const parsed = parseLooseJson(Buffer.concat(part.pieces));
    if (parsed.ok) this.#ready.push({ kind: 'value', path: this.#path, ...parsed.value });
    else this.#problem(parsed.problem);
  }

  #goOn(): void {
    const frame = this.#frames.at(-1);
    if (typeof frame?.key === 'number') frame.key += 1;
    this.#expected = 'next';
  }

  #close(byte: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.isObject !== (byte === closeBrace)) {
      this.#lose(unexpected(byte));
      return;
    }
    this.#frames.pop();
    this.#expected = 'more';
    if (this.#frames.length === 0) this.#endDocument();
  }

  #endLine(): void {
    if (this.#frames.length === 0) return;
    this.#hasSeveralLines = true;
    if (this.#isLines) this.#lose('a line ends in the middle of it');
  }

  #endDocument(): void {
    if (this.#document === 0) this.#isLines = !this.#hasSeveralLines;
    this.#document += 1;
    this.#frames.length = 0;
    this.#collecting = null;
    this.#expected = 'value';
  }

  /** Gives the document up. */
  #lose(message: string): void {
    this.#problem(message);
    this.#endDocument();
    [this.#isLost, this.#atLineStart] = [true, false];
  }

  #findLine(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (this.#atLineStart && byte === openBrace) {
        this.#isLost = false;
        return at;
      }
      this.#atLineStart = byte === lineFeed;
    }
    return bytes.length;
  }

  #problem(message: string): void {
    this.#ready.push({ kind: 'problem', path: this.#path, message });
  }
}

function unexpected(byte: number): string {
  return `JSON has no place for ${JSON.stringify(String.fromCharCode(byte))} there`;
}
