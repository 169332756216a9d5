// What the recipes cost and reached, as files for docs/results/recipes: the figures of each run, one line a step; a chart; the runs, the
// ratios over all seeds, and what was changed in the recipes, as tables.
import { drawChart } from './chart.ts';
import { comparedRecipes, comparisonOf, type ComparedRecipe } from './comparedRecipes.ts';
import { cost, ratio, tableRow } from './cost.ts';
import { changeTable } from './changeTable.ts';
import { toldHeldOut, type HeldOut } from './heldOut.ts';
import { meanCurve } from './meanCurve.ts';
import { sumsOf, type StepFigures } from './runFigures.ts';
import { stepLines } from './stepLines.ts';

export interface RecipeRun {
  readonly recipe: ComparedRecipe;
  readonly seed: number;
  readonly figures: readonly StepFigures[];
  /** Sampled groups and rollouts, also of those that were left out of the update. */
  readonly groups: number;
  readonly rollouts: number;
  readonly trained: MeasuredModel;
}

/** How a model does on the held-out tasks; null where it was not measured. */
export interface MeasuredModel {
  /** At temperature 1. */
  readonly heldOut: HeldOut | null;
  /** At `coolTemperature`. */
  readonly cool: HeldOut | null;
}

/** The rollouts of a difficulty filter, made once for all seeds: they are of the model at the start. */
export interface FilterRun extends Pick<RecipeRun, 'figures' | 'groups' | 'rollouts'> {
  /** Name of the built-in recipe that it belongs to. */
  readonly recipe: string;
  /** Tasks inside of the window. */
  readonly kept: number;
}

export interface RecipeComparison {
  /** The model that every run starts from. */
  readonly start: MeasuredModel;
  readonly filters: readonly FilterRun[];
  readonly runs: readonly RecipeRun[];
}

/** The recipe that the others are measured against. */
const base: ComparedRecipe = 'vanilla-grpo';

export function recipeFiles(comparison: RecipeComparison): ReadonlyMap<string, string> {
  return new Map([
    ...comparison.runs.map(
      ({ recipe, seed, figures }) => [`${recipe}-seed${seed}.jsonl`, stepLines(figures)] as const,
    ),
    ['recipes.svg', chart(comparison.runs)],
    ['table.md', runTable(comparison)],
    ['ratios.md', ratioTable(comparison)],
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
      return [
        { title: comparisonOf[recipe].title, values: meanCurve(own, ({ passRate }) => passRate) },
      ];
    }),
  });
}

const runHead = [
  '| recipe | seed | groups | rollouts | generated tokens | updated tokens | train steps, s | of it rollouts | updates | held-out: reward, right | at temperature 0.6 |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

/** Costs as shares of those of `vanilla-grpo` with the same seed. */
function runTable({ start, filters, runs }: RecipeComparison): string {
  const lines = [
    ...runHead,
    tableRow(['model at the start', ...emptyCells(8), ...toldModel(start)]),
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
    'none',
    ...seconds,
    ...emptyCells(3),
  ]);
}

function runRow({ recipe, seed, figures, groups, rollouts, trained }: RecipeRun, plain: RecipeRun) {
  const [own, other] = [sumsOf(figures), sumsOf(plain.figures)];
  return tableRow([
    recipe,
    seed,
    groups,
    rollouts,
    ...comparedCosts.map((name) => cost(own[name], other[name])),
    ...toldModel(trained),
  ]);
}

const comparedCosts = [
  'generatedTokens',
  'updatedTokens',
  'stepSeconds',
  'rolloutSeconds',
  'updateSeconds',
] as const;

function plainOf({ seed }: RecipeRun, runs: readonly RecipeRun[]): RecipeRun {
  const plain = runs.find((run) => run.recipe === base && run.seed === seed);
  if (plain === undefined) throw new Error(`${base} was not run with seed ${seed}.`);
  return plain;
}

/** What the papers say of time, beside ours. */
const papers: Readonly<Record<ComparedRecipe, string>> = {
  'vanilla-grpo': '1',
  'tool-r1': '0.537 of the hours (41.5 h to 22.3 h)',
  'tool-r1-corrected': '',
  efficient: '0.59 (1.7 times as fast, one turn), 0.38 (2.6 times, several)',
};

const ratioHead = [
  '| recipe | seeds | generated tokens | the same with its filter | updated tokens | train steps, s | the same with its filter | held-out: reward, right | at temperature 0.6 | the paper, of time |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |',
];

/** Sums over the seeds as shares of those of `vanilla-grpo` over the same seeds. */
function ratioTable({ filters, runs }: RecipeComparison): string {
  const rows = comparedRecipes.flatMap((recipe) => {
    const own = runs.filter((run) => run.recipe === recipe);
    const filter = filters.find((one) => one.recipe === comparisonOf[recipe].builtIn) ?? null;
    return own.length === 0
      ? []
      : [
          ratioRow(
            recipe,
            own,
            own.map((run) => plainOf(run, runs)),
            filter,
          ),
        ];
  });
  return `${[...ratioHead, ...rows].join('\n')}\n`;
}

function ratioRow(
  recipe: ComparedRecipe,
  own: readonly RecipeRun[],
  plain: readonly RecipeRun[],
  filter: FilterRun | null,
): string {
  const once = filter === null ? null : sumsOf(filter.figures);
  const share = (name: (typeof comparedCosts)[number]): string =>
    ratio(total(own, name), total(plain, name));
  // Each seed would have to pay for the filter.
  const withFilter = (name: (typeof comparedCosts)[number]): string =>
    once === null ? '' : ratio(total(own, name) + once[name] * own.length, total(plain, name));
  return tableRow([
    recipe,
    own.length,
    share('generatedTokens'),
    withFilter('generatedTokens'),
    share('updatedTokens'),
    share('stepSeconds'),
    withFilter('stepSeconds'),
    toldHeldOut(meanHeldOut(own.map(({ trained }) => trained.heldOut))),
    toldHeldOut(meanHeldOut(own.map(({ trained }) => trained.cool))),
    papers[recipe],
  ]);
}

function total(runs: readonly RecipeRun[], name: (typeof comparedCosts)[number]): number {
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

function toldModel({ heldOut, cool }: MeasuredModel): readonly string[] {
  return [toldHeldOut(heldOut), toldHeldOut(cool)];
}

function emptyCells(count: number): readonly string[] {
  return Array.from({ length: count }, () => '');
}
