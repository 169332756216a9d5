// Reads what should be JSON and is not quite, as Python programs leave it behind: `repr`, NaN and Infinity, line ends inside of
// texts, words without quotes, commas before an end. Every departure is counted by its kind; what is ambiguous or cut off stays
// wrong. Pure.
import type { Parsed } from '../../../support/parseJson.ts';
import type { Repair, Repairs } from './repairs.ts';

export interface PatientValue {
  readonly value: unknown;
  readonly repairs: Repairs;
}

export function readPatientJson(text: string): Parsed<PatientValue> {
  const reader = new PatientReader(text);
  try {
    return { ok: true, value: { value: reader.whole(), repairs: reader.repairs } };
  } catch (error) {
    if (error instanceof NotReadable) return { ok: false, problem: error.message };
    throw error;
  }
}

class NotReadable extends Error {}

const maxDepth = 900;
const white = /\s*/y;
const plainWord = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const number = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const infinite = /[-+]?(?:nan|inf|infinity)\b/iy;
const textParts = { '"': /[^"\\]+/y, "'": /[^'\\]+/y } as const;
// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f]/;
const words: ReadonlyMap<string, boolean | null> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);
const pythonWords: ReadonlyMap<string, boolean | null> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);
const escapes: ReadonlyMap<string, string> = new Map([
  ...['"', "'", '\\', '/'].map((char) => [char, char] as const),
  ...([
    ['b', '\b'],
    ['f', '\f'],
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
    ['\n', ''],
  ] as const),
]);
const codeDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

class PatientReader {
  readonly repairs = new Map<Repair, number>();
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value();
    this.#match(white);
    if (this.#at < this.#text.length) this.#fail('something follows after its end');
    return value;
  }

  #value(): unknown {
    this.#match(white);
    const char = this.#text[this.#at];
    if (char === undefined) return this.#fail('it ends in the middle');
    if (char === '{') return this.#nested(() => this.#object());
    if (char === '[') return this.#nested(() => this.#list(']'));
    if (char === '(') return this.#tuple();
    if (char === '"' || char === "'") return this.#quoted(char);
    if (this.#match(infinite) !== null) return this.#repaired('not-finite', null);
    const digits = this.#match(number);
    return digits === null ? this.#word() : Number(digits);
  }

  #object(): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    while (!this.#ends('}', entries.length)) {
      const key = this.#key();
      if (!this.#takes(':')) this.#fail('a colon is missing after a name');
      entries.push([key, this.#value()]);
    }
    return Object.fromEntries(entries);
  }

  #key(): string {
    const key = this.#value();
    if (typeof key === 'string') return key;
    return typeof key === 'number' ? String(key) : this.#fail('a name is no text');
  }

  #list(end: string): unknown[] {
    const items: unknown[] = [];
    while (!this.#ends(end, items.length)) items.push(this.#value());
    return items;
  }

  #tuple(): unknown[] {
    this.#repair('python-object');
    return this.#nested(() => this.#list(')'));
  }

  /** Between two entries stands a comma; one more before the end says nothing. */
  #ends(end: string, before: number): boolean {
    if (this.#takes(end)) return true;
    if (before === 0) return false;
    if (!this.#takes(',')) this.#fail(`a comma or ${end} is missing`);
    if (!this.#takes(end)) return false;
    // Python's tuple of one has a comma by its rules.
    if (end !== ')') this.#repair('extra-comma');
    return true;
  }

  #nested<Value>(read: () => Value): Value {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) this.#fail(`it is nested more than ${maxDepth} deep`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #word(): unknown {
    const word = this.#match(plainWord);
    if (word === null)
      return this.#fail(`${JSON.stringify(this.#text[this.#at])} stands where a value should be`);
    const json = words.get(word);
    if (json !== undefined) return json;
    const python = pythonWords.get(word);
    if (python !== undefined) return this.#repaired('python-word', python);
    return this.#text[this.#at] === '(' ? this.#pythonObject() : this.#repaired('bare-word', word);
  }

  /** `np.float64(0.5)` and `array([1, 2], dtype=int64)` are what stands first in them. */
  #pythonObject(): unknown {
    this.#repair('python-object');
    return this.#nested(() => {
      const value = this.#value();
      while (this.#takes(',')) {
        this.#match(white);
        if (this.#match(plainWord) === null || !this.#takes('=')) {
          this.#fail('a Python object has more than one value');
        }
        this.#value();
      }
      if (!this.#takes(')')) this.#fail('a Python object has no end');
      return value;
    });
  }

  #quoted(quote: '"' | "'"): string {
    if (quote === "'") this.#repair('single-quotes');
    this.#at += 1;
    const parts: string[] = [];
    for (;;) {
      const part = this.#match(textParts[quote]);
      if (part !== null) {
        if (control.test(part)) this.#repair('raw-control');
        parts.push(part);
      }
      const char = this.#text[this.#at];
      if (char === undefined) return this.#fail('a text has no end');
      this.#at += 1;
      if (char === quote) return parts.join('');
      parts.push(this.#escape());
    }
  }

  /** After a backslash. */
  #escape(): string {
    const char = this.#text[this.#at];
    if (char === undefined) return this.#fail('a text has no end');
    this.#at += 1;
    const plain = escapes.get(char);
    if (plain !== undefined) return plain;
    const digits = this.#text.slice(this.#at, this.#at + (codeDigits.get(char) ?? 0));
    const code = /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (digits.length !== codeDigits.get(char) || !(code <= 0x10ffff)) {
      return this.#repaired('odd-escape', `\\${char}`);
    }
    this.#at += digits.length;
    return String.fromCodePoint(code);
  }

  #takes(mark: string): boolean {
    this.#match(white);
    if (this.#text[this.#at] !== mark) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found = null] = pattern.exec(this.#text) ?? [];
    if (found !== null) this.#at += found.length;
    return found;
  }

  #repaired<Value>(repair: Repair, value: Value): Value {
    this.#repair(repair);
    return value;
  }

  #repair(repair: Repair): void {
    this.repairs.set(repair, (this.repairs.get(repair) ?? 0) + 1);
  }

  #fail(message: string): never {
    throw new NotReadable(`${message} (character ${this.#at + 1})`);
  }
}
