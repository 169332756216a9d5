// What a run reads, brought to its machine: recipe, tasks and their files. Everything is named by its content, so that it is sent
// once however many runs use it.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Recipe } from '../../contract/recipe.ts';
import type { Task } from '../../contract/task.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';

export interface Inputs {
  readonly recipe: Recipe;
  /** With absolute paths of their files. */
  readonly tasks: readonly Task[];
}

export interface SentInputs {
  readonly recipe: RemotePath;
  readonly tasks: RemotePath;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

const nameDigits = 16;

/** @throws FailureError at boundary `remote` */
export async function sendInputs(
  link: MachineLink,
  { recipe, tasks }: Inputs,
  options: SendOptions,
): Promise<SentInputs> {
  const { folder } = await link.home(options.signal);
  const inputs = path.posix.join(folder, 'inputs');
  const places = await sendFiles(link, filesOf(tasks), path.posix.join(inputs, 'files'), options);
  const taskText = tasks
    .map((task) => ({ ...task, files: task.files.map((file) => places.get(file) ?? file) }))
    .map((task) => `${JSON.stringify(task)}\n`)
    .join('');
  const recipeText = `${JSON.stringify(recipe, null, 2)}\n`;
  const own = path.posix.join(inputs, hashOf(`${recipeText}\0${taskText}`));
  const sent = {
    recipe: path.posix.join(own, 'recipe.json'),
    tasks: path.posix.join(own, 'tasks.jsonl'),
  };
  const there = await namesIn(link, [own], options.signal);
  for (const [target, text] of [
    [sent.recipe, recipeText],
    [sent.tasks, taskText],
  ] as const) {
    if (there.has(target)) continue;
    await link.put({ bytes: Buffer.from(text) }, target, { signal: options.signal });
  }
  return sent;
}

function filesOf(tasks: readonly Task[]): string[] {
  return [...new Set(tasks.flatMap(({ files }) => files))];
}

/** Each keeps its name, which the agent sees. Gives the path there by the path here. */
async function sendFiles(
  link: MachineLink,
  files: readonly string[],
  folder: RemotePath,
  { signal, onProgress }: SendOptions,
): Promise<ReadonlyMap<string, RemotePath>> {
  const places = new Map<string, RemotePath>();
  for (const file of files) {
    signal.throwIfAborted();
    const hash = hashOf(await readFile(file));
    places.set(file, path.posix.join(folder, hash, path.basename(file)));
  }
  const there = await namesIn(
    link,
    [...places.values()].map((place) => path.posix.dirname(place)),
    signal,
  );
  const missing = [...places].filter(([, target]) => !there.has(target));
  const sizes = await Promise.all(missing.map(async ([file]) => (await stat(file)).size));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  for (const [index, [file, target]] of missing.entries()) {
    onProgress({ activity: 'Sending the files of the tasks', done, total, unit: 'bytes' });
    await link.put({ file }, target, { signal });
    done += sizes[index] ?? 0;
  }
  return places;
}

/** Paths of everything in the folders. */
async function namesIn(
  link: MachineLink,
  folders: readonly RemotePath[],
  signal: AbortSignal,
): Promise<ReadonlySet<RemotePath>> {
  if (folders.length === 0) return new Set();
  const { entries } = await link.look({ folders, files: [], followed: [], pids: [] }, signal);
  const paths = Object.entries(entries).flatMap(([folder, inside]) =>
    (inside ?? []).map(({ name }) => path.posix.join(folder, name)),
  );
  return new Set(paths);
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, nameDigits);
}
