// Characters that nobody sees: they hide marks from a parser and break Python code, yet belong inside some strings.

const invisible = /(?![\t\n\f])[\p{Cc}\p{Cf}]/gu;
const anyInvisible = /(?![\t\n\f])[\p{Cc}\p{Cf}]/u;
/** White space that Python refuses outside strings: no-break spaces, wide spaces, Unicode line separators. */
const foreignSpace = /(?! )[\p{Zs}\p{Zl}\p{Zp}]/gu;

/** Most text is of this kind, and passes without a copy. */
const plain = /^[\t\n\f -~]*$/;

/** The text as it looks: without control, zero-width and direction characters; foreign spaces become plain ones. */
export function visible(text: string): string {
  return plain.test(text) ? text : withoutInvisible(text).replace(foreignSpace, ' ');
}

export function withoutInvisible(text: string): string {
  return text.replace(invisible, '');
}

export function hasInvisible(text: string): boolean {
  return anyInvisible.test(text);
}

/**
 * The index in `text` where its visible form reaches `length` characters. What `visible` drops before that point is passed
 * over, so that a match in the visible form can be cut out of the original.
 */
export function indexOfVisible(text: string, length: number): number {
  let left = length;
  let index = 0;
  for (const character of text) {
    if (left <= 0) break;
    if (!anyInvisible.test(character)) left -= character.length;
    index += character.length;
  }
  return index;
}
