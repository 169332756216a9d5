// What the recipes cost and reached, as files for docs/results/recipes: the figures of each run, one line a step; a chart; the runs, the
// ratios over all seeds, and what was changed in the recipes, as tables.
import { changeTable } from './changeTable.ts';
import { drawChart } from './chart.ts';
import { comparedRecipes, comparisonOf } from './comparedRecipes.ts';
import { meanCurve } from './meanCurve.ts';
import { recipeRatioTable } from './recipeRatioTable.ts';
import type { RecipeComparison, RecipeRun } from './recipeRun.ts';
import { recipeRunTable } from './recipeRunTable.ts';
import { stepLines } from './stepLines.ts';

export function recipeFiles(comparison: RecipeComparison): ReadonlyMap<string, string> {
  return new Map([
    ...comparison.runs.map(
      ({ recipe, seed, figures }) => [`${recipe}-seed${seed}.jsonl`, stepLines(figures)] as const,
    ),
    ['recipes.svg', chart(comparison.runs)],
    ['table.md', recipeRunTable(comparison)],
    ['ratios.md', recipeRatioTable(comparison)],
    ['changes.md', changeTable()],
  ]);
}

function chart(runs: readonly RecipeRun[]): string {
  return drawChart({
    title: 'Share of right answers among the sampled, by recipe',
    unit: 'mean of the seeds',
    top: 1,
    lines: comparedRecipes.flatMap((recipe) => {
      const own = runs.filter((run) => run.recipe === recipe).map(({ figures }) => figures);
      if (own.length === 0) return [];
      const values = meanCurve(own, ({ passRate }) => passRate);
      return [{ title: comparisonOf[recipe].title, values }];
    }),
  });
}
