// The visits of every task as a run recorded them, by task and train step. A run that was resumed begins a train step anew: its
// records take away those of that step and of later ones. Pure but for what it remembers.
import type { GroupRecord } from '../../contract/training/runFolder.ts';

/** A group as it was recorded, with what followed from it. */
export interface TaskVisit extends Pick<
  GroupRecord,
  'epoch' | 'why' | 'outcome' | 'passRate' | 'nFresh' | 'skipped' | 'staleness' | 'rewards'
> {
  /** From 1; groups.jsonl counts the train steps before. */
  readonly step: number;
  /** Of the members; null where the run does not name them. */
  readonly trajectoryIds: readonly string[] | null;
  /** Visits in a row, up to this one, where every scored rollout was right. */
  readonly streak: number;
}

export class Visits {
  readonly #byTask = new Map<string, TaskVisit[]>();
  /** First train step of each epoch. */
  readonly #epochs = new Map<number, number>();
  #lastStep = 0;
  #ofLastStep = new Set<string>();

  /** In the order of the file. */
  take(record: GroupRecord): void {
    const step = record.step + 1;
    const isAgain =
      step < this.#lastStep || (step === this.#lastStep && this.#ofLastStep.has(record.taskId));
    if (isAgain) this.#forgetFrom(step);
    if (isAgain || step !== this.#lastStep) this.#ofLastStep = new Set();
    this.#lastStep = step;
    this.#ofLastStep.add(record.taskId);
    if (!this.#epochs.has(record.epoch)) this.#epochs.set(record.epoch, step);
    const before = this.#byTask.get(record.taskId) ?? [];
    before.push(visitOf(record, step, before.at(-1)));
    this.#byTask.set(record.taskId, before);
  }

  /** 0 before the first. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /** First train step of each epoch, in order. */
  get epochs(): number[] {
    return [...this.#epochs.values()];
  }

  /** The number of the epoch that a train step is in, from 1; 0 before the first. */
  epochAt(step: number): number {
    let epoch = 0;
    for (const [number, first] of this.#epochs) if (first <= step) epoch = Math.max(epoch, number);
    return epoch;
  }

  /** Up to and with a train step, oldest first. */
  upTo(taskId: string, step: number): readonly TaskVisit[] {
    const visits = this.#byTask.get(taskId) ?? [];
    if ((visits.at(-1)?.step ?? 0) <= step) return visits;
    return visits.slice(0, firstAfter(visits, step));
  }

  /** The last one that is not after a train step. */
  last(taskId: string, step: number): TaskVisit | null {
    const visits = this.#byTask.get(taskId) ?? [];
    return visits[firstAfter(visits, step) - 1] ?? null;
  }

  #forgetFrom(step: number): void {
    for (const [taskId, visits] of this.#byTask) {
      const kept = visits.filter((visit) => visit.step < step);
      if (kept.length === 0) this.#byTask.delete(taskId);
      else this.#byTask.set(taskId, kept);
    }
    for (const [epoch, first] of this.#epochs) if (first >= step) this.#epochs.delete(epoch);
  }
}

function visitOf(record: GroupRecord, step: number, before: TaskVisit | undefined): TaskVisit {
  const { epoch, why, outcome, passRate, nFresh, skipped, staleness, rewards } = record;
  const visit = { step, epoch, why, outcome, passRate, nFresh, skipped, staleness, rewards };
  const streak = streakAfter(before?.streak ?? 0, outcome);
  return { ...visit, streak, trajectoryIds: record.trajectoryIds ?? null };
}

/** A visit that nobody could score says nothing; see training/streakFilter.ts. */
function streakAfter(before: number, outcome: GroupRecord['outcome']): number {
  if (outcome === null) return before;
  return outcome === 'all-correct' ? before + 1 : 0;
}

/** By halving: tasks are many, and so are their visits. */
function firstAfter(visits: readonly TaskVisit[], step: number): number {
  let [low, high] = [0, visits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((visits[middle]?.step ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}
