// Where the records of a file lie and to which trajectory each belongs, in the order of the file: the part of an index that
// has one entry for each line.
import type { Place } from '../formats/recordSource.ts';
import type { RecordKind } from '../scan/recordFacts.ts';
import { bytes, counts, doubles, integers } from './numberColumn.ts';

const kinds: readonly RecordKind[] = [
  'trajectory-started',
  'step-ended',
  'trajectory-ended',
  'verdict-given',
  'reward-assigned',
];
const stepKind = kinds.indexOf('step-ended');
const none = -1;

export class RecordTable {
  readonly #offsets = doubles();
  readonly #lengths = counts();
  readonly #kinds = bytes();
  /** The step of a step record, by its index in the trajectory. */
  readonly #steps = counts();
  readonly #rows = counts();
  /** The next record of the same trajectory. */
  readonly #next = integers();
  readonly #first = integers();
  readonly #last = integers();

  get length(): number {
    return this.#offsets.length;
  }

  /** `row` is the trajectory; a new one is the number of those before it. */
  add(row: number, kind: RecordKind, step: number, { offset, bytes: length }: Place): void {
    const record = this.length;
    this.#offsets.push(offset);
    this.#lengths.push(length);
    this.#kinds.push(kinds.indexOf(kind));
    this.#steps.push(step);
    this.#rows.push(row);
    this.#next.push(none);
    if (row === this.#first.length) {
      this.#first.push(record);
      this.#last.push(record);
      return;
    }
    this.#next.set(this.#last.at(row), record);
    this.#last.set(row, record);
  }

  place(record: number): Place {
    return { offset: this.#offsets.at(record), bytes: this.#lengths.at(record) };
  }

  kind(record: number): RecordKind {
    return kinds[this.#kinds.at(record)] ?? 'step-ended';
  }

  row(record: number): number {
    return this.#rows.at(record);
  }

  /** Changes whenever a record is added to the trajectory. */
  lastRecord(row: number): number {
    return this.#last.at(row);
  }

  hasStep(row: number, step: number): boolean {
    for (let record = this.#first.at(row); record >= 0; record = this.#next.at(record)) {
      if (this.#kinds.at(record) === stepKind && this.#steps.at(record) === step) return true;
    }
    return false;
  }

  /** Every record of a trajectory, in the order of the file. */
  allRecords(row: number): number[] {
    const records: number[] = [];
    for (let record = this.#first.at(row); record >= 0; record = this.#next.at(record)) {
      records.push(record);
    }
    return records;
  }

  /** Every record of a trajectory that is no step, in the order of the file. */
  factRecords(row: number): number[] {
    const records: number[] = [];
    for (let record = this.#first.at(row); record >= 0; record = this.#next.at(record)) {
      if (this.#kinds.at(record) !== stepKind) records.push(record);
    }
    return records;
  }

  /** How often each step is there that is there more than once. */
  repeatedSteps(row: number): ReadonlyMap<number, number> {
    const times = new Map<number, number>();
    for (let record = this.#first.at(row); record >= 0; record = this.#next.at(record)) {
      if (this.#kinds.at(record) !== stepKind) continue;
      const step = this.#steps.at(record);
      times.set(step, (times.get(step) ?? 0) + 1);
    }
    return new Map([...times].filter(([, count]) => count > 1));
  }

  /** The record of each step by its index, the first where one is there twice; ordered by index. */
  stepRecords(row: number): ReadonlyMap<number, number> {
    const steps: [number, number][] = [];
    for (let record = this.#first.at(row); record >= 0; record = this.#next.at(record)) {
      if (this.#kinds.at(record) === stepKind) steps.push([this.#steps.at(record), record]);
    }
    const found = new Map<number, number>();
    for (const [step, record] of steps.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (!found.has(step)) found.set(step, record);
    }
    return found;
  }
}
