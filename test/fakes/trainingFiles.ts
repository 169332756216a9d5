// Small files that a training run begins with.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder that looks like a Hugging Face model. `without` leaves files out. */
export async function writeModelFolder(
  folder: string,
  without: readonly string[] = [],
): Promise<string> {
  const files = { 'config.json': '{}', 'tokenizer.json': '{}', 'model.safetensors': 'weights' };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    if (!without.includes(name)) await writeFile(path.join(folder, name), text);
  }
  return folder;
}

/** Three tasks over one file beside the task file. */
export async function writeTrainingTasks(folder: string, more = ''): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'visits.csv'), 'day,visits\nmon,3\n');
  const tasks = [1, 2, 3].map((number) => ({
    version: 1,
    id: `task-${number}`,
    question: `Question ${number}?`,
    files: ['visits.csv'],
    referenceAnswer: '3',
  }));
  const file = path.join(folder, 'tasks.jsonl');
  await writeFile(file, tasks.map((task) => `${JSON.stringify(task)}\n`).join('') + more);
  return file;
}
