// Lines over steps as an SVG of its own, readable on a light and on a dark page. Pure.

export interface Line {
  readonly title: string;
  /** One value a step, from step 1 on; a step without a value is left out of the line. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  /** Upper end of the axis; the lower end is 0. */
  readonly top: number;
  readonly lines: readonly Line[];
}

/** Steps of the moving mean that is drawn. */
const smoothing = 5;
const size = { width: 680, height: 300 } as const;
const plot = { left: 44, top: 34, right: 500, bottom: 268 } as const;
/** Told apart by people who do not tell red from green (Okabe and Ito, 2008), on white and on black. */
const colours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9'];

export function drawChart({ title, unit, top, lines }: Chart): string {
  const steps = Math.max(2, ...lines.map(({ values }) => values.length));
  const x = (step: number): number =>
    plot.left + ((step - 1) / (steps - 1)) * (plot.right - plot.left);
  const y = (value: number): number => plot.bottom - (value / top) * (plot.bottom - plot.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(title)}">`,
    style,
    `<text class="title" x="${plot.left}" y="18">${escaped(title)}</text>`,
    ...ticks(top).flatMap((value) => [
      `<path class="grid" d="M${plot.left} ${round(y(value))}H${plot.right}"/>`,
      `<text class="number" x="${plot.left - 6}" y="${round(y(value) + 4)}">${value}</text>`,
    ]),
    `<text x="${plot.left}" y="290">train step 1 to ${steps}; ${escaped(unit)}, mean of ${smoothing} steps</text>`,
    ...lines.flatMap((line, place) => drawLine(line, place, x, y)),
    '</svg>',
    '',
  ].join('\n');
}

const style = [
  '<style>',
  'text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600}.number{text-anchor:end}.grid{stroke:#8886;fill:none}',
  '.line{fill:none;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#ccc}}',
  '</style>',
].join('');

function drawLine(
  { title, values }: Line,
  place: number,
  x: (step: number) => number,
  y: (value: number) => number,
): readonly string[] {
  const colour = colours[place % colours.length] ?? '';
  const points = smoothed(values).flatMap((value, index) =>
    value === null ? [] : [`${round(x(index + 1))} ${round(y(value))}`],
  );
  const height = plot.top + 8 + place * 20;
  return [
    `<path class="line" stroke="${colour}" d="M${points.join('L')}"/>`,
    `<path class="line" stroke="${colour}" d="M${plot.right + 10} ${height}h16"/>`,
    `<text x="${plot.right + 32}" y="${height + 4}">${escaped(title)}</text>`,
  ];
}

/** The mean of each value and those before it, as far as they are there. */
export function smoothed(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.map((_, index) => {
    const near = values
      .slice(Math.max(0, index - smoothing + 1), index + 1)
      .filter((value) => value !== null);
    return near.length === 0 ? null : near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

function ticks(top: number): readonly number[] {
  return [0, 0.25, 0.5, 0.75, 1].map((share) => round(share * top * 10) / 10);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
