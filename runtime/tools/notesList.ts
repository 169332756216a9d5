// What a reader of a text should know, under the text.

/** Empty when there is nothing to say. */
export function notesList(remarks: readonly string[]): readonly string[] {
  if (remarks.length === 0) return [];
  return [['[Notes on this text]', ...remarks.map((remark) => `- ${remark}`)].join('\n')];
}
