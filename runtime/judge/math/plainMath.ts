// One spelling for the ways in which LaTeX writes the same short answer. The rules are those that scores on MATH are given by
// (hendrycks/math, math_equivalence.py: spacing, \left and \right, units, fractions and roots without braces, `x =` in front), and
// where both answers are plain numbers their values decide. It proves no algebra: 2x+2 and 2(x+1) differ. Pure.

/** What says nothing about the value. */
const idle: readonly (readonly [RegExp, string])[] = [
  [/\\\(|\\\)|\\\[|\\\]|\$/g, ''],
  [/\\[!,;: ]|\\quad|\\qquad|~/g, ''],
  [/\\(?:left|right|displaystyle|bigl?|bigr|Bigl?|Bigr)(?![a-zA-Z])/g, ''],
  [/\\[dt]frac(?![a-zA-Z])/g, '\\frac'],
  [/\^\s*(?:\{\s*\\circ\s*\}|\\circ)|\\degree|°/g, ''],
  [/\\%|%/g, ''],
  [/\\text(?:bf|rm|it)?\s*\{\s*([^{}]*?)\s*\}\s*$/, ' \\text{$1}'],
];

/** A unit behind a number, such as `5 \text{ cm}`; text alone, such as `\text{yes}`, is the answer itself. */
const unit = /^(.*\S)\s+\\text\{[^{}]*\}$/s;
const textOnly = /^\\text\{([^{}]*)\}$/;

/** Spellings that stand for one another. */
export function plainMath(answer: string): string {
  let text = answer.replaceAll('\n', ' ').trim();
  for (const [pattern, plain] of idle) text = text.replace(pattern, plain);
  text = text.trim();
  text = unit.exec(text)?.[1] ?? textOnly.exec(text)?.[1] ?? text;
  text = text.replace(/^[a-zA-Z]{1,2}\s*(?:=|\\in(?![a-zA-Z]))\s*/, '').replace(/\.\s*$/, '');
  text = text.replace(/\\(?:text|mathrm|mbox)\s*\{\s*([^{}]*?)\s*\}/g, '$1');
  return braced(text.replace(/\s+/g, '')).replace(/(^|[^\d])\.(?=\d)/g, '$10.');
}

/** `\frac12` as `\frac{1}{2}`, `\sqrt3` as `\sqrt{3}`, `x^{2}` as `x^2`, and a whole a/b as a fraction. */
function braced(text: string): string {
  const fractions = text
    .replace(/\\frac([^{\\])([^{\\])/g, '\\frac{$1}{$2}')
    .replace(/\\frac([^{\\])\{/g, '\\frac{$1}{')
    .replace(/\\frac(\{[^{}]*\})([^{\\])/g, '\\frac$1{$2}')
    .replace(/\\sqrt([^{[\\])/g, '\\sqrt{$1}')
    .replace(/([\^_])\{(\w)\}/g, '$1$2');
  return fractions.replace(/^(-?)(\d+)\/(\d+)$/, '$1\\frac{$2}{$3}');
}

const number = String.raw`\d+(?:\.\d+)?|\.\d+`;
const thousands = /^(-?)(\d{1,3}(?:(?:,|\{,\})\d{3})+)(\.\d+)?$/;
const decimal = new RegExp(`^[+-]?(?:${number})$`);
const fraction = new RegExp(
  String.raw`^([+-]?)\\frac\{([+-]?(?:${number}))\}\{([+-]?(?:${number}))\}$`,
);
const mixed = /^([+-]?)(\d+)\\frac\{(\d+)\}\{(\d+)\}$/;

/** The value of a plain spelling that is one number: whole, decimal, with thousands separators, a fraction, or a mixed number. */
export function plainValue(plain: string): number | null {
  const separated = thousands.exec(plain);
  if (separated !== null) {
    const [, sign = '', digits = '', rest = ''] = separated;
    return Number(`${sign}${digits.replace(/[{},]/g, '')}${rest}`);
  }
  if (decimal.test(plain)) return Number(plain);
  const parts = fraction.exec(plain);
  if (parts !== null) return signed(parts[1], quotient(Number(parts[2]), Number(parts[3])));
  const whole = mixed.exec(plain);
  if (whole === null) return null;
  const part = quotient(Number(whole[3]), Number(whole[4]));
  return part === null ? null : signed(whole[1], Number(whole[2]) + part);
}

function quotient(above: number, below: number): number | null {
  return below === 0 ? null : above / below;
}

function signed(sign: string | undefined, value: number | null): number | null {
  if (value === null) return null;
  return sign === '-' ? -value : value;
}
