// What was measured, as files for docs/results: the figures of each run, one line a step; two charts; two tables.
import { drawChart } from './chart.ts';
import type { EpochCosts } from './epochCosts.ts';
import { meanOf, sumsOf, sumWindow, type StepFigures } from './runFigures.ts';
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

export interface HeldOut {
  readonly reward: number;
  readonly passRate: number;
}

export interface Measured {
  /** The model that every run starts from. */
  readonly start: HeldOut | null;
  readonly runs: readonly MeasuredRun[];
}

/** File name and text of everything that is written; the tables are `table.md`, over all steps, and `epochs.md`. */
export function resultFiles({ start, runs }: Measured): ReadonlyMap<string, string> {
  return new Map([
    ...runs.map(({ variant, seed, figures }) => {
      const lines = figures.map((one) => `${JSON.stringify(rounded(one))}\n`);
      return [`${variant}-seed${seed}.jsonl`, lines.join('')] as const;
    }),
    ['learning.svg', seedChart(runs)],
    ['comparison.svg', variantChart(runs)],
    ['table.md', table(start, runs)],
    ['epochs.md', epochTable(runs)],
  ]);
}

function rounded(figures: StepFigures): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]: [string, number | null]) => [
      name,
      value === null ? null : Math.round(value * 1000) / 1000,
    ]),
  );
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

/** The first seed of each variant. */
function variantChart(runs: readonly MeasuredRun[]): string {
  return drawChart({
    title: 'Share of right answers by what is switched on, one seed',
    unit: 'right answers among the sampled',
    top: 1,
    lines: variants.flatMap((variant) => {
      const run = runs.find((one) => one.variant === variant);
      if (run === undefined) return [];
      return [{ title: settingsOf[variant].title, values: run.figures.map((one) => one.passRate) }];
    }),
  });
}

/** Costs as shares of those of GRPO alone with the same seed. */
function table(start: HeldOut | null, runs: readonly MeasuredRun[]): string {
  const rows = runs.map((run) => row(run, plainOf(run, runs)));
  const first = `| model at the start | | | | ${told(start)} | | | | |`;
  return `${[...head, first, ...rows].join('\n')}\n`;
}

export const comparedEpochs = 4;

function epochTable(runs: readonly MeasuredRun[]): string {
  const rows = runs.map((run) => {
    const base = plainOf(run, runs).epochs;
    if (run.epochs === null || base === null) return null;
    const { epochs: own } = run;
    const cells = (['groups', 'generatedTokens', 'updatedTokens'] as const).map(
      (name) => `${own[name]} (${ratio(own[name], base[name])})`,
    );
    return `| ${[settingsOf[run.variant].title, run.seed, ...cells].join(' | ')} |`;
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

function told(heldOut: HeldOut | null): string {
  if (heldOut === null) return 'not measured';
  return `${heldOut.reward.toFixed(3)}, ${(heldOut.passRate * 100).toFixed(1)} %`;
}

function row({ variant, seed, figures, heldOut }: MeasuredRun, plain: MeasuredRun): string {
  const [own, base] = [sumsOf(figures), sumsOf(plain.figures)];
  const cost = (name: 'generatedTokens' | 'updatedTokens' | 'rolloutSeconds' | 'updateSeconds') =>
    `${Math.round(own[name])} (${ratio(own[name], base[name])})`;
  const start = meanOf(figures.slice(0, sumWindow).map(({ reward }) => reward));
  const cells = [
    settingsOf[variant].title,
    seed,
    ...[start, own.reward].map((value) => value?.toFixed(3) ?? 'none'),
    told(heldOut),
    cost('generatedTokens'),
    cost('updatedTokens'),
    cost('rolloutSeconds'),
    cost('updateSeconds'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function ratio(own: number, base: number): string {
  return base === 0 ? '-' : `x${(own / base).toFixed(2)}`;
}
