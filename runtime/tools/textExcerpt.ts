// The passages of a long text that are nearest to a question, in their order, within a limit of characters. Plain word
// statistics: they cost nothing and cannot invent anything.

export interface TextExcerpt {
  readonly text: string;
  /** Characters of the whole text that are part of the excerpt. */
  readonly shownCharacters: number;
}

interface Passage {
  readonly text: string;
  /** The heading above, such as `## Page 3 of 12`, which is no part of the text; empty when there is none. */
  readonly heading: string;
  readonly words: ReadonlySet<string>;
}

const passageCharacters = 1_000;
const gap = '[...]';

/** The text itself when it fits. */
export function excerptFor(question: string, whole: string, maxCharacters: number): TextExcerpt {
  if (whole.length <= maxCharacters) return { text: whole, shownCharacters: whole.length };
  const passages = splitIntoPassages(whole);
  const wanted = wordsOf(question);
  const rank = rankPassages(passages, wanted);
  const chosen = new Set<number>();
  let shown = 0;
  let room = maxCharacters;
  // The beginning says what the document is, so it is always part of the excerpt.
  for (const index of [0, ...rank]) {
    const passage = passages[index];
    if (passage === undefined || chosen.has(index)) continue;
    const cost = passage.text.length + passage.heading.length + gap.length + 6;
    if (cost > room) continue;
    chosen.add(index);
    room -= cost;
    shown += passage.text.length;
  }
  if (chosen.size === 0) {
    return { text: whole.slice(0, maxCharacters), shownCharacters: maxCharacters };
  }
  return { text: join(passages, chosen), shownCharacters: shown };
}

/** Lines gathered up to the size of a passage, never across a heading. */
function splitIntoPassages(whole: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  let lines: string[] = [];
  let length = 0;
  const close = (): void => {
    const text = lines.join('\n');
    if (text.trim() !== '') passages.push({ text, heading, words: wordsOf(`${heading}\n${text}`) });
    [lines, length] = [[], 0];
  };
  for (const line of whole.split('\n').flatMap(splitLongLine)) {
    const isHeading = /^#{1,6} /.test(line);
    if (isHeading || length + line.length > passageCharacters) close();
    if (isHeading) {
      heading = line;
    } else {
      lines.push(line);
      length += line.length + 1;
    }
  }
  close();
  return passages;
}

function splitLongLine(line: string): string[] {
  if (line.length <= passageCharacters) return [line];
  const parts: string[] = [];
  for (let start = 0; start < line.length; start += passageCharacters) {
    parts.push(line.slice(start, start + passageCharacters));
  }
  return parts;
}

/** Indexes of passages, the one with the rarest words of the question first; passages without any keep their order. */
function rankPassages(passages: readonly Passage[], wanted: ReadonlySet<string>): number[] {
  const weights = new Map(
    [...wanted].map((word) => {
      const count = passages.filter((passage) => passage.words.has(word)).length;
      return [word, Math.log(1 + passages.length / (1 + count))];
    }),
  );
  const score = (passage: Passage): number =>
    [...weights].reduce((sum, [word, weight]) => sum + (passage.words.has(word) ? weight : 0), 0);
  return passages
    .map((passage, index) => ({ index, score: score(passage) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index }) => index);
}

/** Lower case, without the plural's s, at least two characters; numbers keep their signs. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{N}]+|\p{N}[\p{N}.,:/-]*/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')));
}

function join(passages: readonly Passage[], chosen: ReadonlySet<number>): string {
  const parts: string[] = [];
  let previous = -1;
  let heading = '';
  for (const index of [...chosen].sort((a, b) => a - b)) {
    const passage = passages[index];
    if (passage === undefined) continue;
    if (index > previous + 1) parts.push(gap);
    if (passage.heading !== heading) parts.push(passage.heading);
    parts.push(passage.text);
    [previous, heading] = [index, passage.heading];
  }
  if (previous < passages.length - 1) parts.push(gap);
  return parts.filter((part) => part !== '').join('\n');
}
