// How much text one document may give. Past it the text is cut at a line, and the cut is stated.

/** Characters of one converted document. More would not fit any reader and would only cost memory. */
export const maxTextCharacters = 2_000_000;

export interface LimitedText {
  readonly text: string;
  /** A sentence about the cut; empty when nothing was cut. */
  readonly lost: readonly string[];
}

/** Cuts text at the last line break before the limit. */
export function limitText(text: string, limit = maxTextCharacters): LimitedText {
  if (text.length <= limit) return { text, lost: [] };
  const lineEnd = text.lastIndexOf('\n', limit);
  const kept = text.slice(0, lineEnd > limit / 2 ? lineEnd : limit);
  const percent = Math.floor((kept.length / text.length) * 100);
  const sentence =
    `Only the first ${kept.length} of ${text.length} characters are given (${percent} %). ` +
    `Read the rest in Python, for example with open().`;
  return { text: kept, lost: [sentence] };
}
