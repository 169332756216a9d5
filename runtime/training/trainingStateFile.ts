// The training state as JSON Lines: a head, then each task. A queue holds whole trajectories, so that one JSON text of all of them
// would pass the longest string that Node can hold. Pure; reading and writing the file is for others.
import * as z from 'zod';
import { parseJson, type Parsed } from '../support/parseJson.ts';
import { TaskState, TrainingStateHead, type TrainingState } from './trainingState.ts';

const Head = TrainingStateHead.extend({
  /** Lines that follow. */
  taskCount: z.int().nonnegative(),
});

/** Lines without line ends. Lines of a state that was read from lines are the same lines. */
export function* trainingStateLines({ tasks, ...head }: TrainingState): Generator<string> {
  yield JSON.stringify({ ...head, taskCount: tasks.size } satisfies z.infer<typeof Head>);
  for (const task of tasks.values()) yield JSON.stringify(task);
}

/** Refuses lines that were cut off or do not belong together; the problem names the line. */
export function readTrainingState(lines: Iterable<string>): Parsed<TrainingState> {
  const [first = '', ...rest] = lines;
  const head = parseJson(Head, first);
  if (!head.ok) return { ok: false, problem: `line 1: ${head.problem}` };
  const tasks = new Map<string, TaskState>();
  for (const [index, line] of rest.entries()) {
    const task = parseJson(TaskState, line);
    if (!task.ok) return { ok: false, problem: `line ${index + 2}: ${task.problem}` };
    const { taskId } = task.value;
    if (tasks.has(taskId)) return { ok: false, problem: `line ${index + 2}: ${taskId} again` };
    tasks.set(taskId, task.value);
  }
  const { taskCount, ...whole } = head.value;
  if (tasks.size !== taskCount) {
    return { ok: false, problem: `it holds ${tasks.size} of ${taskCount} tasks` };
  }
  return { ok: true, value: { ...whole, tasks } };
}
