// The cell that keys move, as on any grid. Pure.

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows of one page. */
  readonly page: number;
}

/** Null for a key that moves nothing. */
export function moveCell(
  { row, column }: CellPlace,
  key: string,
  size: GridSize,
): CellPlace | null {
  const moves: Readonly<Record<string, CellPlace>> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
    Home: { row, column: 0 },
    End: { row, column: size.columns - 1 },
    '<': { row: 0, column },
    '>': { row: size.rows - 1, column },
  };
  const to = moves[key];
  if (to === undefined || size.rows === 0 || size.columns === 0) return null;
  return {
    row: Math.max(0, Math.min(size.rows - 1, to.row)),
    column: Math.max(0, Math.min(size.columns - 1, to.column)),
  };
}
