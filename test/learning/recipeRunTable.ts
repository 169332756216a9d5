// The runs of the compared recipes as a table: what each sampled, cost and reached.
import { cost, tableRow } from './cost.ts';
import {
  comparedCosts,
  plainOf,
  toldModel,
  type FilterRun,
  type RecipeComparison,
  type RecipeRun,
} from './recipeRun.ts';
import { sumsOf } from './runFigures.ts';

const head = [
  '| recipe | seed | groups | rollouts | generated tokens | of it refills | updated tokens | train steps, s | of it rollouts | updates | held-out: reward, right | at temperature 0.6 |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

/** Costs as shares of those of `vanilla-grpo` with the same seed. */
export function recipeRunTable({ start, filters, runs }: RecipeComparison): string {
  const lines = [
    ...head,
    tableRow(['model at the start', ...emptyCells(9), ...toldModel(start)]),
    ...filters.map(filterRow),
    ...runs.map((run) => runRow(run, plainOf(run, runs))),
  ];
  return `${lines.join('\n')}\n`;
}

function filterRow({ recipe, figures, groups, rollouts, kept }: FilterRun): string {
  const { generatedTokens, stepSeconds, rolloutSeconds } = sumsOf(figures);
  const seconds = [stepSeconds, rolloutSeconds].map(Math.round);
  const title = `filter of ${recipe}, once: ${kept} of ${groups} tasks kept`;
  return tableRow([
    title,
    '',
    groups,
    rollouts,
    generatedTokens,
    '',
    'none',
    ...seconds,
    ...emptyCells(3),
  ]);
}

function runRow(
  { recipe, seed, figures, groups, rollouts, refillTokens, trained }: RecipeRun,
  plain: RecipeRun,
) {
  const [own, other] = [sumsOf(figures), sumsOf(plain.figures)];
  const [generated, ...others] = comparedCosts.map((name) => cost(own[name], other[name]));
  return tableRow([
    recipe,
    seed,
    groups,
    rollouts,
    generated ?? '',
    refillTokens,
    ...others,
    ...toldModel(trained),
  ]);
}

function emptyCells(count: number): readonly string[] {
  return Array.from({ length: count }, () => '');
}
