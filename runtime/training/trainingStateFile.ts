// The training state as JSON Lines: a head, each task, and an end with the hash of all before it, so that a file that was cut off or
// changed by one bit is not gone on from. A line a task, because one JSON text of all of them would pass the longest string that Node
// can hold. Reading and writing the file is for others.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { parseJson, type Parsed } from '../support/parseJson.ts';
import { oldTask } from './oldTrainingState.ts';
import { packedTask, TaskLine, taskOf } from './taskLine.ts';
import { TrainingStateHead, type TaskState, type TrainingState } from './trainingState.ts';

const Head = TrainingStateHead.extend({
  /** 1 held tokens as lists of numbers, and had no end. */
  version: z.union([z.literal(1), z.literal(2)], 'a newer Tool-R1 wrote it; update this one'),
  /** Lines of tasks that follow. */
  taskCount: z.int().nonnegative(),
});
type Head = z.infer<typeof Head>;

const End = z.object({
  kind: z.literal('end'),
  /** Of all lines before, with their line ends; in hexadecimal. */
  sha256: z.string(),
});

/** Lines without line ends. Lines of a state that was read from lines are the same lines. */
export function* trainingStateLines({ tasks, ...head }: TrainingState): Generator<string> {
  const hash = new LineHash();
  yield hash.with(JSON.stringify({ ...head, taskCount: tasks.size } satisfies Head));
  for (const task of tasks.values()) yield hash.with(JSON.stringify(packedTask(task)));
  yield JSON.stringify({ kind: 'end', sha256: hash.sum() } satisfies z.infer<typeof End>);
}

/** Takes the lines one after the other, so that the file is never in memory as a whole. */
export interface TrainingStateReader {
  /** @param line without line end */
  take(line: string): void;
  /** After the last line. The problem tells lines that were cut off, were changed or do not belong together. */
  state(): Parsed<TrainingState>;
}

export function trainingStateReader(): TrainingStateReader {
  return new Reading();
}

class Reading implements TrainingStateReader {
  #lines = 0;
  #head: Head | null = null;
  #isEnded = false;
  /** The first, with its line. */
  #problem: string | null = null;
  readonly #tasks = new Map<string, TaskState>();
  readonly #hash = new LineHash();

  take(line: string): void {
    this.#lines += 1;
    if (this.#problem !== null) return;
    const problem = this.#taken(line);
    if (problem !== null) this.#problem = `line ${this.#lines}: ${problem}`;
  }

  state(): Parsed<TrainingState> {
    if (this.#problem !== null) return { ok: false, problem: this.#problem };
    const head = this.#head;
    if (head === null) return { ok: false, problem: 'it is empty' };
    const { taskCount, ...whole } = head;
    if (this.#tasks.size !== taskCount) {
      return { ok: false, problem: `it holds ${this.#tasks.size} of ${taskCount} tasks` };
    }
    if (head.version === 2 && !this.#isEnded) return { ok: false, problem: 'it lacks its end' };
    return { ok: true, value: { ...whole, version: 2, tasks: this.#tasks } };
  }

  /** The problem, or null. */
  #taken(line: string): string | null {
    if (this.#head === null) return this.#takeHead(line);
    if (this.#isEnded) return 'it comes after the end';
    const { version, taskCount } = this.#head;
    if (version === 2 && this.#tasks.size === taskCount) return this.#takeEnd(line);
    return this.#takeTask(line, this.#head);
  }

  #takeHead(line: string): string | null {
    const head = parseJson(Head, line);
    if (!head.ok) return head.problem;
    this.#head = head.value;
    this.#hash.with(line);
    return null;
  }

  #takeTask(line: string, { version }: Head): string | null {
    const task = version === 1 ? oldTask(line) : readTask(line);
    if (!task.ok) return task.problem;
    const { taskId } = task.value;
    if (this.#tasks.has(taskId)) return `${taskId} again`;
    this.#tasks.set(taskId, task.value);
    this.#hash.with(line);
    return null;
  }

  #takeEnd(line: string): string | null {
    const end = parseJson(End, line);
    if (!end.ok) return end.problem;
    this.#isEnded = true;
    return end.value.sha256 === this.#hash.sum() ? null : 'the lines before it were changed';
  }
}

function readTask(line: string): Parsed<TaskState> {
  const task = parseJson(TaskLine, line);
  return task.ok ? taskOf(task.value) : task;
}

/** SHA-256 over lines with their line ends. */
class LineHash {
  readonly #hash = createHash('sha256');

  /** The line. */
  with(line: string): string {
    this.#hash.update(`${line}\n`);
    return line;
  }

  sum(): string {
    return this.#hash.copy().digest('hex');
  }
}
