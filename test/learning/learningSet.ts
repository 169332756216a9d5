// Writes what a learning run needs below one folder: tasks with their files, held-out tasks of the same kinds, and the
// demonstrations that the first model is trained on. The same settings write the same bytes.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Recipe } from '../../runtime/contract/recipe.ts';
import type { ChosenFile } from '../../runtime/support/chosenFiles.ts';
import { seededRandom } from '../../runtime/support/seededRandom.ts';
import { choose } from './choose.ts';
import { formats, renderDataFile, type DataFile } from './dataFile.ts';
import { demonstrate, type Demonstration } from './demonstration.ts';
import { learningPrompt } from './learningPrompt.ts';
import { questionKinds } from './question.ts';
import { ask, makeTasks } from './taskSet.ts';
import { allNames } from './words.ts';

export interface LearningSetSettings {
  readonly folder: string;
  readonly seed: number;
  readonly tasks: number;
  readonly heldOut: number;
  readonly demonstrations: number;
  readonly recipe: Recipe;
}

export async function writeLearningSet(settings: LearningSetSettings): Promise<void> {
  const { folder, seed, tasks, heldOut, demonstrations } = settings;
  await mkdir(folder, { recursive: true });
  await writeTasks(folder, 'tasks', makeTasks(tasks, seed, 'task'));
  await writeTasks(folder, 'held-out', makeTasks(heldOut, seed + 1, 'held'));
  await writeFile(path.join(folder, 'names.json'), `${JSON.stringify(allNames, null, 1)}\n`);
  await writeLines(folder, 'demonstrations', await makeDemonstrations(settings, demonstrations));
}

async function writeTasks(
  folder: string,
  name: string,
  generated: ReturnType<typeof makeTasks>,
): Promise<void> {
  for (const { task, file } of generated) {
    const [place = ''] = task.files;
    await mkdir(path.join(folder, path.dirname(place)), { recursive: true });
    await writeFile(path.join(folder, place), renderDataFile(file));
  }
  const tasks = generated.map(({ task }) => task);
  await writeLines(folder, name, tasks);
}

/** The random numbers are none of those that the tasks were made of. */
async function makeDemonstrations(
  { folder, seed, recipe }: LearningSetSettings,
  count: number,
): Promise<readonly { readonly messages: Demonstration }[]> {
  const random = seededRandom(seed + 2);
  const scratch = path.join(folder, 'scratch');
  await mkdir(scratch, { recursive: true });
  const made = [];
  for (let place = 0; place < count; place += 1) {
    const { file, question } = ask(choose(questionKinds, random), choose(formats, random), random);
    const chosen = await writeScratch(scratch, file);
    const prompt = await learningPrompt(question.text, chosen, recipe);
    made.push({ messages: demonstrate(prompt, file, question, random) });
  }
  await rm(scratch, { recursive: true });
  return made;
}

/** The prompt looks into the file, so there has to be one. */
async function writeScratch(folder: string, file: DataFile): Promise<ChosenFile> {
  const hostPath = path.join(folder, file.fileName);
  const text = renderDataFile(file);
  await writeFile(hostPath, text);
  return { name: file.fileName, hostPath, bytes: text.length };
}

function writeLines(folder: string, name: string, values: readonly unknown[]): Promise<void> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`);
  return writeFile(path.join(folder, `${name}.jsonl`), lines.join(''));
}
