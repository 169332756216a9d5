// Reads what a run is about from its folder, and refuses before anything is sampled what would only fail later.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Id } from '../contract/ids.ts';
import type { Task } from '../contract/task.ts';
import { RunJob } from '../contract/training/runFolder.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { readTasks, withAbsoluteFiles } from '../store/taskStore.ts';
import { chooseFiles } from '../support/chosenFiles.ts';
import { errorMessage, HumanError, systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import type { TrainingTask } from './trainingTask.ts';

export interface Run {
  /** Absolute. */
  readonly folder: string;
  readonly job: RunJob;
  readonly training: TrainingSettings;
  /** By their id, in the order of the file. */
  readonly tasks: ReadonlyMap<Id, TrainingTask>;
}

/** @throws HumanError that says what is wrong with the folder, FailureError when the tasks cannot be read */
export async function readRun(folder: string, signal: AbortSignal): Promise<Run> {
  const job = await readJob(folder);
  const training = trainable(job);
  const tasks = await readTrainingTasks(path.join(folder, 'tasks.jsonl'), signal);
  return { folder, job, training, tasks };
}

async function readJob(folder: string): Promise<RunJob> {
  const file = path.join(folder, 'run.json');
  const job = parseJson(RunJob, await textOf(file));
  if (job.ok) return job.value;
  throw new HumanError(`${file} describes no run: ${job.problem}. Begin a run with tool-r1 train.`);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new HumanError(`There is no ${file}. Name the folder of a run that tool-r1 train began.`);
  }
}

/** What the log-probabilities and the trainer hold for given. */
function trainable({ recipe }: RunJob): TrainingSettings {
  const { name, agent, training } = recipe;
  if (training === undefined) {
    throw new HumanError(`Recipe ${name} does not train. Choose one of tool-r1 recipe list.`);
  }
  if (agent.topP !== 1) {
    throw new HumanError(
      `Recipe ${name} has agent.topP ${agent.topP}. Training needs 1: the log-probabilities would be those of a cut distribution.`,
    );
  }
  if (agent.temperature === 0) {
    throw new HumanError(
      `Recipe ${name} has agent.temperature 0. Training needs samples that differ.`,
    );
  }
  return training;
}

async function readTrainingTasks(
  file: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<Id, TrainingTask>> {
  const { tasks, problems } = await readTasks(file, signal);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new HumanError(
      `${file} line ${problem.line}: ${problem.message}. Mend the line, or take it out; nothing is trained on a part of the tasks.`,
    );
  }
  if (tasks.length === 0) throw new HumanError(`${file} has no task. Training needs at least one.`);
  const found = new Map<Id, TrainingTask>();
  for (const task of tasks) {
    found.set(task.id, await withFiles(withAbsoluteFiles(task, path.dirname(file)), file));
  }
  return found;
}

async function withFiles(task: Task, file: string): Promise<TrainingTask> {
  try {
    return { task, files: await chooseFiles(task.files) };
  } catch (error) {
    throw new HumanError(`Task ${task.id} of ${file}: ${errorMessage(error)}`);
  }
}
