// Figures of evaluations as words, where several views need them.
import type { Estimate } from '../contract/agreement.ts';
import type { Paint } from './colour.ts';
import { wrapText } from './displayWidth.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';

/** A sentence, as many lines as the terminal needs for it. */
export function sentence(terminal: Terminal, text: string, paint: Paint): void {
  for (const line of wrapText(sanitise(text), terminal.columns)) terminal.line(paint(line));
}

export function interval({ low, high }: Estimate, shown: (value: number) => string): string {
  return low === null || high === null ? '-' : `${shown(low)} to ${shown(high)}`;
}

/** A difference of shares, in points. */
export function signedPoints(value: number): string {
  return `${value > 0 ? '+' : ''}${points(value)}`;
}

export function points(share: number): string {
  return `${(100 * share).toFixed(1)} points`;
}

export function number(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

export function whole(value: number): string {
  return value.toLocaleString('en');
}

export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 70 ? line : `${line.slice(0, 69)}…`;
}
