// The ways in which a demonstration goes wrong. A model that is trained on them starts with each of them as a habit, so that
// reinforcement has something to choose between.
import { choose, chooseWeighted, type Random } from './choose.ts';
import type { DataFile } from './dataFile.ts';
import { levels, type Question, type QuestionKind } from './question.ts';
import { choicesFor, solve, type Choices, type Solution } from './solution.ts';

export const flaws = [
  'none',
  'prose',
  'no-final-answer',
  'other-question',
  'other-column',
  'column-of-text',
  'misspelled-column',
  'unclosed-bracket',
  'refused-import',
] as const;
export type Flaw = (typeof flaws)[number];

/** Share of demonstrations without a flaw, by level: an easy question is more often answered well. */
const soundShare = { 1: 0.4, 2: 0.25, 3: 0.15 } as const;
const flawWeights: readonly (readonly [flaw: Flaw, weight: number])[] = [
  ['prose', 3],
  ['no-final-answer', 3],
  ['other-question', 3],
  ['other-column', 2],
  ['column-of-text', 1],
  ['misspelled-column', 2],
  ['unclosed-bracket', 2],
  ['refused-import', 1],
];

/** Questions that are taken for each other. */
const takenFor: Readonly<Record<QuestionKind, readonly QuestionKind[]>> = {
  count: ['sum', 'highest'],
  sum: ['average', 'highest', 'count'],
  highest: ['lowest', 'sum'],
  lowest: ['highest', 'average'],
  average: ['sum', 'lowest'],
  'count-where': ['count', 'sum-where'],
  'sum-where': ['sum', 'count-where'],
  'name-of-highest': ['highest', 'lowest'],
};

export function chooseFlaw({ kind, column }: Question, random: Random): Flaw {
  if (random() < soundShare[levels[kind]]) return 'none';
  const possible = flawWeights.filter(([flaw]) => column !== null || !flaw.includes('column'));
  return chooseWeighted(possible, random);
}

/** The solution with the flaw in it. A flaw of the reply as a whole, such as prose, leaves the solution as it is. */
export function flawedSolution(
  file: DataFile,
  question: Question,
  flaw: Flaw,
  random: Random,
): Solution {
  const choices = { ...choicesFor(file, question), ...wrongChoices(file, question, flaw, random) };
  const solution = solve(file, choices);
  if (flaw === 'unclosed-bracket') {
    return { ...solution, compute: solution.compute.replace(/\)(?!.*\))/, '') };
  }
  if (flaw === 'refused-import') return { ...solution, open: ['import os', ...solution.open] };
  return solution;
}

function wrongChoices(
  file: DataFile,
  question: Question,
  flaw: Flaw,
  random: Random,
): Partial<Choices> {
  const { kind, column } = question;
  switch (flaw) {
    case 'other-question':
      return { kind: choose(takenFor[kind], random), ...fillers(file, question) };
    case 'other-column':
      return { column: file.numberColumns.find((one) => one !== column) ?? '' };
    case 'column-of-text':
      return { column: choose(['name', file.kindColumn], random) };
    case 'misspelled-column':
      return { column: capitalised(column ?? '') };
    case 'none':
    case 'prose':
    case 'no-final-answer':
    case 'unclosed-bracket':
    case 'refused-import':
      return {};
  }
}

/** Names for what the question itself does not name. */
function fillers(
  { numberColumns, kindColumn, rows }: DataFile,
  question: Question,
): Partial<Choices> {
  return {
    column: question.column ?? numberColumns[0] ?? '',
    kindColumn,
    kindValue: question.kindValue ?? rows[0]?.kind ?? '',
  };
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
