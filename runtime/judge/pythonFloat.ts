// Python's float(text), because the GAIA scorer is defined by what Python takes for a number.

/**
 * Python's white space: JavaScript's `\s` has U+FEFF, which Python does not strip, and lacks U+001C..U+001F and U+0085.
 */
const whiteSpace = new Set(
  '\t\n\v\f\r\u001c\u001d\u001e\u001f\u0020\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);
const number = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;
const special = /^([+-]?)(?:(inf|infinity)|nan)$/i;

/** The number that Python's float() gives, or null where it raises ValueError. */
export function pythonFloat(text: string): number | null {
  const stripped = asciiDigits(stripWhiteSpace(text));
  const match = special.exec(stripped);
  if (match !== null) {
    if (match[2] === undefined) return Number.NaN;
    return match[1] === '-' ? -Infinity : Infinity;
  }
  return number.test(stripped) ? Number(stripped.replaceAll('_', '')) : null;
}

/** Removes all that Python's `\s` matches. */
export function withoutWhiteSpace(text: string): string {
  return Array.from(text)
    .filter((character) => !whiteSpace.has(character))
    .join('');
}

function stripWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && whiteSpace.has(text.charAt(start))) start += 1;
  while (end > start && whiteSpace.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Decimal digits of any script as 0-9: Unicode keeps each script's ten digits together, in runs of ten. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (first > 0 && /\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
    return String((code - first) % 10);
  });
}
