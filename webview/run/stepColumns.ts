// The columns of the table of train steps: what is shown of each, and which go when the page gets narrow.
import { byThousand, twoPlaces } from '../format/numbers.ts';
import { formatValue } from '../charts/formats.ts';
import { figureValues, isThere, type Figure } from '../charts/figure.ts';
import type { MetricColumns } from '../../runtime/contract/training/runView.ts';

export interface StepColumn {
  readonly name: string;
  readonly figure: Figure;
  readonly print: (value: number) => string;
  /** Classes of the theme: `h2` goes first when the page gets narrow, then `h1`. */
  readonly narrow?: 'h1' | 'h2';
}

const percent = (share: number): string => formatValue('share', share);
const fine = (share: number): string => formatValue('small-share', share);
const seconds = (value: number): string => formatValue('seconds', value);
const whole = (value: number): string => value.toFixed(0);

const columns: readonly StepColumn[] = [
  { name: 'Reward', figure: { of: 'reward/total' }, print: twoPlaces },
  { name: 'Answer', figure: { of: 'reward/part/answer' }, print: twoPlaces, narrow: 'h1' },
  { name: 'Parse', figure: { of: 'reward/part/parse' }, print: twoPlaces, narrow: 'h2' },
  { name: 'Exec', figure: { of: 'reward/part/exec' }, print: twoPlaces, narrow: 'h2' },
  { name: 'Pass', figure: { of: 'reward/passRate' }, print: percent },
  { name: 'All right', figure: { of: 'groups/allCorrect' }, print: whole, narrow: 'h2' },
  { name: 'Mixed', figure: { of: 'groups/mixed' }, print: whole, narrow: 'h1' },
  { name: 'All wrong', figure: { of: 'groups/allWrong' }, print: whole, narrow: 'h2' },
  { name: 'Fresh', figure: { of: 'queue/freshShare' }, print: percent, narrow: 'h1' },
  { name: 'Clip cached', figure: { of: 'policy/clipFractionCached' }, print: fine, narrow: 'h2' },
  { name: 'Generated', figure: { of: 'tokens/generated' }, print: byThousand, narrow: 'h1' },
  { name: 'Step time', figure: { of: 'seconds/step' }, print: seconds },
];

export interface StepRow {
  readonly step: number;
  /** In the order of the columns; a dash where there is none. */
  readonly cells: readonly string[];
}

export interface StepTable {
  readonly columns: readonly StepColumn[];
  /** Newest first. */
  readonly rows: readonly StepRow[];
}

/** The last train steps. Columns without any figure are left out. */
export function stepTable(metrics: MetricColumns, most: number): StepTable {
  const known = columns
    .map((column) => ({ column, values: figureValues(column.figure, metrics) }))
    .filter(({ values }) => isThere(values));
  const indexes = metrics.steps.map((_, index) => index).slice(-most);
  return {
    columns: known.map(({ column }) => column),
    rows: indexes.toReversed().map((index) => ({
      step: metrics.steps[index] ?? 0,
      cells: known.map(({ column, values }) => {
        const value = values[index] ?? null;
        return value === null ? '–' : column.print(value);
      }),
    })),
  };
}
