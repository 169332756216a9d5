// Finds where one JSON value ends, in whatever pieces its bytes come. It looks at brackets and quotes only; whether the value is
// right is found out when it is parsed.

const [quote, backslash, lineFeed] = [0x22, 0x5c, 0x0a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const comma = 0x2c;

export type Found =
  /** `at` is the index after its last byte. */
  | { readonly kind: 'end'; readonly at: number }
  /** A line end where there cannot be one: the writer was cut off here. */
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'more' };

export class JsonValueEnd {
  readonly #isScalar: boolean;
  readonly #isOneLine: boolean;
  #depth = 0;
  #deepest = 0;
  #inString = false;
  #escaped = false;

  /** @param first the first byte of the value, which `find` gets again */
  constructor(first: number, isOneLine: boolean) {
    this.#isScalar = first !== quote && first !== openBrace && first !== openBracket;
    this.#isOneLine = isOneLine;
  }

  /** How many containers lie in each other at the deepest place. */
  get deepest(): number {
    return this.#deepest;
  }

  /** A number or a word ends at what follows it, so at the end of a file too. */
  get mayEndHere(): boolean {
    return this.#isScalar;
  }

  find(bytes: Uint8Array, from: number): Found {
    return this.#isScalar ? findScalarEnd(bytes, from) : this.#findClosing(bytes, from);
  }

  /** Texts make up most of such files: their bytes are passed over in a loop of their own. */
  #findClosing(bytes: Uint8Array, from: number): Found {
    let at = from;
    while (at < bytes.length) {
      if (this.#inString) at = this.#passText(bytes, at);
      if (at >= bytes.length) break;
      const byte = bytes[at] ?? 0;
      if (byte === lineFeed && (this.#inString || this.#isOneLine)) return { kind: 'cut', at };
      this.#mark(byte);
      at += 1;
      if (this.#depth === 0 && !this.#inString) return { kind: 'end', at };
    }
    return { kind: 'more' };
  }

  /** The index of the quote that ends the text, or of a line end, or the end of the bytes. */
  #passText(bytes: Uint8Array, from: number): number {
    let escaped = this.#escaped;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === lineFeed) break;
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) break;
    }
    this.#escaped = escaped;
    return at;
  }

  #mark(byte: number): void {
    if (byte === quote) this.#inString = !this.#inString;
    else if (byte === openBrace || byte === openBracket) {
      this.#depth += 1;
      if (this.#depth > this.#deepest) this.#deepest = this.#depth;
    } else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
  }
}

function findScalarEnd(bytes: Uint8Array, from: number): Found {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20 || byte === comma || byte === closeBrace || byte === closeBracket) {
      return { kind: 'end', at };
    }
  }
  return { kind: 'more' };
}
