// Figures of evaluations as words, where several views need them.
import type { Estimate } from '../contract/agreement.ts';

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
