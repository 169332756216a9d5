// Steps over JSON in a buffer without making values of it. Every function answers with the place after what it stepped
// over, or -1 when that is not certainly JSON; the caller then lets the full parser decide.

/** What is looked at: `bytes` up to `end`. The same object is used again for line after line. */
export interface Cursor {
  bytes: Buffer;
  end: number;
  /** Start and end of what was marked on the way, by slot; -1 where nothing was. */
  readonly marks: Int32Array;
}

export const unsure = -1;

const quote = 0x22;
const backslash = 0x5c;
/** Deeper values are left to the full parser. */
const maxDepth = 64;

/** 1 for bytes that go on in a string: everything but quotes, backslashes and control characters. */
const plainInString = new Uint8Array(256).fill(1, 0x20);
plainInString[quote] = 0;
plainInString[backslash] = 0;

/** 1 for what may follow a backslash, `u` apart. */
const escaped = new Uint8Array(256);
for (const letter of '"\\/bfnrt') escaped[letter.charCodeAt(0)] = 1;

const hexadecimal = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') hexadecimal[digit.charCodeAt(0)] = 1;

export function skipSpace({ bytes, end }: Cursor, at: number): number {
  let next = at;
  while (next < end) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) break;
    next += 1;
  }
  return next;
}

/** `at` is at the opening quote. */
export function skipString({ bytes, end }: Cursor, at: number): number {
  if (bytes[at] !== quote) return unsure;
  let next = at + 1;
  while (next < end) {
    const byte = bytes[next] ?? 0;
    if (plainInString[byte] === 1) next += 1;
    else if (byte === quote) return next + 1;
    else if (byte !== backslash) return unsure;
    else if (escaped[bytes[next + 1] ?? 0] === 1) next += 2;
    else if (isUnicodeEscape(bytes, next)) next += 6;
    else return unsure;
  }
  return unsure;
}

function isUnicodeEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 1] !== 0x75) return false;
  for (let digit = at + 2; digit < at + 6; digit += 1) {
    if (hexadecimal[bytes[digit] ?? 0] !== 1) return false;
  }
  return true;
}

/** A whole number that a double holds exactly, without sign, fraction or exponent. */
export function skipCount({ bytes, end }: Cursor, at: number): number {
  let next = at;
  while (next < end && isDigit(bytes[next])) next += 1;
  const digits = next - at;
  if (digits === 0 || digits > 15 || (digits > 1 && bytes[at] === 0x30)) return unsure;
  const after = bytes[next];
  return after === 0x2e || after === 0x65 || after === 0x45 ? unsure : next;
}

/** Any number of ordinary size; those that might overflow to infinity are left to the full parser. */
export function skipNumber({ bytes, end }: Cursor, at: number): number {
  let next = bytes[at] === 0x2d ? at + 1 : at;
  const whole = next;
  while (next < end && isDigit(bytes[next])) next += 1;
  const digits = next - whole;
  if (digits === 0 || digits > 200 || (digits > 1 && bytes[whole] === 0x30)) return unsure;
  if (bytes[next] === 0x2e) {
    const fraction = next + 1;
    next = fraction;
    while (next < end && isDigit(bytes[next])) next += 1;
    if (next === fraction) return unsure;
  }
  return bytes[next] === 0x65 || bytes[next] === 0x45 ? skipExponent(bytes, next) : next;
}

function skipExponent(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  if (bytes[next] === 0x2b || bytes[next] === 0x2d) next += 1;
  const digits = next;
  while (isDigit(bytes[next])) next += 1;
  return next === digits || next - digits > 2 ? unsure : next;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** `word` as bytes, for example `true`. */
export function skipWord({ bytes, end }: Cursor, at: number, word: Uint8Array): number {
  const after = at + word.length;
  if (after > end) return unsure;
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word[index]) return unsure;
  }
  return after;
}

const wordTrue = Buffer.from('true');
const wordFalse = Buffer.from('false');
const wordNull = Buffer.from('null');

export function skipNull(cursor: Cursor, at: number): number {
  return skipWord(cursor, at, wordNull);
}

export function skipBoolean(cursor: Cursor, at: number): number {
  return cursor.bytes[at] === 0x74
    ? skipWord(cursor, at, wordTrue)
    : skipWord(cursor, at, wordFalse);
}

/** Any value. */
export function skipValue(cursor: Cursor, at: number, depth = 0): number {
  switch (cursor.bytes[at] ?? 0) {
    case quote:
      return skipString(cursor, at);
    case 0x7b:
      return depth > maxDepth ? unsure : skipMembers(cursor, at, skipAny(depth));
    case 0x5b:
      return depth > maxDepth ? unsure : skipElements(cursor, at, skipAny(depth));
    case 0x74:
    case 0x66:
      return skipBoolean(cursor, at);
    case 0x6e:
      return skipNull(cursor, at);
    default:
      return skipNumber(cursor, at);
  }
}

export type Skip = (cursor: Cursor, at: number) => number;

function skipAny(depth: number): Skip {
  return (cursor, at) => skipValue(cursor, at, depth + 1);
}

/** An array, each element by `element`. */
export function skipElements(cursor: Cursor, at: number, element: Skip): number {
  if (cursor.bytes[at] !== 0x5b) return unsure;
  let next = skipSpace(cursor, at + 1);
  if (cursor.bytes[next] === 0x5d && next < cursor.end) return next + 1;
  for (;;) {
    next = element(cursor, next);
    if (next < 0) return unsure;
    if (cursor.bytes[next] !== 0x2c) next = skipSpace(cursor, next);
    if (next >= cursor.end) return unsure;
    if (cursor.bytes[next] === 0x5d) return next + 1;
    if (cursor.bytes[next] !== 0x2c) return unsure;
    next = skipSpace(cursor, next + 1);
  }
}

/**
 * An object whose keys may be anything but names with a leading `__`, which mean something to the engine; each value by
 * `value`.
 */
export function skipMembers(cursor: Cursor, at: number, value: Skip): number {
  const { bytes, end } = cursor;
  if (bytes[at] !== 0x7b) return unsure;
  let next = skipSpace(cursor, at + 1);
  if (bytes[next] === 0x7d && next < end) return next + 1;
  for (;;) {
    const colon = skipKey(cursor, next);
    if (colon < 0) return unsure;
    next = value(cursor, skipSpace(cursor, colon + 1));
    if (next < 0) return unsure;
    next = skipSpace(cursor, next);
    if (next >= end) return unsure;
    if (bytes[next] === 0x7d) return next + 1;
    if (bytes[next] !== 0x2c) return unsure;
    next = skipSpace(cursor, next + 1);
  }
}

/** The place of the colon after a key. A key with an escape may be any other key, so it is left to the full parser. */
export function skipKey(cursor: Cursor, at: number): number {
  const { bytes, end } = cursor;
  if (bytes[at] !== quote) return unsure;
  let next = at + 1;
  while (next < end && plainInString[bytes[next] ?? 0] === 1) next += 1;
  if (bytes[next] !== quote) return unsure;
  if (bytes[at + 1] === 0x5f && bytes[at + 2] === 0x5f) return unsure;
  const colon = bytes[next + 1] === 0x3a ? next + 1 : skipSpace(cursor, next + 1);
  return colon < end && bytes[colon] === 0x3a ? colon : unsure;
}
