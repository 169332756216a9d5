// Train steps as lines of a table: as many columns as the terminal has room for, the more important ones first.
import { displayWidth } from './displayWidth.ts';
import { formatTimeLeft, formatTokens } from './trainFigures.ts';

/** What is shown of one train step. */
export interface ShownStep {
  readonly step: number;
  readonly totalSteps: number | null;
  /** By name, as `TrainStepMetrics` has them. */
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly secondsLeft: number | null;
}

interface Column {
  readonly title: string;
  readonly width: number;
  /** Columns of a low rank stay when there is no room for all. */
  readonly rank: number;
  readonly cell: (shown: ShownStep) => string;
}

const gap = 2;

export class TrainTable {
  readonly #columns: readonly Column[];

  /** @param first decides which reward parts there are; `width` is in characters */
  constructor(first: ShownStep, width: number) {
    this.#columns = fitting(columnsFor(first), width);
  }

  get head(): string {
    return this.#line((column) => column.title);
  }

  row(shown: ShownStep): string {
    return this.#line((column) => column.cell(shown));
  }

  #line(text: (column: Column) => string): string {
    const cells = this.#columns.map((column) => {
      const cell = text(column);
      return ' '.repeat(Math.max(0, column.width - displayWidth(cell))) + cell;
    });
    return cells.join(' '.repeat(gap)).trimEnd();
  }
}

function columnsFor(first: ShownStep): Column[] {
  const stepWidth = Math.max(5, 2 * String(first.totalSteps ?? 9999).length + 1);
  return [
    { title: 'step', width: stepWidth, rank: 0, cell: stepText },
    number('reward', 'reward/total', 1, (value) => value.toFixed(3)),
    ...rewardParts(first).map((name) =>
      number(name, `reward/part/${name}`, 3, (value) => value.toFixed(2)),
    ),
    number('mixed', 'groups/mixed', 2, String),
    number('right', 'groups/allCorrect', 2, String),
    number('wrong', 'groups/allWrong', 2, String),
    number('fresh', 'queue/freshShare', 4, (value) => `${Math.round(100 * value)} %`),
    number('sampled', 'tokens/generated', 5, formatTokens),
    number('updated', 'tokens/updated', 5, formatTokens),
    number('rollout', 'seconds/rollout', 3, seconds, 8),
    number('update', 'seconds/update', 3, seconds, 8),
    { title: 'left', width: 9, rank: 1, cell: (shown) => formatTimeLeft(shown.secondsLeft) },
  ];
}

const partPrefix = 'reward/part/';

function rewardParts({ metrics }: ShownStep): string[] {
  const names = Object.keys(metrics).filter((name) => name.startsWith(partPrefix));
  return names.map((name) => name.slice(partPrefix.length)).sort();
}

function number(
  title: string,
  metric: string,
  rank: number,
  format: (value: number) => string,
  width = 5,
): Column {
  const cell = ({ metrics }: ShownStep): string => {
    const value = metrics[metric] ?? null;
    return value === null ? '-' : format(value);
  };
  return { title, width: Math.max(width, title.length), rank, cell };
}

function stepText({ step, totalSteps }: ShownStep): string {
  return totalSteps === null ? String(step) : `${step}/${totalSteps}`;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

/** All columns up to the highest rank with which the line still fits. */
function fitting(columns: readonly Column[], width: number): readonly Column[] {
  const ranks = [...new Set(columns.map(({ rank }) => rank))].sort((a, b) => b - a);
  for (const most of ranks) {
    const kept = columns.filter(({ rank }) => rank <= most);
    const needed = kept.reduce((sum, column) => sum + column.width + gap, -gap);
    if (needed <= width) return kept;
  }
  return columns.filter(({ rank }) => rank === 0);
}
