// Keys as a person presses them, one after the other, from a terminal that is switched to hand over each at once.

/** The part of a terminal's input stream that is used. */
export interface KeySource {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  on(event: 'data', listener: (data: Buffer | string) => void): unknown;
  off(event: 'data', listener: (data: Buffer | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

const escape = '\u001B';
const interrupt = '\u0003';
const endOfInput = '\u0004';
const rubOuts = new Set(['\u007F', '\b']);
/** Cursor keys and the like: one key that arrives as several characters. */
// eslint-disable-next-line no-control-regex -- the escape character begins what this looks for
const sequence = /^\u001B(\[[0-9;?]*[@-~]|O.)/;

export type Key =
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'enter' | 'escape' | 'backspace' | 'end' };

export class KeyInput {
  readonly #source: KeySource;
  readonly #waiting: Key[] = [];
  #take: ((key: Key) => void) | null = null;
  readonly #listener = (data: Buffer | string) => this.#receive(data.toString());
  readonly #signal: AbortSignal;
  readonly #end = () => this.#give({ kind: 'end' });

  /** Once the signal fires every further key is `end`. */
  constructor(source: KeySource, signal: AbortSignal) {
    this.#source = source;
    this.#signal = signal;
    source.setRawMode?.(true);
    source.on('data', this.#listener);
    source.resume();
    signal.addEventListener('abort', this.#end);
  }

  /** Ctrl+C, Ctrl+D and a signal that ends the program are the key `end`. */
  next(): Promise<Key> {
    if (this.#signal.aborted) return Promise.resolve({ kind: 'end' });
    const key = this.#waiting.shift();
    if (key !== undefined) return Promise.resolve(key);
    return new Promise((resolve) => (this.#take = resolve));
  }

  /** Gives the terminal back as it was. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#end);
    this.#source.off('data', this.#listener);
    this.#source.setRawMode?.(false);
    this.#source.pause();
  }

  #receive(text: string): void {
    for (let rest = text; rest !== '';) {
      const known = sequence.exec(rest)?.[0];
      const [character = ''] = rest;
      const length = known?.length ?? (String.fromCodePoint(rest.codePointAt(0) ?? 0).length || 1);
      // Cursor keys mean nothing here.
      if (known === undefined) this.#give(keyOf(length > 1 ? rest.slice(0, length) : character));
      rest = rest.slice(length);
    }
  }

  #give(key: Key): void {
    const take = this.#take;
    this.#take = null;
    if (take === null) this.#waiting.push(key);
    else take(key);
  }
}

function keyOf(text: string): Key {
  if (text === '\r' || text === '\n') return { kind: 'enter' };
  if (text === interrupt || text === endOfInput) return { kind: 'end' };
  if (text === escape) return { kind: 'escape' };
  return rubOuts.has(text) ? { kind: 'backspace' } : { kind: 'character', text };
}

const graphemes = new Intl.Segmenter();

function withoutLast(text: string): string {
  const segments = [...graphemes.segment(text)];
  return text.slice(0, segments.at(-1)?.index ?? 0);
}

/** A line of text up to Enter; null when it is given up with Escape or the input ends. `echo` shows it so far. */
export async function readLine(
  keys: Pick<KeyInput, 'next'>,
  start: string,
  echo: (text: string) => void,
): Promise<string | null> {
  let text = start;
  for (;;) {
    echo(text);
    const key = await keys.next();
    switch (key.kind) {
      case 'enter':
        return text;
      case 'escape':
      case 'end':
        return null;
      case 'backspace':
        text = withoutLast(text);
        break;
      case 'character':
        text += key.text;
        break;
    }
  }
}
