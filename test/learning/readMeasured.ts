// Reads the runs that are compared, as far as they are done, and writes what was measured as the project's own check of format wants it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readStatus } from '../../runtime/store/runs/readRun.ts';
import type { HeldOut } from './heldOut.ts';
import { meanOf, readFigures, type StepFigures } from './runFigures.ts';

/** Null for a run that is not done, or not there. */
export async function figuresWhenDone(run: string): Promise<readonly StepFigures[] | null> {
  return (await readStatus(run))?.state === 'done' ? readFigures(run) : null;
}

/** @param run folder of the run that measured a model; null where that is not done */
export async function readHeldOut(run: string): Promise<HeldOut | null> {
  const figures = await figuresWhenDone(run);
  if (figures === null) return null;
  const reward = meanOf(figures.map((one) => one.reward));
  const passRate = meanOf(figures.map((one) => one.passRate));
  return reward === null || passRate === null ? null : { reward, passRate };
}

/** @param files text by name */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) {
    const file = path.resolve(folder, name);
    await writeFile(file, name.endsWith('.md') ? await formatted(file, text) : text);
  }
}

async function formatted(file: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}
