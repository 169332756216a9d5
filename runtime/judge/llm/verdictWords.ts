// The words by which a reply names a verdict, in English and in Chinese, and nothing else: what they mean where they stand is
// readVerdict.ts.
import type { VerdictLevel } from '../../contract/judge.ts';

/** Words that introduce a verdict. A text of others that holds one could be mistaken for the judge's own line. */
const labelWord = String.raw`verdict|判定|裁决|结论|评判|评定|最终判断`;

/** A tag that ends or begins a model's reasoning; beside the label words the only text that moves where a verdict is read. */
const reasoningTag = String.raw`<\s*/?\s*think`;

const suspicious = new RegExp(`${labelWord}|${reasoningTag}`, 'i');

/** Phrases for each level, the longest first, so that "partially correct" is never read as "correct". */
const phrases: readonly (readonly [RegExp, VerdictLevel])[] = [
  [/^(?:partial(?:ly)?|partly)[\s_-]*correct\b/i, 'Partially Correct'],
  [/^partial(?:ly)?\b/i, 'Partially Correct'],
  [/^(?:部分|部份)正确/, 'Partially Correct'],
  [/^(?:(?:fully|entirely|completely)\s+)?correct\b/i, 'Correct'],
  [/^(?:完全)?正确/, 'Correct'],
  [/^(?:(?:fully|entirely|completely)\s+)?(?:wrong|incorrect)\b/i, 'Wrong'],
  [/^not\s+correct\b/i, 'Wrong'],
  [/^(?:完全)?错误|^不正确/, 'Wrong'],
];

/** Any word of any level, to see whether a text that begins with one goes on to take it back. */
const anyLevel = /correct|wrong|partial|正确|错误|部分|部份/i;

export interface LeadingLevel {
  readonly level: VerdictLevel;
  /** What follows the phrase. */
  readonly rest: string;
}

/** The level that a text begins with; null when it begins with none. */
export function leadingLevel(text: string): LeadingLevel | null {
  for (const [pattern, level] of phrases) {
    const found = pattern.exec(text);
    if (found !== null) return { level, rest: text.slice(found[0].length) };
  }
  return null;
}

export function namesLevel(text: string): boolean {
  return anyLevel.test(text);
}

/** True for a text of others that could pass for a verdict of the judge, or hide one, when a reply quotes it. */
export function looksLikeVerdict(text: string): boolean {
  return suspicious.test(comparable(text));
}

/**
 * Text as it is searched: full-width and other compatibility forms become plain ones, and characters that are not seen (zero
 * width, direction marks, soft hyphens, variation selectors) vanish, so that they cannot split a word.
 */
export function comparable(text: string): string {
  return text.normalize('NFKC').replace(/[\p{Cf}\p{Mn}\u180b-\u180f]/gu, '');
}

/** Where a label may stand, in a line of text or as a key of JSON. `code` is the word that must follow it; null for none. */
export function labelPattern(code: string | null): RegExp {
  const marked = code === null ? '' : String.raw`\s*\(?\[?${code}\]?\)?`;
  return new RegExp(
    String.raw`(?:${labelWord})${marked}["'*_\x60\s]*(?:is\s*:?|:|=|为|是|[-–—]+>?|→)\s*`,
    'giu',
  );
}
