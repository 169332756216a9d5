// One line of the benchmark table: our figure, the baseline measured in the same run, and what we want to reach.

export interface BenchRow {
  readonly name: string;
  /** With which settings ours was measured, where they are a choice. */
  readonly settings?: string;
  readonly value: number;
  readonly unit: string;
  readonly baseline: { readonly name: string; readonly value: number } | null;
  /** What we want, in words, and whether this run reached it; null where no aim was set. */
  readonly aim: { readonly text: string; readonly reached: boolean } | null;
}

/** Runs in order; each suite gives the rows of one part of the product. */
export type BenchSuite = () => Promise<readonly BenchRow[]>;

export function formatRows(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.settings ?? '',
    `${round(row.value)} ${row.unit}`,
    row.baseline === null ? '' : `${round(row.baseline.value)} ${row.unit}`,
    row.baseline?.name ?? '',
    row.baseline === null ? '' : `${round(row.value / row.baseline.value)}x`,
    row.aim === null ? '' : `${row.aim.reached ? 'reached' : 'MISSED'}: ${row.aim.text}`,
  ]);
  const header = ['what', 'settings', 'ours', 'baseline', 'which', 'ratio', 'aim'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (parts: readonly string[]) =>
    parts
      .map((part, column) => part.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join(
    '\n',
  );
}

function round(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
