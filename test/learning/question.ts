// What can be asked of a file of rows: the words, the answer, and the line of Python that finds it. A question is made for a
// file so that exactly one row or value answers it.
import { choose, type Random } from './choose.ts';
import type { DataFile, Row } from './dataFile.ts';

export const questionKinds = [
  'count',
  'sum',
  'highest',
  'lowest',
  'average',
  'count-where',
  'sum-where',
  'name-of-highest',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  readonly answer: string;
  /** The column that is asked for; null where rows are counted. */
  readonly column: string | null;
  /** What picks the rows; null for all of them. */
  readonly kindValue: string | null;
}

/** 1 easy, 3 hard, by how many names have to be found and put in their places. */
export const levels: Readonly<Record<QuestionKind, 1 | 2 | 3>> = {
  count: 1,
  sum: 1,
  highest: 1,
  lowest: 1,
  average: 2,
  'count-where': 2,
  'sum-where': 3,
  'name-of-highest': 3,
};

/** Null when the file gives no single answer, for example two rows with the highest value. */
export function makeQuestion(kind: QuestionKind, file: DataFile, random: Random): Question | null {
  const column = kind.startsWith('count') ? null : choose(file.numberColumns, random);
  const kindValue = kind.endsWith('-where') ? choose(file.rows, random).kind : null;
  const rows = file.rows.filter((row) => kindValue === null || row.kind === kindValue);
  const answer = answerOf(kind, rows, column ?? '');
  return answer === null
    ? null
    : { kind, text: wording(kind, file, column ?? '', kindValue ?? ''), answer, column, kindValue };
}

function answerOf(kind: QuestionKind, rows: readonly Row[], column: string): string | null {
  const values = rows.map((row) => row.numbers[column] ?? 0);
  const sum = values.reduce((total, value) => total + value, 0);
  switch (kind) {
    case 'count':
    case 'count-where':
      return String(rows.length);
    case 'sum':
    case 'sum-where':
      return String(sum);
    case 'highest':
      return String(Math.max(...values));
    case 'lowest':
      return String(Math.min(...values));
    case 'average':
      return String(sum / rows.length);
    case 'name-of-highest': {
      const first = rows.filter((row) => row.numbers[column] === Math.max(...values));
      return first.length === 1 ? (first[0]?.name ?? null) : null;
    }
  }
}

function wording(kind: QuestionKind, file: DataFile, column: string, value: string): string {
  const { fileName, subject, kindColumn } = file;
  switch (kind) {
    case 'count':
      return `How many ${subject} are in ${fileName}?`;
    case 'sum':
      return `What is the total ${column} of the ${subject} in ${fileName}?`;
    case 'highest':
      return `What is the highest ${column} in ${fileName}?`;
    case 'lowest':
      return `What is the lowest ${column} in ${fileName}?`;
    case 'average':
      return `What is the average ${column} in ${fileName}?`;
    case 'count-where':
      return `How many ${subject} in ${fileName} have the ${kindColumn} ${value}?`;
    case 'sum-where':
      return `What is the total ${column} of the ${subject} in ${fileName} with the ${kindColumn} ${value}?`;
    case 'name-of-highest':
      return `What is the name of the ${subject} in ${fileName} with the highest ${column}?`;
  }
}
