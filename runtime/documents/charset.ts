// Bytes of unknown encoding as text: byte order mark, strict UTF-8, UTF-16 without a mark, then a guess by statistics.
// Decoding of legacy encodings is left to iconv-lite, because TextDecoder treats windows-1252 as Latin-1 on some versions
// of Node.
import iconv from 'iconv-lite';
import { detect } from 'jschardet';

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding as iconv-lite knows it, for example `utf-8` or `windows-1252`. */
  readonly encoding: string;
  /** False when the encoding was guessed from the letters' statistics. */
  readonly certain: boolean;
}

/** Bytes that are looked at to guess an encoding. */
const sampleBytes = 64 * 1024;

const byteOrderMarks: readonly { readonly mark: readonly number[]; readonly encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { mark: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Decodes text. `declared` is what the document says of itself, such as the charset of a mail; it ranks after a byte order mark. */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const mark = byteOrderMarks.find((entry) => startsWith(bytes, entry.mark));
  if (mark !== undefined) return decodeAs(bytes.subarray(mark.mark.length), mark.encoding, true);
  if (declared !== undefined && iconv.encodingExists(declared)) {
    return decodeAs(bytes, declared.toLowerCase(), true);
  }
  const wide = wideEncoding(bytes);
  if (wide !== null) return decodeAs(bytes, wide, true);
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== null) return { text: utf8, encoding: 'utf-8', certain: true };
  return decodeAs(bytes, guessEncoding(bytes), false);
}

/** Whether the bytes are text in some encoding, judged by their beginning. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (byteOrderMarks.some(({ mark }) => startsWith(bytes, mark))) return true;
  const sample = bytes.subarray(0, sampleBytes);
  if (wideEncoding(sample) !== null) return true;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (isControl(byte)) controls += 1;
  }
  // A form feed or an escape sequence here and there is text still; compressed data has a tenth of such bytes.
  return controls <= sample.length * 0.01;
}

/** A sentence for the reader when an encoding was only guessed; null when it is certain. */
export function encodingNote({ encoding, certain }: DecodedText): string | null {
  return certain
    ? null
    : `The file does not say its encoding; it was read as ${encoding}, so rare letters may be wrong.`;
}

function decodeAs(bytes: Uint8Array, encoding: string, certain: boolean): DecodedText {
  return {
    text: iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), encoding),
    encoding,
    certain,
  };
}

/** Null when the bytes are not UTF-8. A character that the end cuts in two is left out, since large files come as a head. */
function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** UTF-16 without a byte order mark shows itself by zero bytes on one side of each pair. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, sampleBytes) & ~1;
  if (length < 4) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) evenZeros += 1;
    if (bytes[at + 1] === 0) oddZeros += 1;
  }
  const pairs = length / 2;
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.02) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.02) return 'utf-16be';
  return null;
}

function guessEncoding(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes));
  const { encoding, confidence } = detect(sample);
  if (encoding === null || confidence < 0.2 || !iconv.encodingExists(encoding))
    return 'windows-1252';
  const name = encoding.toLowerCase();
  return isCentralEuropean(name) ? settleCentralEuropean(sample, name) : name;
}

function isCentralEuropean(encoding: string): boolean {
  return encoding === 'windows-1250' || encoding === 'iso-8859-2';
}

/**
 * The detector calls short western texts Central European. Read as windows-1252, real Central European text has symbols
 * inside words (`£ód\u0178` for `Łódź`); where both readings are made of letters, the western one is far more common.
 */
function settleCentralEuropean(sample: Buffer, encoding: string): string {
  const western = symbolsInWords(iconv.decode(sample, 'windows-1252'));
  const central = symbolsInWords(iconv.decode(sample, encoding));
  if (western > central) return encoding;
  return hasHungarianLetters(sample) ? encoding : 'windows-1252';
}

function symbolsInWords(text: string): number {
  return (
    text.match(
      /\p{L}[\u0080-\u00bf\u0152\u0153\u0160-\u0192](?=\p{L}|\s|$)|[£¥¦§©ª¬®¯±²³¹»¼¾](?=\p{L})/gu,
    )?.length ?? 0
  );
}

/** Bytes of ő and ű, without those of à, è and ê, which Hungarian has not. */
function hasHungarianLetters(sample: Buffer): boolean {
  const has = (...values: number[]): boolean => values.some((value) => sample.includes(value));
  return has(0xf5, 0xfb) && !has(0xe0, 0xe8, 0xea, 0xe3);
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte);
}
