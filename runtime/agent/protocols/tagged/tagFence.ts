// Models put Markdown fences inside of tags; they are taken off, and counted.

export interface Unfenced {
  readonly content: string;
  readonly fenced: boolean;
}

/** The content without a fence around all of it. */
export function withoutFence(content: string): Unfenced {
  const text = content.trim();
  const opening = /^```[^\n`]*\n/.exec(text);
  if (opening === null) return { content, fenced: false };
  const inner = text.slice(opening[0].length);
  return { content: inner.endsWith('```') ? inner.slice(0, -3) : inner, fenced: true };
}
