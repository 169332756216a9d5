// A small Python tokenizer: it tells code, comments and strings apart, f-strings with nested fields included, and says what
// is still open at the end. The host has no Python parser; this is enough to know whether three backticks lie in a string.
// It judges no syntax: Python itself reports that.

export type Region = 'code' | 'comment' | 'string';

/** One byte a character of the scanned text. */
export const regionCodes = { code: 0, comment: 1, string: 2 } as const;

export interface ScanOptions {
  /**
   * Asked at the first character of each line and at every backtick and `<` outside strings, in order.
   * True ends the scan before that character.
   */
  readonly stopAt?: (index: number, region: Region) => boolean;
  /** Receives the region of every character, as a regionCode, indexed like the text. */
  readonly regions?: Uint8Array;
}

export interface PythonScan {
  /** Where the scan ended: the stop, or the end of the text. */
  readonly end: number;
  readonly stopped: boolean;
  readonly openString: boolean;
  /** Brackets that were not closed; fields of f-strings count. */
  readonly openBrackets: number;
  /** The last code character that is no white space, or an empty string. */
  readonly lastCharacter: string;
  /** A string was left open at the end of its line, or a bracket was closed that was never opened. */
  readonly broken: boolean;
}

interface StringFrame {
  readonly kind: 'string';
  readonly quote: string;
  readonly triple: boolean;
  readonly formatted: boolean;
}
/** The expression between braces of an f-string. */
interface FieldFrame {
  readonly kind: 'field';
  brackets: number;
}
/** The format specification after a field's colon. */
interface SpecFrame {
  readonly kind: 'spec';
}
type Frame = StringFrame | FieldFrame | SpecFrame;

const stringPrefixes = new Set('r u b f t br rb fr rf tr rt'.split(' '));

