// The Python that answers a question, in the parts that a demonstration can get wrong.
import type { DataFile, Format } from './dataFile.ts';
import type { Question, QuestionKind } from './question.ts';

export interface Solution {
  readonly thought: string;
  /** Imports what the next line needs, and reads the rows. */
  readonly open: readonly string[];
  /** Assigns `answer`. */
  readonly compute: string;
}

/** What may stand in the place of the right kind and names. */
export interface Choices {
  readonly kind: QuestionKind;
  readonly column: string;
  readonly kindColumn: string;
  readonly kindValue: string;
}

export function choicesFor(file: DataFile, question: Question): Choices {
  return {
    kind: question.kind,
    column: question.column ?? '',
    kindColumn: file.kindColumn,
    kindValue: question.kindValue ?? '',
  };
}

export function solve(file: DataFile, choices: Choices): Solution {
  return {
    thought: thoughtOf(choices),
    open: opening[file.format](file.fileName),
    compute: `answer = ${expression(choices)}`,
  };
}

const opening: Readonly<Record<Format, (name: string) => readonly string[]>> = {
  csv: (name) => ['import csv', `rows = list(csv.DictReader(open('${name}')))`],
  json: (name) => ['import json', `rows = json.load(open('${name}'))`],
  jsonl: (name) => ['import json', `rows = [json.loads(line) for line in open('${name}')]`],
};

function expression({ kind, column, kindColumn, kindValue }: Choices): string {
  const all = `float(row['${column}']) for row in rows`;
  const picked = `if row['${kindColumn}'] == '${kindValue}'`;
  switch (kind) {
    case 'count':
      return 'len(rows)';
    case 'sum':
      return `sum(${all})`;
    case 'highest':
      return `max(${all})`;
    case 'lowest':
      return `min(${all})`;
    case 'average':
      return `sum(${all}) / len(rows)`;
    case 'count-where':
      return `sum(1 for row in rows ${picked})`;
    case 'sum-where':
      return `sum(${all} ${picked})`;
    case 'name-of-highest':
      return `max(rows, key=lambda row: float(row['${column}']))['name']`;
  }
}

function thoughtOf({ kind, column, kindColumn, kindValue }: Choices): string {
  switch (kind) {
    case 'count':
      return 'Count the rows.';
    case 'sum':
      return `Add up ${column}.`;
    case 'highest':
      return `Take the highest ${column}.`;
    case 'lowest':
      return `Take the lowest ${column}.`;
    case 'average':
      return `Divide the total ${column} by the number of rows.`;
    case 'count-where':
      return `Count the rows with ${kindColumn} ${kindValue}.`;
    case 'sum-where':
      return `Add up ${column} of the rows with ${kindColumn} ${kindValue}.`;
    case 'name-of-highest':
      return `Find the row with the highest ${column}.`;
  }
}
