// What an answer is like, for the question whether a judge is kinder to some answers than to others. Pure.

export type NumberFormat =
  'currency or percent' | 'thousands separator' | 'plain number' | 'no number';

const money = String.raw`\p{Sc}|%|‰|٪|\b(?:USD|EUR|GBP|JPY|CNY|CHF|INR)\b`;
const withUnit = new RegExp(String.raw`(?:${money})\s*[+-]?\d|\d\s*(?:${money})`, 'iu');
/** Groups of three after a comma, an apostrophe or a narrow space; after a dot only twice, since 1.234 may be a decimal. */
const withThousands =
  /(?<![\d.,])\d{1,3}(?:(?:[,'’\u00a0\u2009\u202f]\d{3})+|(?:\.\d{3}){2,})(?!\d)/u;

/** How the numbers of an answer are written; the first format that any of them has, in the order of the type. */
export function numberFormatOf(answer: string): NumberFormat {
  if (withUnit.test(answer)) return 'currency or percent';
  if (withThousands.test(answer)) return 'thousands separator';
  return /\p{Nd}/u.test(answer) ? 'plain number' : 'no number';
}

const scripts: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin script', /\p{Script=Latin}/u],
  [
    'Chinese, Japanese or Korean script',
    /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u,
  ],
  ['Cyrillic script', /\p{Script=Cyrillic}/u],
  ['Arabic script', /\p{Script=Arabic}/u],
  ['Devanagari script', /\p{Script=Devanagari}/u],
  ['Greek script', /\p{Script=Greek}/u],
  ['Hebrew script', /\p{Script=Hebrew}/u],
  ['Thai script', /\p{Script=Thai}/u],
];
const otherScript = 'another script';

/** The script of most letters of a text, the earlier in the list of equally many; null when it has no letters. */
export function scriptOf(text: string): string | null {
  const counts = new Map<string, number>(scripts.map(([name]) => [name, 0]));
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    const name = scripts.find(([, pattern]) => pattern.test(letter))?.[0] ?? otherScript;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  let most: [name: string | null, count: number] = [null, 0];
  for (const [name, count] of counts) if (count > most[1]) most = [name, count];
  return most[0];
}

/** Characters as people count them, near enough: code points. */
export function lengthOf(answer: string): number {
  return Array.from(answer).length;
}

/**
 * Whether two model names mean the same model: address, owner and case do not count, so that `Qwen/Qwen2.5-3B-Instruct` and
 * `qwen2.5-3b-instruct@http://localhost:8000/v1` do.
 */
export function sameModel(one: string, other: string): boolean {
  return bareModel(one) === bareModel(other);
}

function bareModel(name: string): string {
  const withoutAddress = name.trim().replace(/@https?:\/\/.*$/u, '');
  return withoutAddress
    .replace(/[/\\]+$/u, '')
    .replace(/^.*[/\\]/u, '')
    .toLowerCase();
}

/**
 * The quarter of the answers that each length falls into, named by its shortest and longest. Equal lengths stay together, so that
 * there may be fewer than four.
 */
export function lengthQuarters(lengths: readonly number[]): (length: number) => string {
  const ascending = [...lengths].sort((a, b) => a - b);
  const ends = [1, 2, 3, 4].map(
    (quarter) => ascending[Math.ceil((ascending.length * quarter) / 4) - 1] ?? 0,
  );
  const endOf = (length: number): number => ends.find((end) => length <= end) ?? Infinity;
  const spans = new Map<number, [low: number, high: number]>();
  for (const length of ascending) {
    const end = endOf(length);
    spans.set(end, [spans.get(end)?.[0] ?? length, length]);
  }
  return (length) => spanName(spans.get(endOf(length)) ?? [length, length]);
}

function spanName([low, high]: readonly [number, number]): string {
  const unit = high === 1 ? 'character' : 'characters';
  return low === high ? `${low} ${unit}` : `${low} to ${high} ${unit}`;
}