// Characters without a meaning of their own in each region.
const plainCode = /[^\n#"'`<\\:()[\]{}]+/y;
const plainComment = /[^\n`<]+/y;
const plainString = /[^\n"'\\{]+/y;

/** Scans `text` from `start`, which must lie outside any string. Linear in the length scanned. */
export function scanPython(text: string, start: number, options: ScanOptions = {}): PythonScan {
  return new Scanner(text, start, options).run();
}

/** True when nothing is open: no string, no bracket, no line that must go on. */
export function isComplete(scan: PythonScan): boolean {
  return (
    !scan.openString &&
    scan.openBrackets === 0 &&
    !scan.broken &&
    !/[\\:=+\-*/%&|^~<>@]/.test(scan.lastCharacter)
  );
}

class Scanner {
  private readonly text: string;
  private readonly options: ScanOptions;
  private readonly frames: Frame[] = [];
  private index: number;
  private brackets = 0;
  private broken = false;
  private lastCharacter = '';

  constructor(text: string, start: number, options: ScanOptions) {
    this.text = text;
    this.index = start;
    this.options = options;
  }

  run(): PythonScan {
    let stopped = this.asksToStop();
    while (!stopped && this.index < this.text.length) stopped = this.step();
    const fields = this.frames.filter((frame) => frame.kind === 'field').length;
    return {
      end: this.index,
      stopped,
      openString: this.frames.length > 0,
      openBrackets: this.brackets + fields,
      lastCharacter: this.lastCharacter,
      broken: this.broken,
    };
  }

  /** Reads one token or character; true when the scan must end. */
  private step(): boolean {
    const top = this.frames.at(-1);
    if (top === undefined || top.kind === 'field') return this.stepCode(top);
    return top.kind === 'string' ? this.stepString(top) : this.stepSpec();
  }

  private stepCode(field: FieldFrame | undefined): boolean {
    this.skip(plainCode, 'code');
    const character = this.text.charAt(this.index);
    if (character === '\n') return this.advance(1, 'code');
    if (character === '#') return this.comment();
    if (character === '"' || character === "'") return this.openString(character);
    if ((character === '`' || character === '<') && this.asksToStop()) return true;
    if (character === '\\' && this.text.charAt(this.index + 1) === '\n') {
      this.lastCharacter = '\\';
      return this.advance(2, 'code');
    }
    this.countBracket(character, field);
    if (character === ':' && field?.brackets === 0) this.frames.splice(-1, 1, { kind: 'spec' });
    if (character.trim() !== '') this.lastCharacter = character;
    return this.advance(1, 'code');
  }

  private countBracket(character: string, field: FieldFrame | undefined): void {
    if (character === '(' || character === '[' || character === '{') {
      if (field === undefined) this.brackets += 1;
      else field.brackets += 1;
    } else if (character === ')' || character === ']' || character === '}') {
      if (field === undefined) this.closeBracket();
      else if (field.brackets > 0) field.brackets -= 1;
      else if (character === '}') this.frames.pop();
    }
  }

  private closeBracket(): void {
    if (this.brackets === 0) this.broken = true;
    else this.brackets -= 1;
  }

  private comment(): boolean {
    while (this.index < this.text.length && this.text.charAt(this.index) !== '\n') {
      const character = this.text.charAt(this.index);
      if ((character === '`' || character === '<') && this.asksToStop('comment')) return true;
      this.advance(1, 'comment');
      this.skip(plainComment, 'comment');
    }
    return false;
  }

  /** Passes over characters that mean nothing, at the speed of the regular expression engine. */
  private skip(run: RegExp, region: Region): void {
    run.lastIndex = this.index;
    if (!run.test(this.text)) return;
    if (region === 'code') this.noteLastCharacter(run.lastIndex);
    this.mark(region, run.lastIndex);
  }

  private noteLastCharacter(end: number): void {
    let last = end - 1;
    while (last > this.index && /\s/.test(this.text.charAt(last))) last -= 1;
    const character = this.text.charAt(last);
    if (character.trim() !== '') this.lastCharacter = character;
  }

  private openString(quote: string): boolean {
    const before = this.text.slice(Math.max(0, this.index - 3), this.index).toLowerCase();
    const prefix = /[a-z_0-9]*$/.exec(before)?.[0] ?? '';
    const formatted = stringPrefixes.has(prefix) && /[ft]/.test(prefix);
    const triple = this.text.startsWith(quote === '"' ? '"""' : "'''", this.index);
    this.frames.push({ kind: 'string', quote, triple, formatted });
    this.lastCharacter = quote;
    return this.advance(triple ? 3 : 1, 'string');
  }

  private stepString(frame: StringFrame): boolean {
    this.skip(plainString, 'string');
    const character = this.text.charAt(this.index);
    if (character === '\\') return this.escape(frame);
    if (character === '\n' && !frame.triple) return this.breakOff();
    if (frame.formatted && character === '{') return this.openField();
    if (character !== frame.quote) return this.advance(1, 'string');
    if (!frame.triple) return this.closeString(1);
    const closes = this.text.startsWith(frame.quote.repeat(3), this.index);
    return closes ? this.closeString(3) : this.advance(1, 'string');
  }

  /** A backslash takes the next character with it, but not the brace of a field. */
  private escape(frame: StringFrame): boolean {
    const next = this.text.charAt(this.index + 1);
    if (frame.formatted && next === '{') return this.advance(1, 'string');
    if (frame.formatted && next === 'N' && this.text.charAt(this.index + 2) === '{') {
      return this.advance(3, 'string');
    }
    return this.advance(2, 'string');
  }

  private openField(): boolean {
    if (this.text.charAt(this.index + 1) === '{') return this.advance(2, 'string');
    this.frames.push({ kind: 'field', brackets: 0 });
    return this.advance(1, 'string');
  }

  private stepSpec(): boolean {
    const character = this.text.charAt(this.index);
    const string = this.frames.findLast((frame) => frame.kind === 'string');
    if (character === '}') this.frames.pop();
    else if (character === '{') this.frames.push({ kind: 'field', brackets: 0 });
    else if (string?.triple === false && (character === '\n' || character === string.quote)) {
      return this.breakOff();
    }
    return this.advance(1, 'string');
  }

  private closeString(length: number): boolean {
    this.lastCharacter = this.text.charAt(this.index);
    this.frames.pop();
    return this.advance(length, 'string');
  }

  /** A one-line string that its line does not close: Python will refuse it; the scan goes on as code. */
  private breakOff(): boolean {
    this.broken = true;
    this.frames.length = 0;
    return this.advance(1, 'code');
  }

  /** Moves on; at the start of a line it asks whether to stop. */
  private advance(length: number, region: Region): boolean {
    this.mark(region, Math.min(this.index + length, this.text.length));
    return this.text.charAt(this.index - 1) === '\n' && this.asksToStop();
  }

  private mark(region: Region, to: number): void {
    this.options.regions?.fill(regionCodes[region], this.index, to);
    this.index = to;
  }

  private asksToStop(region: Region = this.regionHere()): boolean {
    return this.options.stopAt?.(this.index, region) ?? false;
  }

  private regionHere(): Region {
    const top = this.frames.at(-1);
    return top === undefined || top.kind === 'field' ? 'code' : 'string';
  }
}
