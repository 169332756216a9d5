// What the rows of an ablation scored, each against the row above on the same tasks. Pure.
import type { AblationTable } from '../contract/evaluation.ts';
import { holmAdjusted } from '../judge/statistics/holm.ts';
import type { AblationRows } from './ablationRows.ts';
import { compareResults, type EvaluatedSide } from './compareResults.ts';
import { reportOf } from './report.ts';

/** @param sides one for each row, in its order */
export function ablationTable(
  { table, rows }: AblationRows,
  sides: readonly EvaluatedSide[],
): AblationTable {
  const made = sides.flatMap((side, place) => {
    const row = rows[place];
    if (row === undefined) return [];
    const above = sides[place - 1];
    const found = above === undefined ? null : compareResults(above, side);
    const { name, model, all } = reportOf(side.evaluation, side.lines);
    return {
      ...{ row: row.row, changes: [...row.changes], model, evaluation: name },
      ...{ tasks: all.tasks, passRate: all.passRate, change: found?.change ?? null },
      ...{ p: found?.test?.p ?? null, adjusted: null, paper: row.paper },
    };
  });
  const adjusted = holmAdjusted(made.flatMap(({ p }) => p ?? [])).values();
  return {
    table,
    rows: made.map((row) =>
      row.p === null ? row : { ...row, adjusted: adjusted.next().value ?? null },
    ),
  };
}
