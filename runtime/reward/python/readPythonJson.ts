// JSON text as Python's `json.loads` reads it: integers of any length, NaN and Infinity, the last of equal keys, no control
// characters in a text. Pure, never throws; the text comes from a policy.
import type { Parsed } from '../../support/parseJson.ts';
import type { PythonValue } from './pythonValue.ts';

/** Python refuses to convert longer integers (`sys.set_int_max_str_digits`). */
const maxDigits = 4300;
/** Below Python's recursion limit of 1,000 with the frames that a caller needs. */
const maxDepth = 900;

export function readPythonJson(text: string): Parsed<PythonValue> {
  try {
    return { ok: true, value: new Reader(text).whole() };
  } catch (error) {
    if (error instanceof NotJson) return { ok: false, problem: error.message };
    throw error;
  }
}

class NotJson extends Error {}

const white = /[ \t\n\r]*/y;
const integer = /-?(?:0|[1-9][0-9]*)/y;
const fraction = /(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
// A text's characters up to a quote, a backslash or a control character.
// eslint-disable-next-line no-control-regex -- control characters are what ends it
const plain = /[^"\\\u0000-\u001f]*/y;
const hexadecimal = /[0-9a-fA-F]{4}/y;

const names: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

class Reader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  whole(): PythonValue {
    this.take(white);
    const value = this.value();
    this.take(white);
    if (this.at < this.text.length) throw this.wrong('something follows the value');
    return value;
  }

  private value(): PythonValue {
    const next = this.text[this.at];
    if (next === '"') return this.string();
    if (next === '{') return this.nested(() => this.dictionary());
    if (next === '[') return this.nested(() => this.list());
    for (const [name, value] of names) {
      if (this.text.startsWith(name, this.at)) {
        this.at += name.length;
        return value;
      }
    }
    return this.number();
  }

  private nested<Value>(read: () => Value): Value {
    this.depth += 1;
    if (this.depth > maxDepth) throw this.wrong('nested too deep');
    this.at += 1;
    const value = read();
    this.depth -= 1;
    return value;
  }

  private dictionary(): PythonValue {
    const entries = new Map<string, PythonValue>();
    this.take(white);
    if (this.skip('}')) return entries;
    do {
      this.take(white);
      if (this.text[this.at] !== '"') throw this.wrong('a key is missing');
      const key = this.string();
      this.take(white);
      if (!this.skip(':')) throw this.wrong('":" is missing');
      this.take(white);
      entries.set(key, this.value());
      this.take(white);
    } while (this.skip(','));
    if (!this.skip('}')) throw this.wrong('"}" is missing');
    return entries;
  }

  private list(): PythonValue {
    const items: PythonValue[] = [];
    this.take(white);
    if (this.skip(']')) return items;
    do {
      this.take(white);
      items.push(this.value());
      this.take(white);
    } while (this.skip(','));
    if (!this.skip(']')) throw this.wrong('"]" is missing');
    return items;
  }

  private string(): string {
    let read = '';
    this.at += 1;
    for (;;) {
      read += this.take(plain);
      if (this.skip('"')) return read;
      if (!this.skip('\\')) throw this.wrong('a text does not end');
      read += this.escaped();
    }
  }

  private escaped(): string {
    const mark = this.text[this.at] ?? '';
    this.at += 1;
    if (mark !== 'u') {
      const meant = escapes.get(mark);
      if (meant === undefined) throw this.wrong('no such escape');
      return meant;
    }
    const digits = this.take(hexadecimal);
    if (digits === '') throw this.wrong('four hexadecimal digits are missing');
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): PythonValue {
    const digits = this.take(integer);
    if (digits === '') throw this.wrong('a value is missing');
    const rest = this.take(fraction);
    if (rest !== '') return Number(digits + rest);
    if (digits.length > maxDigits) throw this.wrong('an integer is too long');
    return BigInt(digits);
  }

  /** What the pattern, which is sticky, finds here; empty when nothing. */
  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private skip(mark: string): boolean {
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private wrong(what: string): NotJson {
    return new NotJson(`${what} at character ${this.at + 1}`);
  }
}
