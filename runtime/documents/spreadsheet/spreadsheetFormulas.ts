// The formulas of a sheet as a short list: a formula that was filled down or across is named once with its range.
import { utils } from '@e965/xlsx';

export interface FormulaCell {
  /** Zero-based. */
  readonly row: number;
  readonly column: number;
  /** Without the equals sign. */
  readonly formula: string;
  /** The cell as it is shown in the table. */
  readonly value: string;
  readonly calculated: boolean;
  /** Range of an array formula. */
  readonly arrayRange: string | null;
}

/** Lines that are listed; beyond them only the number is given. */
const maxLines = 300;

interface FormulaRun {
  readonly first: FormulaCell;
  last: FormulaCell;
}

/** Lines such as `I2:I249: =F2*G2, filled down -> 12.5 in I2`. Cells must come row by row. */
export function formulaLines(cells: readonly FormulaCell[]): string[] {
  const open = new Map<string, FormulaRun>();
  const runs: FormulaRun[] = [];
  for (const cell of cells) {
    const relative = relativeFormula(cell);
    const above = open.get(`${cell.column}|${relative}`);
    if (above !== undefined && above.last.row === cell.row - 1) {
      above.last = cell;
      continue;
    }
    const run = { first: cell, last: cell };
    runs.push(run);
    open.set(`${cell.column}|${relative}`, run);
  }
  const lines = runs.slice(0, maxLines).map(runLine);
  if (runs.length > maxLines) lines.push(`(and ${runs.length - maxLines} more formulas)`);
  return lines;
}

function runLine({ first, last }: FormulaRun): string {
  const start = address(first);
  const formula = `=${first.formula}`;
  const result = first.calculated ? ` -> ${first.value}` : ' (not calculated)';
  if (first.arrayRange !== null && first.arrayRange !== start) {
    return `${first.arrayRange}: {${formula}}${result}`;
  }
  if (first === last) return `${start}: ${formula}${result}`;
  return `${start}:${address(last)}: ${formula}, filled down${first.calculated ? `; ${start}${result}` : result}`;
}

function address({ row, column }: FormulaCell): string {
  return utils.encode_cell({ r: row, c: column });
}

const reference = /("[^"]*"|'[^']*')|(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(])/g;

/** The formula with its references relative to the cell, so that filled-down copies are equal. */
function relativeFormula({ formula, row, column }: FormulaCell): string {
  return formula.replace(
    reference,
    (
      whole: string,
      quoted: string | undefined,
      fixedColumn: string,
      letters: string,
      fixedRow: string,
      digits: string,
    ) => {
      if (quoted !== undefined) return whole;
      const columnPart =
        fixedColumn === '$' ? `$${letters}` : `C[${utils.decode_col(letters) - column}]`;
      const rowPart = fixedRow === '$' ? `$${digits}` : `R[${Number(digits) - 1 - row}]`;
      return columnPart + rowPart;
    },
  );
}
