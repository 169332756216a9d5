// What a viewer needs of an opened file, whatever its format: its records one after the other, each with a place where it is
// found again. A format turns what it has into the records of contract/trajectory.ts.
import type { StepRow } from '../../contract/stepRow.ts';
import type { TrajectoryRecord } from '../../contract/trajectory.ts';
import type { RecordFacts } from '../scan/recordFacts.ts';

/** Where a record lies; `offset` rises from record to record. For formats without lines both count in units of their own. */
export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

/** Takes what is found while a source is read, in the order of the file. */
export interface RecordVisitor {
  record(facts: RecordFacts, place: Place, line: number): void;
  /** A line that cannot be read. `place` is where its text is found. */
  broken(line: number, message: string, place: Place): void;
}

export type SourceChange =
  'none' | 'grown' | 'replaced' | { readonly gone: string } | { readonly unreadable: string };

export interface SourceProgress {
  readonly indexedBytes: number;
  readonly totalBytes: number;
  readonly lines: number;
  /** True when there is nothing more to read for now. */
  readonly complete: boolean;
}

/** One opened file. Not for use by several callers at once while it is `advance`d; reads are free at any time. */
export interface RecordSource {
  readonly file: string;
  readonly progress: SourceProgress;
  /**
   * A last line that its writer has not finished, as a sentence with its line; null when there is none. It changes with
   * every `advance`.
   */
  readonly torn: { readonly line: number; readonly message: string; readonly place: Place } | null;
  /** Reads on, some milliseconds' worth, and reports to the visitor; the first piece is small. */
  advance(visitor: RecordVisitor): Promise<void>;
  /** Looks whether the file changed. After `replaced` the source reads from the start again. */
  check(): Promise<SourceChange>;
  /** The bytes of records, in the order asked for. */
  readBytes(places: readonly Place[]): Promise<Buffer[]>;
  /** A whole record; null when the file no longer has it there. */
  parse(bytes: Buffer): TrajectoryRecord | null;
  /** What an outline shows of a step record; null when it is none. */
  stepRow(bytes: Buffer): StepRow | null;
  /** Says quickly that a text is certainly not in a record; null when nothing can be said about that text. */
  quickSearch(text: string): ((bytes: Buffer) => boolean) | null;
  /** The texts of a record that a search looks into; empty for records without any. */
  texts(bytes: Buffer): readonly string[];
  close(): Promise<void>;
}
