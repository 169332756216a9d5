// What the compared recipes cost as shares of what plain GRPO costs, over all seeds, beside what the papers say.
import { comparedRecipes, comparisonOf, type ComparedRecipe } from './comparedRecipes.ts';
import { ratio, tableRow } from './cost.ts';
import { toldHeldOut, type HeldOut } from './heldOut.ts';
import {
  plainOf,
  type ComparedCost,
  type FilterRun,
  type RecipeComparison,
  type RecipeRun,
} from './recipeRun.ts';
import { sumsOf } from './runFigures.ts';

/** What the papers say of time, beside ours. */
const papers: Readonly<Record<ComparedRecipe, string>> = {
  'vanilla-grpo': '1',
  'tool-r1': '0.537 of the hours (41.5 h to 22.3 h)',
  'tool-r1-corrected': '',
  efficient: '0.59 (1.7 times as fast, one turn), 0.38 (2.6 times, several)',
};

const head = [
  '| recipe | seeds | generated tokens | without refills | with its filter | updated tokens | train steps, s | with its filter | held-out: reward, right | at temperature 0.6 | the paper, of time |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
];

/** Sums over the seeds as shares of those of `vanilla-grpo` over the same seeds. */
export function recipeRatioTable({ filters, runs }: RecipeComparison): string {
  const rows = comparedRecipes.flatMap((recipe) => {
    const own = runs.filter((run) => run.recipe === recipe);
    const filter = filters.find((one) => one.recipe === comparisonOf[recipe].builtIn) ?? null;
    const plain = own.map((run) => plainOf(run, runs));
    return own.length === 0 ? [] : [ratioRow(recipe, own, plain, filter)];
  });
  return `${[...head, ...rows].join('\n')}\n`;
}

function ratioRow(
  recipe: ComparedRecipe,
  own: readonly RecipeRun[],
  plain: readonly RecipeRun[],
  filter: FilterRun | null,
): string {
  const once = filter === null ? null : sumsOf(filter.figures);
  const refills = own.reduce((sum, { refillTokens }) => sum + refillTokens, 0);
  const share = (name: ComparedCost): string => ratio(total(own, name), total(plain, name));
  // Each seed would have to pay for the filter.
  const withFilter = (name: ComparedCost): string =>
    once === null ? '' : ratio(total(own, name) + once[name] * own.length, total(plain, name));
  return tableRow([
    recipe,
    own.length,
    share('generatedTokens'),
    ratio(total(own, 'generatedTokens') - refills, total(plain, 'generatedTokens')),
    withFilter('generatedTokens'),
    share('updatedTokens'),
    share('stepSeconds'),
    withFilter('stepSeconds'),
    toldHeldOut(meanHeldOut(own.map(({ trained }) => trained.heldOut))),
    toldHeldOut(meanHeldOut(own.map(({ trained }) => trained.cool))),
    papers[recipe],
  ]);
}

function total(runs: readonly RecipeRun[], name: ComparedCost): number {
  return runs.reduce((sum, { figures }) => sum + sumsOf(figures)[name], 0);
}

/** Null unless each was measured. */
function meanHeldOut(models: readonly (HeldOut | null)[]): HeldOut | null {
  const measured = models.filter((one) => one !== null);
  if (measured.length < models.length) return null;
  const mean = (pick: (one: HeldOut) => number): number =>
    measured.reduce((sum, one) => sum + pick(one), 0) / measured.length;
  return { reward: mean((one) => one.reward), passRate: mean((one) => one.passRate) };
}
