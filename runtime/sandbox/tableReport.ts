// What the kernel reports of a table. Python wrote it and code may have forged it, so its shape is checked against the wish.
import * as z from 'zod';
import { TablePage } from '../contract/requests.ts';
import type { TableResult, TableWish } from './sandbox.ts';

/** As in kernel/table.py, which counts code points: two units each at most. */
const maxColumns = 200;
const maxCellUnits = 1000;

const Table = TablePage.omit({ offset: true, rebuilt: true });

export const TableReport = z.object({
  outcome: z.literal('table'),
  /** Goes on from the name of the variable. */
  problem: z.string().max(500).nullable(),
  table: Table.nullable(),
});
export type TableReport = z.infer<typeof TableReport>;

/** Null when the report is none that the kernel would have written. */
export function tableResult(report: TableReport, wish: TableWish): TableResult | null {
  const { problem, table } = report;
  if (problem !== null) return { ok: false, problem: `${wish.name} ${problem}.` };
  return table !== null && fits(table, wish) ? { ok: true, table } : null;
}

function fits(table: z.infer<typeof Table>, { offset, limit }: TableWish): boolean {
  const { columns, rows, totalRows, totalColumns } = table;
  const expected = Math.max(0, Math.min(limit, totalRows - offset));
  return (
    columns.length <= Math.min(maxColumns, totalColumns) &&
    columns.every(({ name, type }) => isShort(name) && isShort(type)) &&
    rows.length === expected &&
    rows.every((row) => row.length === columns.length && row.every(isShort))
  );
}

function isShort(cell: unknown): boolean {
  return typeof cell !== 'string' || cell.length <= maxCellUnits;
}
