// The figures of a comparison in words.
import { counted, percent, twoPlaces, wholeNumber } from '../format/numbers.ts';
import type { Pair } from './checkpointsRoute.ts';
import type { ComparedCheckpoints } from './comparison.ts';

export type ComparedFigure = ComparedCheckpoints['figures'][number];

const names: Readonly<Record<string, string>> = {
  passed: 'Pass rate',
  'reward/total': 'Reward',
  parsed: 'Steps parsed',
  executed: 'Steps executed',
  steps: 'Steps per task',
  tokens: 'Tokens per task',
};

/** Parts of the reward carry the names of the recipe. */
export function figureName(name: string): string {
  const known = names[name];
  if (known !== undefined) return known;
  const [, part] = /^reward\/(.+)$/.exec(name) ?? [];
  return part === undefined ? name : `${part.charAt(0).toUpperCase()}${part.slice(1)} part`;
}

export function figureValue({ name, unit }: ComparedFigure, value: number): string {
  if (unit === 'share') return percent(value);
  if (name === 'tokens') return wholeNumber(value);
  return name === 'steps' ? withMinus(value.toFixed(1)) : twoPlaces(value);
}

/** `+11`, in points of a share; `−0.7`. */
export function changeValue({ name, unit }: ComparedFigure, value: number): string {
  const text = plain(name, unit, value);
  if (Number(text.replaceAll(',', '')) === 0) return text.replace('-', '');
  return value > 0 ? `+${text}` : withMinus(text);
}

function plain(name: string, unit: ComparedFigure['unit'], value: number): string {
  if (unit === 'share') return (value * 100).toFixed(0);
  if (name === 'tokens') return wholeNumber(value);
  return value.toFixed(name === 'steps' ? 1 : 2);
}

/** `(+2 to +20)`. */
export function changeInterval(figure: ComparedFigure): string {
  const { low, high } = figure;
  if (low === null || high === null) return '(no interval)';
  return `(${changeValue(figure, low)} to ${changeValue(figure, high)})`;
}

/** Why there is no interval, or of how many tasks it is where some lack the figure; null where neither has to be said. */
export function figureNote({ low, tasks }: ComparedFigure, compared: number): string | null {
  if (low === null && tasks === 1) return 'One task gives no interval.';
  if (low === null)
    return `All ${wholeNumber(tasks)} tasks changed alike, which gives no interval.`;
  return tasks === compared ? null : `Of the ${counted(tasks, 'task')} that have this figure.`;
}

/** For people who hear the page: the first figure and what is behind it. */
export function comparedSentence(
  { first, second }: Pair,
  { figures, won, lost }: ComparedCheckpoints,
): string {
  const [main] = figures;
  const change =
    main === undefined
      ? ''
      : `${figureName(main.name)} ${changeValue(main, main.change)} ${changeInterval(main)}, `;
  const tasks = `${counted(won.length, 'task')} won, ${wholeNumber(lost.length)} lost`;
  return `From step ${first} to step ${second}: ${change}${tasks}.`;
}

/** Whether the interval of the difference leaves out 0. */
export function isEffect({ low, high }: Pick<ComparedFigure, 'low' | 'high'>): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

function withMinus(text: string): string {
  return text.replace('-', '−');
}
