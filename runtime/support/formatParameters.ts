// How many parameters a model has, as its name would say it: `7.62 B`, `135 M`, `215 k`.

const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** Three significant digits. @param parameters a whole number, 0 or more */
export function formatParameters(parameters: number): string {
  const [size, unit] = units.find(([one]) => Number(parameters.toPrecision(3)) >= one) ?? [1, ''];
  const shown = Number((parameters / size).toPrecision(3));
  return unit === '' ? String(parameters) : `${shown} ${unit}`;
}
