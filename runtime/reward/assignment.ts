// The best way to pair the rows of a table with its columns. Pure.

/**
 * Largest sum of scores, each row and each column used once at most. Scores are not negative, in one list a row, all of one
 * length. The Hungarian method with potentials (Kuhn 1955, Munkres 1957), O(rows^2 x columns).
 */
export function bestAssignment(scores: readonly (readonly number[])[]): number {
  const width = scores[0]?.length ?? 0;
  const table = scores.length > width ? transposed(scores, width) : scores;
  const owner = assignRows(table, Math.max(scores.length, width));
  return owner.reduce((sum, row, column) => sum + (row === 0 ? 0 : at(table, row, column)), 0);
}

/** The row of each column, both from 1, 0 for none. `table` has no more rows than columns. */
function assignRows(table: readonly (readonly number[])[], columns: number): number[] {
  const owner = new Array<number>(columns + 1).fill(0);
  const potentials = {
    rows: new Array<number>(table.length + 1).fill(0),
    columns: new Array<number>(columns + 1).fill(0),
  };
  for (let row = 1; row <= table.length; row += 1) augment(table, row, owner, potentials);
  owner[0] = 0;
  return owner;
}

interface Potentials {
  readonly rows: number[];
  readonly columns: number[];
}

/** Gives a row a column along the cheapest alternating path, where the cost is minus the score. */
function augment(
  table: readonly (readonly number[])[],
  row: number,
  owner: number[],
  { rows, columns }: Potentials,
): void {
  const least = owner.map(() => Infinity);
  const before = owner.map(() => 0);
  const used = owner.map(() => false);
  owner[0] = row;
  let current = 0;
  while (value(owner, current) !== 0) {
    used[current] = true;
    const from = value(owner, current);
    let next = 0;
    for (let column = 1; column < owner.length; column += 1) {
      if (used[column] === true) continue;
      const cost = -at(table, from, column) - value(rows, from) - value(columns, column);
      if (cost < value(least, column)) {
        least[column] = cost;
        before[column] = current;
      }
      if (next === 0 || value(least, column) < value(least, next)) next = column;
    }
    const step = value(least, next);
    for (let column = 0; column < owner.length; column += 1) {
      if (used[column] === true) {
        const holder = value(owner, column);
        rows[holder] = value(rows, holder) + step;
        columns[column] = value(columns, column) - step;
      } else least[column] = value(least, column) - step;
    }
    current = next;
  }
  while (current !== 0) {
    const previous = value(before, current);
    owner[current] = value(owner, previous);
    current = previous;
  }
}

function transposed(scores: readonly (readonly number[])[], width: number): number[][] {
  return Array.from({ length: width }, (_, column) => scores.map((row) => value(row, column)));
}

function at(table: readonly (readonly number[])[], row: number, column: number): number {
  return value(table[row - 1] ?? [], column - 1);
}

function value(list: readonly number[], index: number): number {
  return list[index] ?? 0;
}
