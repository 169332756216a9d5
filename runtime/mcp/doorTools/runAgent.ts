// Runs the agent on files of the open folder for another agent, once a person allowed it.
import * as z from 'zod';
import type { RunEventOf } from '../../contract/events.ts';
import type { Task } from '../../contract/task.ts';
import { rolloutRequest, type Wish } from '../../rolloutRequest.ts';
import { readWorkspaceTasks } from '../../store/workspaceTasks.ts';
import { HumanError } from '../../support/errors.ts';
import { cutText, dataNote, facts, oneLine } from '../answerText.ts';
import type { DoorHost, DoorPlace } from '../doorHost.ts';
import { openPath } from '../doorInputs.ts';
import { doorTool } from '../doorTool.ts';
import { rolloutProgress } from '../rolloutProgress.ts';
import { rewardWords } from '../trajectoryWords.ts';

const mostAnswer = 4000;
/** Of a question, where a person is asked. */
const mostQuestion = 1500;

const input = z.object({
  question: z
    .string()
    .min(1)
    .max(20_000)
    .refine((given) => given.trim() !== '', 'the question is empty')
    .optional()
    .describe('What to find out. Leave it out with taskId.'),
  files: z
    .array(openPath)
    .max(50)
    .default([])
    .describe('Files and folders that the agent may read.'),
  taskId: z.string().max(200).optional().describe('Runs this task, as toolr1_list_tasks lists it.'),
  maxSteps: z.int().min(1).max(100).optional().describe('Steps after which it gives up.'),
});

export const runAgent = doorTool({
  name: 'toolr1_run_agent',
  title: 'Run Agent',
  description:
    'Puts a question about files of the open folder to the Tool-R1 agent, which answers by writing and running Python in a sandbox, or runs a stored task. Takes from seconds to minutes; a person is asked before. Gives the final answer, the reward where the right answer is known, and where the trajectory is.',
  effect: 'runs',
  input,
  activity: ({ taskId }) =>
    taskId === undefined ? 'Running the agent' : `Running the task ${oneLine(taskId, 60)}`,
  confirmation: async (wish, host) => {
    const { question, files } = await subjectOf(wish, host);
    return {
      title: 'Run the Tool-R1 agent?',
      message: [
        `Question: ${cutText(question, 0, mostQuestion).text}`,
        files.length === 0
          ? 'It is given no files.'
          : `Files: ${files.map((file) => host.folders.shown(file)).join(', ')}`,
        `Model: ${host.model}. What it reads of the files goes to this model.`,
      ].join('\n\n'),
    };
  },
  call: async (wish, host, { signal, onProgress }) => {
    const subject = await subjectOf(wish, host);
    const request = await rolloutRequest(wishOf(subject, wish.maxSteps, host), host.names);
    const watch: { ended: RunEventOf<'rollout-ended'> | null } = { ended: null };
    await host.run(request, {
      signal,
      onEvent: (event) => {
        if (event.type === 'rollout-ended') watch.ended = event;
        const progress = rolloutProgress(event, request.recipe.agent.maxSteps);
        if (progress !== null) onProgress(progress);
      },
    });
    const file = host.folders.shown(await host.folders.find(request.file ?? ''));
    return endingText(watch.ended, { file, id: request.trajectoryId });
  },
});

/** What is asked about which files, by their real paths. */
interface Subject {
  readonly folder: string;
  readonly task: Task | null;
  readonly question: string;
  readonly files: readonly string[];
}

async function subjectOf(
  { question, files, taskId }: z.output<typeof input>,
  { folders }: DoorPlace,
): Promise<Subject> {
  if ((question === undefined) === (taskId === undefined)) {
    throw new HumanError('Give either a question or the id of a task.');
  }
  if (question !== undefined) {
    const found = await Promise.all(files.map((name) => folders.find(name)));
    return { folder: folders.paths[0] ?? '', task: null, question, files: found };
  }
  if (files.length > 0) throw new HumanError('A task has its own files. Leave the files out.');
  const { folder, task } = await storedTask(taskId ?? '', folders.paths);
  // A task file may name anything; only what is open is read.
  const found = await Promise.all(task.files.map((name) => folders.find(name)));
  return { folder, task, question: task.question, files: found };
}

async function storedTask(
  id: string,
  paths: readonly string[],
): Promise<{ readonly folder: string; readonly task: Task }> {
  for (const folder of paths) {
    const { tasks } = await readWorkspaceTasks(folder);
    const found = tasks.find(({ task }) => task.id === id);
    if (found !== undefined) return { folder, task: found.task };
  }
  throw new HumanError(`There is no task ${id}. toolr1_list_tasks lists them.`);
}

function wishOf(
  { folder, task, question, files }: Subject,
  maxSteps: number | undefined,
  { model, recipe }: DoorHost,
): Wish {
  return {
    ...{ folder, task, question, files, model, recipe },
    referenceAnswer: task?.referenceAnswer ?? null,
    changes: maxSteps === undefined ? {} : { maxSteps },
    seed: null,
    file: null,
  };
}

function endingText(
  ended: RunEventOf<'rollout-ended'> | null,
  { file, id }: { readonly file: string; readonly id: string },
): string {
  const where = `Its trajectory: ${id} in ${file}. toolr1_read_trajectory gives its outline.`;
  if (ended === null) return `The agent did not tell how it ended.\n${where}`;
  const { stopReason, steps, reward, failure, finalAnswer, milliseconds } = ended;
  const head = facts(
    `ended: ${stopReason}`,
    `${steps} steps`,
    `${(milliseconds / 1000).toFixed(1)} s`,
    rewardWords(reward?.total ?? null),
  );
  const broke = failure === null ? [] : [`What broke: ${oneLine(failure.message, 600)}`];
  if (finalAnswer === null) return [head, ...broke, 'There is no final answer.', where].join('\n');
  const { text, note } = cutText(finalAnswer, 0, mostAnswer);
  const cut = note === null ? '' : ` (cut at ${mostAnswer} of ${finalAnswer.length} characters)`;
  return [head, ...broke, where, dataNote, `Final answer${cut}:`, text].join('\n');
}
