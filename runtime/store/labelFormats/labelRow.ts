// A label as one flat row, the common form of the formats that labels are exchanged in.
import * as z from 'zod';
import { Id, Timestamp } from '../../contract/ids.ts';
import { CriterionRatings, VerdictLevel } from '../../contract/judge.ts';
import { Stratum, type LabelRecord } from '../../contract/label.ts';
import type { LabelFormat } from '../../contract/labelling.ts';
import { check } from '../../support/parseJson.ts';

/** Fields that a foreign file may lack are null or have the default that claims least. */
export const LabelRow = z.object({
  id: Id.nullable().default(null),
  at: Timestamp.nullable().default(null),
  rater: z.string().min(1, 'the rater is empty'),
  question: z.string(),
  referenceAnswer: z.string(),
  finalAnswer: z.string(),
  taskId: Id.nullable().default(null),
  /** The first decision, and what it was revised to. */
  level: VerdictLevel,
  revisedLevel: VerdictLevel.nullable().default(null),
  blind: z.boolean().default(false),
  rubricVersion: z.int().positive().nullable().default(null),
  rubricHash: z.string().nullable().default(null),
  stratum: Stratum.default('random'),
  samplingProbability: z.number().gt(0).max(1).default(1),
  multiplicity: z.int().positive().default(1),
  milliseconds: z.number().nonnegative().default(0),
  criteria: CriterionRatings.nullable().default(null),
  note: z.string().default(''),
  flagged: z.boolean().default(false),
});
export type LabelRow = z.infer<typeof LabelRow>;

export interface LabelContent {
  readonly rows: readonly LabelRow[];
  /** The lines of the label file, which say more than rows: marks, decisions, what was withdrawn. */
  readonly records: readonly LabelRecord[];
}

export interface LabelReading extends LabelContent {
  /** A sentence for each part that could not be read, with its line or place. */
  readonly problems: readonly string[];
}

export interface LabelFormatFile {
  readonly format: LabelFormat;
  /** The pieces of a file. */
  write(content: LabelContent): Iterable<string>;
  /** Looks at the beginning of a file. */
  detect(head: string): boolean;
  read(text: string): LabelReading;
}

/** Collects rows, and what is wrong with those that are none. */
export class RowCollector {
  readonly #rows: LabelRow[] = [];
  readonly #problems: string[] = [];

  /** `place` names it for a person: `line 3`. */
  add(place: string, value: unknown): void {
    const row = check(LabelRow, value);
    if (row.ok) this.#rows.push(row.value);
    else this.complain(place, row.problem);
  }

  complain(place: string, problem: string): void {
    this.#problems.push(`${place}: ${problem.replaceAll('\n', ' ').replace(/\.$/, '')}.`);
  }

  reading(): LabelReading {
    return { rows: this.#rows, records: [], problems: this.#problems };
  }
}
