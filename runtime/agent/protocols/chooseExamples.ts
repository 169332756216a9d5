// Picks the worked examples that are nearest to a question: those on the same kind of file, by the words they share. A very
// small model copies the last example it read, so the nearest comes last.
import type { CompactExample, FileKind } from './compactExamples.ts';

/** Kinds that are opened in much the same way lend each other examples when there are too few of the own kind. */
const kin: Readonly<Record<FileKind, readonly FileKind[]>> = {
  table: ['table'],
  lines: ['lines', 'json'],
  json: ['json', 'lines'],
  text: ['text'],
  document: ['document'],
  none: ['none', 'table'],
};

const extensions: Readonly<Record<string, FileKind>> = {
  csv: 'table',
  tsv: 'table',
  jsonl: 'lines',
  ndjson: 'lines',
  json: 'json',
  txt: 'text',
  md: 'text',
  log: 'text',
};

/** How a file is opened, by its name. */
export function fileKindOf(name: string): FileKind {
  const extension = /\.([^./]+)$/.exec(name.toLowerCase())?.[1];
  return extension === undefined ? 'text' : (extensions[extension] ?? 'document');
}

const lengthCost = 0.25;
/** Words that stand in questions of every kind. */
const fillers = new Set(
  'a all an and are be by did do does for has have in is it its number of on or the there this to was were with'.split(
    ' ',
  ),
);

export interface Wish {
  readonly question: string;
  readonly kind: FileKind;
  /** The question mentions a value of the file, as the preview says. */
  readonly mentions: boolean;
  readonly count: number;
}

/** At most `count` examples, the nearest last. Equal ones keep the order of the list. */
export function chooseExamples(
  wish: Wish,
  examples: readonly CompactExample[],
): readonly CompactExample[] {
  const kinds = kin[wish.kind];
  const fitting = examples.filter((example) => kinds.includes(example.kind));
  const rarity = rarityOf(examples);
  const asked = wordsOf(wish.question);
  const scored = fitting.map((example, place) => ({
    example,
    place,
    score: nearness(asked, wordsOf(example.question), rarity) + likeness(example, wish),
  }));
  scored.sort((a, b) => b.score - a.score || a.place - b.place);
  return scored
    .slice(0, wish.count)
    .reverse()
    .map(({ example }) => example);
}

/** What matters as much as the words: how the file is opened, and whether rows are picked by a value. */
function likeness(example: CompactExample, wish: Wish): number {
  const sameKind = example.kind === wish.kind ? 1 : 0;
  const sameMention = showsMention(example.file) === wish.mentions ? 1 : 0;
  return sameKind + sameMention;
}

/** Whether a preview gives the condition that picks the rows which the question mentions. */
export function showsMention(preview: string): boolean {
  return preview.includes('] == ');
}

/**
 * The words that two questions share, rare ones counting more, against the length of the example. Questions of unlike length
 * are apart: "How many boats are red?" has a condition, "How many members are there?" has none.
 */
function nearness(
  asked: ReadonlySet<string>,
  known: ReadonlySet<string>,
  rarity: ReadonlyMap<string, number>,
): number {
  const weigh = (words: Iterable<string>): number =>
    [...words].reduce((sum, word) => sum + (rarity.get(word) ?? 1), 0);
  const shared = [...known].filter((word) => asked.has(word));
  return weigh(shared) / Math.sqrt(weigh(known)) - lengthCost * Math.abs(asked.size - known.size);
}

function rarityOf(examples: readonly CompactExample[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const example of examples) {
    for (const word of wordsOf(example.question)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, Math.log(1 + examples.length / count)]));
}

/** File names say nothing about what is asked; `most`, `oldest` and `cheapest` ask for the same thing. */
function wordsOf(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase().replaceAll(/\S+\.[a-z]+\b/g, ' ');
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !fillers.has(word));
  const extreme = words.some((word) => /^(?:most|least|\p{L}{2,}est)$/u.test(word));
  return new Set(extreme ? [...words, '-est'] : words);
}
