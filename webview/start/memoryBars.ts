// What the memory of the cards would be used for, as bars: every part is a share of the width that all cards have. Pure.
import type { MemoryEstimate } from '../../runtime/contract/training/trainingRequests.ts';

export interface MemoryPart {
  readonly name: string;
  readonly gib: number;
  /** Which of the textures; a name has the same one on every card. */
  readonly texture: number;
  /** Shares of the width, in percent. */
  readonly left: number;
  readonly width: number;
}

export interface MemoryBar {
  readonly gpu: number;
  readonly parts: readonly MemoryPart[];
  /** How far the estimate may be off to either side; null where it is exact. */
  readonly whisker: { readonly left: number; readonly width: number } | null;
  readonly limit: number;
  /** `53 ± 6 GiB`. */
  readonly words: string;
  /** All of it, for people who do not see the bar. */
  readonly label: string;
  /** It may not fit. */
  readonly isOver: boolean;
}

export interface MemoryGroup {
  readonly role: MemoryEstimate['role'];
  readonly bars: readonly MemoryBar[];
  /** Parts of its cards, each once. */
  readonly legend: readonly Pick<MemoryPart, 'name' | 'gib' | 'texture'>[];
}

/** As many as start.css draws. */
const textures = 8;

/** Cards that do the same together; those that train first. */
export function memoryGroups(memory: readonly MemoryEstimate[]): readonly MemoryGroup[] {
  const names = [...new Set(memory.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const widest = Math.max(
    ...memory.map((one) => Math.max(one.limitGib * 1.1, one.totalGib + one.spreadGib)),
  );
  return (['train', 'both', 'sample'] as const).flatMap((role) => {
    const own = memory.filter((one) => one.role === role);
    if (own.length === 0) return [];
    const bars = own.map((one) => barOf(one, names, widest));
    return [{ role, bars, legend: legendOf(bars) }];
  });
}

function barOf(estimate: MemoryEstimate, names: readonly string[], widest: number): MemoryBar {
  const { gpu, totalGib, spreadGib, limitGib } = estimate;
  const share = (gib: number): number => (100 * gib) / widest;
  let before = 0;
  const parts = estimate.parts.map(({ name, gib }) => {
    const left = share(before);
    before += gib;
    return { name, gib, texture: names.indexOf(name) % textures, left, width: share(gib) };
  });
  const low = Math.max(0, totalGib - spreadGib);
  return {
    ...{ gpu, parts, limit: share(limitGib), words: amountWords(estimate) },
    whisker:
      spreadGib === 0 ? null : { left: share(low), width: share(totalGib + spreadGib - low) },
    label: labelOf(estimate),
    isOver: totalGib + spreadGib > limitGib,
  };
}

function legendOf(bars: readonly MemoryBar[]): MemoryGroup['legend'] {
  const seen = new Map<string, MemoryPart>();
  for (const part of bars.flatMap(({ parts }) => parts)) {
    if (!seen.has(part.name)) seen.set(part.name, part);
  }
  return [...seen.values()];
}

function amountWords({ totalGib, spreadGib }: MemoryEstimate): string {
  const digits = totalGib < 9.95 ? 1 : 0;
  const spread = spreadGib === 0 ? '' : ` ± ${spreadGib.toFixed(digits)}`;
  return `${shown(totalGib)}${spread} GiB`;
}

function labelOf(estimate: MemoryEstimate): string {
  const parts = estimate.parts.map(({ name, gib }) => `${name} ${shown(gib)}`).join(', ');
  return `GPU ${estimate.gpu}: ${parts}; ${amountWords(estimate)} of ${shown(estimate.limitGib)}`;
}

/** Two digits are what an estimate is worth. */
export function shown(gib: number): string {
  return gib < 9.95 ? gib.toFixed(1) : gib.toFixed(0);
}
