// Which values of a table a question speaks of: "How many orders are from Norway?" mentions the value Norway of the column
// country. Finds values as they are spelled in the data, whatever their case and number in the question. Pure.

export interface Mention {
  readonly column: string;
  /** As it stands in the data. */
  readonly value: unknown;
}

/** Words of a question that are put together to find a value such as `New York`. */
const longestPhrase = 4;
const mostMentions = 4;

/** The mentioned values in the order of the columns, at most one a column. */
export function mentionedValues(
  question: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly Mention[] {
  const phrases = phrasesOf(question);
  const found = new Map<string, { value: unknown; words: number }>();
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) {
      const text = plain(String(value));
      const words = phrases.get(text) ?? phrases.get(singular(text));
      if (words !== undefined && words > (found.get(column)?.words ?? 0)) {
        found.set(column, { value, words });
      }
    }
  }
  return [...found].slice(0, mostMentions).map(([column, { value }]) => ({ column, value }));
}

/** Every phrase of the question with its number of words; also without the ending of a plural. */
function phrasesOf(question: string): ReadonlyMap<string, number> {
  const words = plain(question).split(' ');
  const phrases = new Map<string, number>();
  for (let start = 0; start < words.length; start += 1) {
    for (let count = 1; count <= longestPhrase && start + count <= words.length; count += 1) {
      const phrase = words.slice(start, start + count).join(' ');
      if (isTelling(phrase)) {
        phrases.set(phrase, count);
        phrases.set(singular(phrase), count);
      }
    }
  }
  return phrases;
}

/** Small words and single letters occur in data by chance. */
function isTelling(phrase: string): boolean {
  return (
    phrase.length > 1 && !/^(?:a|an|and|are|at|by|for|in|is|it|no|of|on|or|the|to)$/.test(phrase)
  );
}

const singular = (phrase: string): string => phrase.replace(/(?<=\p{L}{2})s$/u, '');

/** Lower case, and punctuation at the ends of words taken off. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(^|\s)[^\p{L}\p{N}]+|[^\p{L}\p{N}]+(?=\s|$)/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
