// The memory of an agent of smolagents (huggingface/smolagents, memory.py): what `agent.memory.get_full_steps()` gives, written down
// as JSON, or the full result of a run with it in `steps`. A step has no word for its kind; it is told by its keys.
import * as z from 'zod';
import { check, type Parsed } from '../../../support/parseJson.ts';
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import { opensNothing, partItems } from './partItems.ts';
import { isReply } from './smolagentsStep.ts';
import { promptOf, smolagentsTrajectory, type MemoryStep } from './smolagentsTrajectory.ts';

const Steps = z
  .array(z.record(z.string(), z.unknown()))
  .refine((steps) => steps.some((step) => 'task' in step || isReply(step)), {
    error: 'there is neither a task nor a reply',
  });
const RunResult = z.looseObject({ steps: Steps });
type RunResult = z.infer<typeof RunResult>;

const marks = ['task_images', 'step_number', 'model_input_messages', 'agent_memory', 'llm_output'];

export const smolagentsFormat: ForeignFormat = {
  id: 'smolagents',
  title: 'smolagents memory',
  patterns: ['*.json', '*.jsonl'],
  detect(_file, head) {
    const paths = headPaths(head);
    return ['[]', 'steps[]'].some((list) => marks.some((mark) => paths.has(`${list}.${mark}`)));
  },
  read: (file, signal) => partItems(file, { opens: opensNothing, make }, signal),
};

function* make(value: unknown, where: string): Generator<ForeignItem> {
  const read = readMemory(value);
  if (!read.ok) {
    yield { kind: 'problem', where, message: `no memory of smolagents: ${read.problem}` };
    return;
  }
  const { steps, ...result } = read.value;
  const list = Array.isArray(value) ? '' : 'steps';
  const tasks = stepsByTask(steps.map((step, at) => ({ value: step, place: `${list}[${at}]` })));
  for (const [place, task] of tasks.entries()) {
    // The result is that of the last task.
    const trajectory = smolagentsTrajectory(task, place === tasks.length - 1 ? result : {});
    yield { kind: 'trajectory', trajectory };
  }
  const prompts = steps.filter((step) => promptOf(step) !== null).length;
  if (prompts > 0) yield { kind: 'note', where, message: repeats(prompts) };
}

function readMemory(value: unknown): Parsed<RunResult> {
  if (!Array.isArray(value)) return check(RunResult, value);
  const steps = check(Steps, value);
  return steps.ok ? { ok: true, value: { steps: steps.value } } : steps;
}

/** An agent that is not reset keeps what it was asked before in the same memory. */
function stepsByTask(steps: readonly MemoryStep[]): MemoryStep[][] {
  const tasks: MemoryStep[][] = [];
  let hasTask = false;
  for (const step of steps) {
    const isTask = 'task' in step.value;
    if (tasks.length === 0 || (isTask && hasTask)) tasks.push([]);
    hasTask ||= isTask;
    tasks.at(-1)?.push(step);
  }
  return tasks;
}

function repeats(prompts: number): string {
  return `the prompts of ${prompts} ${prompts === 1 ? 'step' : 'steps'}, which repeat what came before, were left out`;
}
