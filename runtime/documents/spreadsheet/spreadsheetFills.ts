// Fill colours of a sheet, which some sheets use as data: a legend, a plan, a map. Whether they do is decided here; how a
// filled cell is written is left to the sheet.
import type { CellObject } from '@e965/xlsx';
import * as z from 'zod';

export interface SheetFills {
  /** Colour of each filled cell by `row,column`, zero-based; empty when fills are mere decoration. */
  readonly byCell: ReadonlyMap<string, string>;
  /** One line on the colours and how often each occurs; null when there is nothing to say. */
  readonly summary: string | null;
}

const Fill = z.object({
  patternType: z.literal('solid'),
  fgColor: z.object({ rgb: z.string().regex(/^([\da-f]{2})?[\da-f]{6}$/i) }),
});

/** The fill as `#RRGGBB`; null for none and for white, which looks like none. */
export function fillOf(cell: CellObject): string | null {
  const style: unknown = cell.s;
  if (typeof style !== 'object' || style === null || !('fgColor' in style)) return null;
  const fill = Fill.safeParse(style);
  if (!fill.success) return null;
  const colour = `#${fill.data.fgColor.rgb.slice(-6).toUpperCase()}`;
  return colour === '#FFFFFF' ? null : colour;
}

/**
 * Fills carry data unless there is one single colour and it marks whole rows only, as a header or every other row does.
 * `cells` are the cells of the sheet in any order, empty ones included.
 */
export function sheetFills(cells: Iterable<SheetCell>): SheetFills {
  const byCell = new Map<string, string>();
  const counts = new Map<string, number>();
  const rows = new Map<number, { cells: number; filled: number }>();
  for (const { row, column, cell } of cells) {
    const line = rows.get(row) ?? { cells: 0, filled: 0 };
    rows.set(row, line);
    line.cells += 1;
    const fill = fillOf(cell);
    if (fill === null) continue;
    line.filled += 1;
    byCell.set(`${row},${column}`, fill);
    counts.set(fill, (counts.get(fill) ?? 0) + 1);
  }
  if (counts.size === 0) return { byCell, summary: null };
  const isBanding = [...rows.values()].every(
    (line) => line.filled === 0 || line.filled === line.cells,
  );
  if (counts.size === 1 && isBanding && rows.size > 1) return decoration(counts, rows);
  return {
    byCell,
    summary: `Fills: ${describe(counts)}; written as {fill #RRGGBB} behind the value.`,
  };
}

export interface SheetCell {
  /** Zero-based. */
  readonly row: number;
  readonly column: number;
  readonly cell: CellObject;
}

function decoration(
  counts: ReadonlyMap<string, number>,
  rows: ReadonlyMap<number, { filled: number }>,
): SheetFills {
  const filled = [...rows].filter(([, line]) => line.filled > 0).map(([row]) => row + 1);
  const named =
    filled.length > 12
      ? `${filled.slice(0, 12).join(', ')} and ${filled.length - 12} more`
      : filled.join(', ');
  const [colour = ''] = counts.keys();
  const place = filled.length === 1 ? `Row ${named} is` : `Rows ${named} are`;
  return {
    byCell: new Map(),
    summary: `${place} filled with ${colour} (${colourName(colour)}) throughout.`,
  };
}

function describe(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 40)
    .map(
      ([colour, count]) =>
        `${colour} (${colourName(colour)}) in ${count} ${count === 1 ? 'cell' : 'cells'}`,
    )
    .join(', ');
}

/** The everyday name of a colour, for example `light green`; by hue, lightness and saturation. */
export function colourName(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  const lightness = most - spread / 2;
  if (spread < 0.08) return lightness < 0.12 ? 'black' : lightness > 0.93 ? 'white' : 'grey';
  const hue = hueOf(red, green, blue, most, spread);
  // Gold is called orange where it is strong and yellow where it is pale.
  const isGold = hue >= 44 && hue < 50 && lightness < 0.55;
  const name = isGold ? 'orange' : (hueNames.find(([limit]) => hue < limit)?.[1] ?? 'red');
  if (name === 'orange' && lightness < 0.35) return 'brown';
  return lightness > 0.75 ? `light ${name}` : lightness < 0.25 ? `dark ${name}` : name;
}

const hueNames: readonly (readonly [limit: number, name: string])[] = [
  [16, 'red'],
  [44, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [200, 'turquoise'],
  [255, 'blue'],
  [290, 'purple'],
  [345, 'pink'],
];

function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (most === red) return (((green - blue) / spread + 6) % 6) * 60;
  if (most === green) return ((blue - red) / spread + 2) * 60;
  return ((red - green) / spread + 4) * 60;
}
