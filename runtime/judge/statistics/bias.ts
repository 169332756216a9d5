// Whether a judge is kinder than people to some kinds of answers. Left is the judge, right the people.
import type { BiasGroup } from '../../contract/agreement.ts';
import { lengthOf, lengthQuarters, numberFormatOf, sameModel, scriptOf } from './answerTraits.ts';
import { estimateTable } from './estimates.ts';
import { scoreOf, type GradedRow, type LevelIndex } from './gradedRow.ts';
import { marginsOf, shareOf, type Table } from './table.ts';

export interface BiasRow extends GradedRow {
  readonly question: string;
  readonly finalAnswer: string;
  /** Null for a judge without a model. */
  readonly judgeModel: string | null;
  /** The model that gave the answer; null when several did or it is not known. */
  readonly policyModel: string | null;
}

/**
 * Mean score by judge and by people, in 0..1, of the answers of each group: quarters of the length, number format, script (of the
 * question where the answer has no letters), and the judge's own answers against others'. Groups of one kind come together, in the
 * order of the first row of each but for lengths, which ascend; rows of which a trait is not known are left out of its groups.
 */
export function estimateBias(rows: readonly BiasRow[], seed: number): BiasGroup[] {
  const quarterOf = lengthQuarters(rows.map(({ finalAnswer }) => lengthOf(finalAnswer)));
  const byLength = [...rows].sort(
    (one, other) => lengthOf(one.finalAnswer) - lengthOf(other.finalAnswer),
  );
  const groups = (
    by: BiasGroup['by'],
    from: readonly BiasRow[],
    nameOf: (row: BiasRow) => string | null,
  ): BiasGroup[] =>
    [...grouped(from, nameOf)].map(([group, members]) => biasOf(by, group, members, seed));
  return [
    ...groups('length', byLength, ({ finalAnswer }) => quarterOf(lengthOf(finalAnswer))),
    ...groups('number-format', rows, ({ finalAnswer }) => numberFormatOf(finalAnswer)),
    ...groups('language', rows, languageOf),
    ...groups('own-model', rows, ownership),
  ];
}

function languageOf({ finalAnswer, question }: BiasRow): string {
  return scriptOf(finalAnswer) ?? scriptOf(question) ?? 'no letters';
}

function ownership({ judgeModel, policyModel }: BiasRow): string | null {
  if (judgeModel === null || policyModel === null) return null;
  return sameModel(judgeModel, policyModel) ? "the judge's own model" : 'another model';
}

function grouped(
  rows: readonly BiasRow[],
  nameOf: (row: BiasRow) => string | null,
): Map<string, BiasRow[]> {
  const groups = new Map<string, BiasRow[]>();
  for (const row of rows) {
    const name = nameOf(row);
    if (name === null) continue;
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [row]);
    else members.push(row);
  }
  return groups;
}

function biasOf(
  by: BiasGroup['by'],
  group: string,
  rows: readonly BiasRow[],
  seed: number,
): BiasGroup {
  return { by, group, n: rows.length, ...estimateTable(rows, meanScores, seed) };
}

/** Mean scores of a table, each null for an empty one. */
export const meanScores = {
  judgeMean: (table: Table) => meanScore(table, 'rows'),
  peopleMean: (table: Table) => meanScore(table, 'columns'),
  difference: (table: Table) => {
    const [judge, people] = [meanScore(table, 'rows'), meanScore(table, 'columns')];
    return judge === null || people === null ? null : judge - people;
  },
};

function meanScore(table: Table, side: 'rows' | 'columns'): number | null {
  const margins = marginsOf(table);
  const sum = margins[side].reduce(
    (total, weight, level) => total + weight * scoreOf(level as LevelIndex),
    0,
  );
  return shareOf(sum, margins.total);
}
