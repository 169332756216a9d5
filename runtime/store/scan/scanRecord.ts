// Reads the facts of a record from the bytes of its line without parsing the whole of it: several times faster than the
// full parser, and never different from it. Null where it is not certain; the full parser then decides.
import { isUtf8 } from 'node:buffer';
import { VerdictLevel } from '../../contract/judge.ts';
import { StopReason, TrajectoryRecord } from '../../contract/trajectory.ts';
import { skipSpace, unsure, type Cursor } from './jsonBytes.ts';
import type { RecordFacts } from './recordFacts.ts';
import { compileShape, numberAt, stringAt } from './shape.ts';

const paths = [
  'trajectoryId',
  'kind',
  'startedAt',
  'model',
  'task.id',
  'task.question',
  'parent.trajectoryId',
  'step.index',
  'step.reply.usage.promptTokens',
  'step.reply.usage.completionTokens',
  'step.reply.milliseconds',
  'step.sandboxMilliseconds',
  'stopReason',
  'finalAnswer',
  'verdict.outcome',
  'verdict.judge.name',
  'verdict.level',
  'reward.total',
] as const;
type Path = (typeof paths)[number];

const slots: Readonly<Record<string, number>> = Object.fromEntries(
  paths.map((path, index) => [path, index]),
);

/** Scans lines one after the other. */
export class RecordScanner {
  readonly #skip = compileShape(TrajectoryRecord, slots);
  readonly #cursor: Cursor = {
    bytes: Buffer.alloc(0),
    end: 0,
    marks: new Int32Array(2 * paths.length),
  };

  /**
   * The end of the record that starts at `from`, as the place of the line end after it or of `to`; -1 when it is not
   * certain that a record lies there. The bytes must be UTF-8, which `scan` checks and this does not.
   */
  scanTo(bytes: Buffer, from: number, to: number): number {
    const cursor = this.#cursor;
    cursor.bytes = bytes;
    cursor.end = to;
    cursor.marks.fill(-1);
    const after = this.#skip(cursor, skipSpace(cursor, from));
    if (after < 0) return unsure;
    const end = skipSpace(cursor, after);
    return end === to || bytes[end] === 0x0a ? end : unsure;
  }

  /** The facts of what `scanTo` went over last. */
  facts(): RecordFacts | null {
    const id = this.#text('trajectoryId');
    switch (this.#text('kind')) {
      case 'trajectory-started':
        return this.#started(id);
      case 'step-ended':
        return this.#step(id);
      case 'trajectory-ended':
        return this.#ended(id);
      case 'verdict-given':
        return this.#verdict(id);
      case 'reward-assigned':
        return { kind: 'reward-assigned', id, total: this.#number('reward.total') };
      default:
        return null;
    }
  }

  /** The facts of one line, without its line end. */
  scan(line: Buffer): RecordFacts | null {
    if (this.scanTo(line, 0, line.length) !== line.length || !isUtf8(line)) return null;
    return this.facts();
  }

  #started(id: string): RecordFacts {
    return {
      kind: 'trajectory-started',
      id,
      taskId: this.#text('task.id'),
      question: this.#text('task.question'),
      model: this.#text('model'),
      startedAt: this.#text('startedAt'),
      parentId: this.#has('parent.trajectoryId') ? this.#text('parent.trajectoryId') : null,
    };
  }

  #step(id: string): RecordFacts {
    const prompt = this.#number('step.reply.usage.promptTokens');
    const completion = this.#number('step.reply.usage.completionTokens');
    const reply = this.#number('step.reply.milliseconds') ?? 0;
    return {
      kind: 'step-ended',
      id,
      step: this.#number('step.index') ?? 0,
      tokens: prompt === null || completion === null ? null : prompt + completion,
      milliseconds: reply + (this.#number('step.sandboxMilliseconds') ?? 0),
    };
  }

  #ended(id: string): RecordFacts {
    const { bytes } = this.#cursor;
    const isNull = bytes[this.#start('finalAnswer')] === 0x6e;
    return {
      kind: 'trajectory-ended',
      id,
      stopReason: StopReason.parse(this.#text('stopReason')),
      finalAnswer: isNull ? null : this.#text('finalAnswer'),
    };
  }

  #verdict(id: string): RecordFacts {
    const scored = this.#text('verdict.outcome') === 'scored';
    return {
      kind: 'verdict-given',
      id,
      judge: this.#text('verdict.judge.name'),
      level: scored ? VerdictLevel.parse(this.#text('verdict.level')) : null,
    };
  }

  #start(path: Path): number {
    return this.#cursor.marks[2 * (slots[path] ?? unsure)] ?? unsure;
  }

  #end(path: Path): number {
    return this.#cursor.marks[2 * (slots[path] ?? unsure) + 1] ?? unsure;
  }

  #has(path: Path): boolean {
    return this.#start(path) >= 0;
  }

  #text(path: Path): string {
    const start = this.#start(path);
    return start < 0 ? '' : stringAt(this.#cursor.bytes, start, this.#end(path));
  }

  /** Null where nothing was marked, or where null stands. */
  #number(path: Path): number | null {
    const { bytes } = this.#cursor;
    const start = this.#start(path);
    return start < 0 || bytes[start] === 0x6e ? null : numberAt(bytes, start, this.#end(path));
  }
}
