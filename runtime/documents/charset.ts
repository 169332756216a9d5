// Bytes of unknown encoding as text: byte order mark, strict UTF-8, UTF-16 without a mark, then a guess by statistics.
// Decoding of legacy encodings is left to iconv-lite, because TextDecoder treats windows-1252 as Latin-1 on some versions
// of Node.
import iconv from 'iconv-lite';
import { detectAll } from 'jschardet';

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

/** UTF-16 without a byte order mark shows itself by zero bytes on one side of printable characters. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, sampleBytes) & ~1;
  if (length < 4) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < length; at += 2) {
    const [even = 0, odd = 0] = [bytes[at], bytes[at + 1]];
    if (even === 0 && odd !== 0 && !isControl(odd)) evenZeros += 1;
    if (odd === 0 && even !== 0 && !isControl(even)) oddZeros += 1;
  }
  const pairs = length / 2;
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.02) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.02) return 'utf-16be';
  return null;
}

/** Encodings that files are found in; the detector also proposes ones that have been dead for decades. */
const plausible =
  /^(windows-125[0-7]|iso-8859-[2579]|koi8-[ru]|shift_jis|euc-(jp|kr|tw)|gb2312|gb18030|big5|tis-620)$/;
/** A detector this sure is believed; it is for Asian and Cyrillic text, and hardly ever for Latin letters. */
const sureConfidence = 0.5;
/** Short western texts come out as something else by a hair. */
const westernBonus = 0.02;

function guessEncoding(bytes: Uint8Array): string {
  const sample = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampleBytes));
  const candidates = detectAll(sample)
    .map(({ encoding, confidence }) => ({ encoding: (encoding ?? '').toLowerCase(), confidence }))
    .filter(({ encoding }) => plausible.test(encoding) && iconv.encodingExists(encoding));
  const first = candidates[0];
  if (first !== undefined && first.confidence >= sureConfidence) return first.encoding;
  if (!candidates.some(({ encoding }) => encoding === western)) {
    candidates.push({ encoding: western, confidence: 0 });
  }
  const scored = candidates.map(({ encoding, confidence }) => ({
    encoding,
    faults: wordFaults(iconv.decode(sample, encoding)),
    confidence: encoding === western ? confidence + westernBonus : confidence,
  }));
  scored.sort((a, b) => a.faults - b.faults || b.confidence - a.confidence);
  return scored[0]?.encoding ?? western;
}

const western = 'windows-1252';

/** What no real text has: symbols and capitals inside words, control characters, words of two scripts. */
function wordFaults(text: string): number {
  const faults = [
    /[\u0080-\u009f\ufffd]/g,
    /\p{L}[¡-©¬®-¹¼-¿×÷ˆ˜†‡‰](?=\p{L})/gu,
    /(?<![\p{L}\p{N}])[£¤¥¦¯±²³¶¸¹](?=\p{L})/gu,
    /\p{Ll}(?=\p{Lu})/gu,
    /[a-z](?=[\u0370-\u05ff])|[\u0370-\u05ff](?=[a-z])/gi,
  ];
  return faults.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
}

function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte);
}
