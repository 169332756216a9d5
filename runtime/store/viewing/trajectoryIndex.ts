// The index of an opened file: for each trajectory the numbers that lists are sorted and filtered by, and where its records
// lie. Texts stay in the file; 200,000 trajectories take some tens of megabytes.
import type { VerdictLevel } from '../../contract/judge.ts';
import { StopReason } from '../../contract/trajectory.ts';
import type { Place, RecordVisitor } from '../formats/recordSource.ts';
import type { RecordFacts } from '../scan/recordFacts.ts';
import { bytes, counts, doubles, integers } from './numberColumn.ts';
import { RecordTable } from './recordTable.ts';
import { VerdictTable } from './verdictTable.ts';
import { WordTable } from './wordTable.ts';

export interface BrokenLine {
  readonly line: number;
  readonly message: string;
  readonly place: Place;
}

/** Of a file of another kind every line is broken; no one reads more of them than this. */
const mostBroken = 10_000;
/** Of a longer question only this much is sorted by. */
const sortedCharacters = 256;
const stopReasons = StopReason.options;
const noStop = 255;
const absent = -1;

export class TrajectoryIndex implements RecordVisitor {
  readonly records = new RecordTable();
  readonly verdicts = new VerdictTable();
  readonly questions = new WordTable();
  readonly tasks = new WordTable();
  /** The first of the lines that could not be read. */
  readonly brokenLines: BrokenLine[] = [];
  brokenCount = 0;
  highestReward: number | null = null;
  highestSteps = 0;
  readonly #rows = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #lines = doubles();
  readonly #tasks = integers();
  readonly #questions = integers();
  readonly #stops = bytes();
  readonly #steps = counts();
  readonly #highestStep = counts();
  readonly #tokens = doubles();
  readonly #milliseconds = doubles();
  readonly #rewards = doubles();
  readonly #branches = new Map<string, number[]>();
  readonly #isBranch = new Set<number>();

  get trajectories(): number {
    return this.#ids.length;
  }

  /** Null for an id that the file does not have. */
  rowOf(id: string): number | null {
    return this.#rows.get(id) ?? null;
  }

  id(row: number): string {
    return this.#ids[row] ?? '';
  }

  /** Line of its first record. */
  line(row: number): number {
    return this.#lines.at(row);
  }

  /** Null while its first record is missing. */
  taskId(row: number): string | null {
    const task = this.#tasks.at(row);
    return task < 0 ? null : this.tasks.word(task);
  }

  task(row: number): number {
    return this.#tasks.at(row);
  }

  /** Number of its question in `questions`; -1 while its first record is missing. */
  question(row: number): number {
    return this.#questions.at(row);
  }

  stopReason(row: number): StopReason | null {
    return stopReasons[this.#stops.at(row)] ?? null;
  }

  /** For sorting: place among the stop reasons, those without an end last. */
  stopRank(row: number): number {
    return this.#stops.at(row);
  }

  steps(row: number): number {
    return this.#steps.at(row);
  }

  /** NaN where no step counts any. */
  tokens(row: number): number {
    return this.#tokens.at(row);
  }

  milliseconds(row: number): number {
    return this.#milliseconds.at(row);
  }

  /** NaN without one. */
  reward(row: number): number {
    return this.#rewards.at(row);
  }

  level(row: number): VerdictLevel | null {
    return this.verdicts.level(row);
  }

  /** True for a follow-up and a retry, which are no samples of the policy on their task. */
  isBranch(row: number): boolean {
    return this.#isBranch.has(row);
  }

  branchesOf(id: string): readonly number[] {
    return this.#branches.get(id) ?? [];
  }

  record(facts: RecordFacts, place: Place, line: number): void {
    const row = this.#rows.get(facts.id) ?? this.#begin(facts.id, line);
    const step = facts.kind === 'step-ended' ? facts.step : 0;
    if (facts.kind === 'step-ended') this.#step(row, facts);
    this.records.add(row, facts.kind, step, place);
    if (facts.kind !== 'step-ended') this.#fact(row, facts);
  }

  broken(line: number, message: string, place: Place): void {
    this.brokenCount += 1;
    if (this.brokenLines.length < mostBroken) this.brokenLines.push({ line, message, place });
  }

  #begin(id: string, line: number): number {
    const row = this.#ids.length;
    this.#rows.set(id, row);
    this.#ids.push(id);
    this.#lines.push(line);
    this.#tasks.push(absent);
    this.#questions.push(absent);
    this.#stops.push(noStop);
    this.#steps.push(0);
    this.#highestStep.push(0);
    this.#tokens.push(NaN);
    this.#milliseconds.push(0);
    this.#rewards.push(NaN);
    return row;
  }

  #step(row: number, facts: Extract<RecordFacts, { kind: 'step-ended' }>): void {
    const highest = this.#highestStep.at(row);
    // Steps come in their order; only one that does not may be there already.
    if (facts.step <= highest && this.records.hasStep(row, facts.step)) return;
    this.#highestStep.set(row, Math.max(highest, facts.step));
    const steps = this.#steps.at(row) + 1;
    this.#steps.set(row, steps);
    this.highestSteps = Math.max(this.highestSteps, steps);
    this.#milliseconds.set(row, this.#milliseconds.at(row) + facts.milliseconds);
    if (facts.tokens === null) return;
    const before = this.#tokens.at(row);
    this.#tokens.set(row, (Number.isNaN(before) ? 0 : before) + facts.tokens);
  }

  #fact(row: number, facts: Exclude<RecordFacts, { kind: 'step-ended' }>): void {
    switch (facts.kind) {
      case 'trajectory-started':
        if (this.#tasks.at(row) === absent) this.#start(row, facts);
        break;
      case 'trajectory-ended':
        this.#stops.set(row, stopReasons.indexOf(facts.stopReason));
        break;
      case 'verdict-given':
        this.verdicts.add(row, facts.judge, facts.level);
        break;
      case 'reward-assigned':
        this.#rewards.set(row, facts.total ?? NaN);
        if (facts.total !== null) {
          this.highestReward = Math.max(this.highestReward ?? facts.total, facts.total);
        }
        break;
    }
  }

  #start(row: number, facts: Extract<RecordFacts, { kind: 'trajectory-started' }>): void {
    this.#tasks.set(row, this.tasks.number(facts.taskId));
    this.#questions.set(row, this.questions.number(facts.question.slice(0, sortedCharacters)));
    if (facts.parentId === null) return;
    this.#isBranch.add(row);
    const branches = this.#branches.get(facts.parentId) ?? [];
    branches.push(row);
    this.#branches.set(facts.parentId, branches);
  }
}
