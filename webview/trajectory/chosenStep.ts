// Which step a person is at: the outline, the namespace and the address of the page follow it. It stays in view: scrolled
// away, the nearest step that is in view takes its place.
import type { PageItem } from './column/pageItems.ts';

export class ChosenStep {
  readonly #changed: (step: number | null) => void;
  #step: number | null;

  constructor(step: number | null, changed: (step: number | null) => void) {
    this.#step = step;
    this.#changed = changed;
  }

  get step(): number | null {
    return this.#step;
  }

  set(step: number | null): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#changed(step);
  }

  /** @param visible keys of the items in view, top to bottom; null while the page moves by itself */
  keepInView(visible: readonly string[] | null): void {
    const steps = (visible ?? []).flatMap((key) => stepOf(key) ?? []);
    const [first, last] = [steps[0], steps.at(-1)];
    if (first === undefined || last === undefined) return;
    if (this.#step === null || this.#step < first) this.set(first);
    else if (this.#step > last) this.set(last);
  }
}

/** Steps that can be walked to, in order. */
export function stepsOf(items: readonly PageItem[]): number[] {
  return items.flatMap((item) => {
    if (item.kind === 'step') return [item.row.index];
    return item.kind === 'live' ? [item.live.index] : [];
  });
}

function stepOf(key: string): number | null {
  return key.startsWith('s') ? Number(key.slice(1)) : null;
}
