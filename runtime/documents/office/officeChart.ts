// Charts of Office files as tables: a row for each category, a column for each series. The values are those that the
// chart itself keeps, so a chart whose workbook is gone can still be read.
import { markdownTable } from '../markdownTable.ts';
import type { OfficePackage } from './officePackage.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, descendantsOf, pathOf, textOf } from '../markup/xmlTree.ts';

/** Markdown for the chart in a part; null when the part is missing. */
export function chartText(office: OfficePackage, partPath: string): string | null {
  const root = office.part(partPath);
  return root === null ? null : describeChart(root);
}

function describeChart(root: XmlElement): string {
  const kinds = [...new Set(descendantsOf(root, 'plotArea').flatMap(chartKinds))];
  const title = titleOf(root);
  const head = `[chart${kinds.length === 0 ? '' : `: ${kinds.join(' and ')}`}${title === '' ? '' : `, "${title}"`}]`;
  const axes = [
    ...descendantsOf(root, 'catAx'),
    ...descendantsOf(root, 'valAx'),
    ...descendantsOf(root, 'dateAx'),
  ]
    .map(titleOf)
    .filter((text) => text !== '');
  const table = seriesTable(descendantsOf(root, 'ser'));
  return [head, axes.length === 0 ? '' : `Axes: ${axes.join(' / ')}`, table]
    .filter((text) => text !== '')
    .join('\n');
}

function chartKinds(plotArea: XmlElement): string[] {
  return plotArea.children.flatMap((node) =>
    typeof node !== 'string' && node.name.endsWith('Chart')
      ? [node.name.replace(/Chart$/, '').replace('3D', ' 3D')]
      : [],
  );
}

/** The title of a chart or an axis, written into it or taken from a cell. */
function titleOf(element: XmlElement): string {
  const chart = childOf(element, 'chart') ?? element;
  const title = childOf(chart, 'title');
  if (title === null) return '';
  const written = descendantsOf(title, 't').map(textOf).join('');
  return written !== '' ? written : descendantsOf(title, 'v').map(textOf).join(' ');
}

interface Series {
  readonly name: string;
  /** Category by point. */
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

function seriesTable(elements: readonly XmlElement[]): string {
  const series = elements.map(toSeries);
  const points = [
    ...new Set(
      series.flatMap(({ values, categories }) => [...values.keys(), ...categories.keys()]),
    ),
  ].sort((a, b) => a - b);
  if (points.length === 0) return '';
  const categoryOf = (point: number): string =>
    series
      .map(({ categories }) => categories.get(point))
      .find((category) => category !== undefined) ?? String(point + 1);
  const header = ['', ...series.map(({ name }) => name)];
  return markdownTable([
    header,
    ...points.map((point) => [
      categoryOf(point),
      ...series.map(({ values }) => values.get(point) ?? ''),
    ]),
  ]);
}

function toSeries(element: XmlElement, index: number): Series {
  const named = childOf(element, 'tx');
  const name = named === null ? '' : [...points(named).values()].join(' ') || textOf(named).trim();
  const categories = childOf(element, 'cat') ?? childOf(element, 'xVal');
  const values = childOf(element, 'val') ?? childOf(element, 'yVal');
  return {
    name: name === '' ? `Series ${index + 1}` : name,
    categories: categories === null ? new Map<number, string>() : points(categories),
    values: values === null ? new Map<number, string>() : points(values),
  };
}

/** The cached points of a reference, by their index. */
function points(element: XmlElement): Map<number, string> {
  const [inner, ...outer] = descendantsOf(element, 'lvl');
  if (inner === undefined) return pointsOf(element, /[dmy]{2,}/i.test(formatCode(element)));
  const levels = outer.map((level) => pointsOf(level, false)).reverse();
  const joined = new Map<number, string>();
  for (const [index, text] of pointsOf(inner, false)) {
    const above = levels.map((level) => lastUpTo(level, index)).filter((part) => part !== '');
    joined.set(index, [...above, text].join(' / '));
  }
  return joined;
}

/** An outer category is kept at the first of its points only. */
function lastUpTo(level: ReadonlyMap<number, string>, index: number): string {
  for (let at = index; at >= 0; at -= 1) {
    const text = level.get(at);
    if (text !== undefined) return text;
  }
  return '';
}

function pointsOf(element: XmlElement, isDate: boolean): Map<number, string> {
  const found = new Map<number, string>();
  for (const point of descendantsOf(element, 'pt')) {
    const raw = textOf(childOf(point, 'v') ?? point).trim();
    const index = Number(attributeOf(point, 'idx') ?? '0');
    found.set(index, isDate ? dateText(raw) : shortNumber(raw));
  }
  return found;
}

function formatCode(element: XmlElement): string {
  const code = pathOf(element, 'numRef', 'numCache', 'formatCode');
  return code === null ? '' : textOf(code).replace(/"[^"]*"|\[[^\]]*\]/g, '');
}

/** Days since the end of 1899, which is how dates are kept. */
function dateText(raw: string): string {
  const days = Number(raw);
  if (raw === '' || !Number.isFinite(days)) return raw;
  return new Date(Math.round((days - 25_569) * 86_400_000))
    .toISOString()
    .replace(/T00:00:00.000Z$/, '');
}

/** Without the noise of binary fractions: 0.30000000000000004 is 0.3. */
function shortNumber(raw: string): string {
  const number = Number(raw);
  return raw === '' || !Number.isFinite(number) || !raw.includes('.')
    ? raw
    : String(Number(number.toPrecision(15)));
}
