// Text as Python's str methods see it: which characters are white space differs from JavaScript (U+001C to U+001F and U+0085 are,
// U+FEFF is not). Pure.

const space =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const leading = new RegExp(`^[${space}]+`);
const isSpace = new RegExp(`[${space}]`);
const words = new RegExp(`[^${space}]+`, 'g');

/** `str.strip()`. */
export function pythonStrip(text: string): string {
  const start = leading.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && isSpace.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
}

/** `len(str.split())`. */
export function pythonWordCount(text: string): number {
  return text.match(words)?.length ?? 0;
}

/** `round(value, 2)`: to the nearest hundredth of the exact binary value, a tie to the even one. At most 1e15. */
export function pythonRoundHundredths(value: number): number {
  // Only odd eighths lie exactly in the middle between two hundredths.
  if (!Number.isInteger(value * 8) || Number.isInteger(value * 4)) return Number(value.toFixed(2));
  const below = Math.floor(value * 100);
  return (below % 2 === 0 ? below : below + 1) / 100;
}
