// What was measured, as files for docs/results: the figures of each run, one line a step; two charts; two tables.
import { drawChart } from './chart.ts';
import { cost, tableRow } from './cost.ts';
import type { EpochCosts } from './epochCosts.ts';
import { toldHeldOut, type HeldOut } from './heldOut.ts';
import { meanCurve } from './meanCurve.ts';
import { meanOf, sumsOf, sumWindow, type StepFigures } from './runFigures.ts';
import { stepLines } from './stepLines.ts';
import { settingsOf, variants, type Variant } from './variants.ts';

export interface MeasuredRun {
  readonly variant: Variant;
  readonly seed: number;
  readonly figures: readonly StepFigures[];
  /** Of the trained model on the held-out tasks; null where it was not measured. */
  readonly heldOut: HeldOut | null;
  /** Costs of the first `comparedEpochs` passes over the tasks; null when the run did not get so far. */
  readonly epochs: EpochCosts | null;
}

export interface Measured {
  /** The model that every run starts from. */
  readonly start: HeldOut | null;
  readonly runs: readonly MeasuredRun[];
}

/** File name and text of everything that is written; the tables are `table.md`, over all steps, and `epochs.md`. */
export function resultFiles({ start, runs }: Measured): ReadonlyMap<string, string> {
  return new Map([
    ...runs.map(
      ({ variant, seed, figures }) => [`${variant}-seed${seed}.jsonl`, stepLines(figures)] as const,
    ),
    ['learning.svg', seedChart(runs)],
    ['comparison.svg', variantChart(runs)],
    ['table.md', table(start, runs)],
    ['epochs.md', epochTable(runs)],
  ]);
}

function seedChart(runs: readonly MeasuredRun[]): string {
  return drawChart({
    title: 'Mean reward of GRPO alone, three seeds',
    unit: 'reward from 0 to 1.6',
    top: 1.6,
    lines: runs
      .filter(({ variant }) => variant === 'vanilla')
      .map(({ seed, figures }) => ({
        title: `seed ${seed}`,
        values: figures.map(({ reward }) => reward),
      })),
  });
}

/** Of each variant the mean of its seeds. */
function variantChart(runs: readonly MeasuredRun[]): string {
  return drawChart({
    title: 'Share of right answers by what is switched on',
    unit: 'of the sampled answers, mean of the seeds',
    top: 1,
    lines: variants.flatMap((variant) => {
      const own = runs.filter((run) => run.variant === variant).map(({ figures }) => figures);
      if (own.length === 0) return [];
      const values = meanCurve(own, ({ passRate }) => passRate);
      const seeds = own.length === 1 ? ', 1 seed' : '';
      return [{ title: `${settingsOf[variant].title}${seeds}`, values }];
    }),
  });
}

/** Costs as shares of those of GRPO alone with the same seed. */
function table(start: HeldOut | null, runs: readonly MeasuredRun[]): string {
  const rows = runs.map((run) => row(run, plainOf(run, runs)));
  const first = `| model at the start | | | | ${toldHeldOut(start)} | | | | |`;
  return `${[...head, first, ...rows].join('\n')}\n`;
}

export const comparedEpochs = 4;

function epochTable(runs: readonly MeasuredRun[]): string {
  const rows = runs.map((run) => {
    const base = plainOf(run, runs).epochs;
    if (run.epochs === null || base === null) return null;
    const { epochs: own } = run;
    const cells = (['groups', 'generatedTokens', 'updatedTokens'] as const).map((name) =>
      cost(own[name], base[name]),
    );
    return tableRow([settingsOf[run.variant].title, run.seed, ...cells]);
  });
  const lines = [
    `| run | seed | groups in ${comparedEpochs} epochs | generated tokens | updated tokens |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows.filter((row) => row !== null),
  ];
  return `${lines.join('\n')}\n`;
}

/** The run without any ingredient and of the same seed; the run itself where there is none. */
function plainOf(run: MeasuredRun, runs: readonly MeasuredRun[]): MeasuredRun {
  return runs.find(({ variant, seed }) => variant === 'vanilla' && seed === run.seed) ?? run;
}

const head = [
  `| run | seed | reward, first ${sumWindow} steps | last ${sumWindow} | held-out: reward, right | generated tokens | updated tokens | rollout s | update s |`,
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

const comparedCosts = [
  'generatedTokens',
  'updatedTokens',
  'rolloutSeconds',
  'updateSeconds',
] as const;

function row({ variant, seed, figures, heldOut }: MeasuredRun, plain: MeasuredRun): string {
  const [own, base] = [sumsOf(figures), sumsOf(plain.figures)];
  const start = meanOf(figures.slice(0, sumWindow).map(({ reward }) => reward));
  return tableRow([
    settingsOf[variant].title,
    seed,
    ...[start, own.reward].map((value) => value?.toFixed(3) ?? 'none'),
    toldHeldOut(heldOut),
    ...comparedCosts.map((name) => cost(own[name], base[name])),
  ]);
}
