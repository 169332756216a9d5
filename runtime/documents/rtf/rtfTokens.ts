// The tokens of RTF: groups, control words with their numbers, bytes and text.

export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | null }
  /** `\*`: the group may be skipped by readers that do not know it. */
  | { readonly kind: 'optional' }
  /** One byte of the current code page. */
  | { readonly kind: 'byte'; readonly byte: number }
  /** `\~`, `\_` and the like: the character they stand for. */
  | { readonly kind: 'text'; readonly text: string };

const symbols: Readonly<Record<string, string>> = {
  '~': ' ',
  _: '-',
  '-': '',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

const backslash = 0x5c;
const controlWord = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;

export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code !== backslash) {
      if (code === 0x7b) yield { kind: 'open' };
      else if (code === 0x7d) yield { kind: 'close' };
      else if (code !== 0x0d && code !== 0x0a) yield { kind: 'byte', byte: code };
      at += 1;
      continue;
    }
    controlWord.lastIndex = at;
    const match = controlWord.exec(text);
    if (match === null) {
      const symbol = text[at + 1] ?? '';
      if (symbol === "'") {
        yield { kind: 'byte', byte: Number.parseInt(text.slice(at + 2, at + 4), 16) || 0x3f };
        at += 4;
        continue;
      }
      yield symbol === '*' ? { kind: 'optional' } : symbolToken(symbol);
      at += 2;
      continue;
    }
    const [whole, word = '', digits] = match;
    const value = digits === undefined ? null : Number(digits);
    yield { kind: 'word', word, value };
    at += whole.length;
    // Binary data follows its control word as so many raw bytes.
    if (word === 'bin') at += Math.max(0, value ?? 0);
  }
}

function symbolToken(symbol: string): RtfToken {
  if (symbol === '\r' || symbol === '\n') return { kind: 'word', word: 'par', value: null };
  return { kind: 'text', text: symbols[symbol] ?? '' };
}
