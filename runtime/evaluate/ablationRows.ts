// The rows of an ablation of a paper, with what it reports of each. Pure.
import { ablations } from '../recipes/ablations.ts';
import { HumanError } from '../support/errors.ts';

export interface AblationRow {
  readonly row: string;
  /** Of the recipe, each `path=value`, for the training of the row's model. */
  readonly changes: readonly string[];
  /** Percent of GAIA's validation tasks; null where the paper says nothing. */
  readonly paper: number | null;
}

export interface AblationRows {
  /** Built-in recipe that the rows change. */
  readonly recipe: string;
  readonly table: string;
  readonly rows: readonly AblationRow[];
}

/** Answer accuracy of Qwen2.5-7B-Instruct on GAIA validation (Tool-R1, arXiv 2509.12867, Table 2), in the order of the rows. */
const reported: Readonly<Record<string, readonly number[]>> = {
  'tool-r1-paper': [9.09, 16.36, 18.79, 18.18, 19.39],
};

/** @throws HumanError for a recipe without ablation, with those that have one */
export function ablationRows(recipe: string): AblationRows {
  const own = ablations.filter((one) => one.recipe === recipe);
  const [first] = own;
  if (first === undefined) {
    const names = [...new Set(ablations.map((one) => one.recipe))];
    throw new HumanError(
      `The recipe ${recipe} has no ablation. Take --recipe ${names.join(' or ')}.`,
    );
  }
  const papers = reported[recipe] ?? [];
  const rows = own.map(({ row, changes }, place) => ({
    ...{ row, changes },
    paper: papers[place] ?? null,
  }));
  return { recipe, table: first.table, rows };
}
