// Colours of the terminal, and when to use them: on a terminal, unless NO_COLOR is set (https://no-color.org).

export type Paint = (text: string) => string;

/** What each colour is for; the names say meaning, not hue. */
export interface Palette {
  readonly strong: Paint;
  readonly faint: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly caution: Paint;
  readonly accent: Paint;
  readonly keyword: Paint;
  readonly literal: Paint;
  readonly comment: Paint;
  readonly call: Paint;
}

const same: Paint = (text) => text;

export const plainPalette: Palette = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  caution: same,
  accent: same,
  keyword: same,
  literal: same,
  comment: same,
  call: same,
};

/** The sixteen colours that a person's terminal theme defines, so that light and dark themes both read well. */
export const colourPalette: Palette = {
  strong: sgr(1, 22),
  faint: sgr(2, 22),
  good: sgr(32, 39),
  bad: sgr(31, 39),
  caution: sgr(33, 39),
  accent: sgr(36, 39),
  keyword: sgr(35, 39),
  literal: sgr(32, 39),
  comment: sgr(90, 39),
  call: sgr(34, 39),
};

/** Whether to colour a stream. `FORCE_COLOR` wins over everything but its own `0`. */
export function wantsColour(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false;
  return isTerminal;
}

function sgr(on: number, off: number): Paint {
  return (text) => (text === '' ? '' : `\u001B[${on}m${text}\u001B[${off}m`);
}
