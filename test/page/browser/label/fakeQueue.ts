// A queue of items as the runtime keeps one: labels, marks and undo, blind until an item is labelled. Kept for the session of
// the browser's tab, so that a reload finds it as it was.
import type { CriterionRatings, VerdictLevel } from '../../../../runtime/contract/judge.ts';
import type { Rubric, Stratum } from '../../../../runtime/contract/label.ts';
import type {
  LabelItem,
  LabellingState,
  OwnLabel,
} from '../../../../runtime/contract/labelling.ts';
import { hashAt, itemAt, revealAt, stratumAt } from './fakeItems.ts';

interface Marks {
  note?: string;
  flagged?: boolean;
  skipped?: boolean;
}

interface Kept {
  own: Record<string, OwnLabel>;
  marks: Record<string, Marks>;
  /** Hashes in the order of their labels. */
  order: string[];
  seen: string[];
}

export interface QueueOptions {
  readonly total: number;
  readonly rater: string;
  /** Characters of each long text. */
  readonly length: number;
  readonly conflicts: () => number;
  readonly problems: readonly string[];
}

export interface CommitParams {
  readonly level: VerdictLevel;
  readonly criteria: CriterionRatings | null;
  readonly note: string;
  readonly milliseconds: number;
}

export const rubric: Rubric = {
  version: 4,
  hash: 'abc',
  points: [
    'Judge the answer, not the way to it.',
    'Every part that is asked for must be there: here the region and the amount.',
    'Numbers may differ by rounding, at most 0.5 %.',
    'Other wording, order and currency signs do not matter.',
    'A right part beside a wrong one is Partially Correct.',
  ],
};

/** How many answers one drawn stands for, where it is more than one. */
const oneIn: Partial<Record<Stratum, number>> = { 'judge-rule': 2, partial: 3, random: 160 };
const shares: readonly Stratum[] = ['judge-judge', 'judge-rule', 'partial', 'unstable', 'random'];

export class FakeQueue {
  readonly #options: QueueOptions;
  readonly #kept: Kept;

  constructor(options: QueueOptions) {
    this.#options = options;
    const saved = sessionStorage.getItem('queue');
    const empty: Kept = { own: {}, marks: {}, order: [], seen: [] };
    this.#kept = saved === null ? empty : (JSON.parse(saved) as Kept);
  }

  items(from: number, to: number): LabelItem[] {
    const last = Math.min(to, this.#options.total);
    return Array.from({ length: Math.max(0, last - from + 1) }, (_, at) => this.item(from + at));
  }

  item(position: number): LabelItem {
    const hash = hashAt(position);
    const own = this.#kept.own[hash] ?? null;
    const base = { ...itemAt(position, this.#options.length), ...this.#kept.marks[hash], own };
    return own === null ? base : { ...base, reveal: revealAt(position) };
  }

  commit(hash: string, { level, criteria, note, milliseconds }: CommitParams): LabelItem {
    const { own, marks, order, seen } = this.#kept;
    const at = '2026-05-04T09:30:00.000Z';
    const id = `l-${order.length + 1}`;
    const blind = !seen.includes(hash);
    own[hash] = {
      id,
      first: level,
      last: level,
      milliseconds,
      at,
      blind,
      criteria,
      currentRubric: true,
    };
    marks[hash] = { ...marks[hash], note, skipped: false };
    order.push(hash);
    if (blind) seen.push(hash);
    return this.#save(hash);
  }

  revise(hash: string, level: VerdictLevel): LabelItem {
    const label = this.#kept.own[hash];
    if (label === undefined) throw new Error('This item has no label of yours.');
    label.last = level;
    return this.#save(hash);
  }

  undo(): LabelItem | null {
    const hash = this.#kept.order.pop();
    if (hash === undefined) return null;
    const { [hash]: taken, ...others } = this.#kept.own;
    if (taken !== undefined) this.#kept.own = others;
    return this.#save(hash);
  }

  mark(hash: string, marks: Marks): LabelItem {
    this.#kept.marks[hash] = { ...this.#kept.marks[hash], ...marks };
    return this.#save(hash);
  }

  state(): LabellingState {
    const { total, rater, conflicts, problems } = this.#options;
    const { own, marks } = this.#kept;
    const count = (name: 'flagged' | 'skipped'): number =>
      Object.values(marks).filter((one) => one[name] === true).length;
    const times = Object.values(own).map(({ milliseconds }) => milliseconds);
    return {
      ...{ handle: 'q1', rater, total, labelled: Object.keys(own).length },
      ...{ skipped: count('skipped'), flagged: count('flagged'), next: this.#next() },
      strata: shares.map((stratum) => this.#progress(stratum)),
      pace: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? null,
      rubric,
      gain: { judge: 'llm-judge v3', n: 41, halfWidth: 0.19, more: 20, halfWidthAfter: 0.16 },
      conflicts: conflicts(),
      labelFile: '.tool-r1/labels.jsonl',
      problems: [...problems],
    };
  }

  #next(): number | null {
    for (let position = 1; position <= this.#options.total; position += 1) {
      const hash = hashAt(position);
      if (this.#kept.own[hash] === undefined && this.#kept.marks[hash]?.skipped !== true) {
        return position;
      }
    }
    return null;
  }

  #progress(stratum: Stratum): LabellingState['strata'][number] {
    const of = Array.from({ length: this.#options.total }, (_, at) => at + 1).filter(
      (position) => stratumAt(position) === stratum,
    );
    const labelled = of.filter((position) => this.#kept.own[hashAt(position)] !== undefined).length;
    const population = of.length * (oneIn[stratum] ?? 1);
    return { stratum, labelled, drawn: of.length, population };
  }

  #save(hash: string): LabelItem {
    sessionStorage.setItem('queue', JSON.stringify(this.#kept));
    return this.item(Number.parseInt(hash, 16));
  }
}
