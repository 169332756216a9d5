// `npx tsx test/learning/writeResults.ts --runs FOLDER --to FOLDER` reads the runs that trainVariants.ts made and writes what was
// measured.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { readStatus } from '../../runtime/store/runs/readRun.ts';
import { epochCosts } from './epochCosts.ts';
import { comparedEpochs, resultFiles, type HeldOut, type MeasuredRun } from './results.ts';
import { meanOf, readFigures, readGroups, type StepFigures } from './runFigures.ts';
import { isVariant, variants } from './variants.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, to: { type: 'string' } } });
if (values.runs === undefined || values.to === undefined) {
  throw new Error('Say where the runs are and where the results go: --runs FOLDER --to FOLDER');
}
/** Tasks of a learning set as makeLearningSet.ts writes it. */
const taskCount = 72;

await mkdir(values.to, { recursive: true });
const measured = {
  start: await heldOutOf(values.runs, 'start-1'),
  runs: await measuredRuns(values.runs),
};
for (const [name, text] of resultFiles(measured)) {
  const file = path.resolve(values.to, name);
  await writeFile(file, name.endsWith('.md') ? await formatted(file, text) : text);
}

/** As the project's own check of format wants it. */
async function formatted(file: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** Runs that are done, those of one variant together. */
async function measuredRuns(folder: string): Promise<readonly MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [variant = '', seed = ''] = name.split('-');
    const figures = isVariant(variant) ? await figuresWhenDone(path.join(folder, name)) : null;
    if (!isVariant(variant) || figures === null) continue;
    const epochs = epochCosts(await readGroups(path.join(folder, name)), comparedEpochs, taskCount);
    const heldOut = await heldOutOf(folder, name);
    runs.push({ variant, seed: Number(seed), figures, heldOut, epochs });
  }
  return runs.sort((a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant));
}

async function heldOutOf(folder: string, run: string): Promise<HeldOut | null> {
  const figures = await figuresWhenDone(path.join(folder, `held-${run}`));
  if (figures === null) return null;
  const reward = meanOf(figures.map((one) => one.reward));
  const passRate = meanOf(figures.map((one) => one.passRate));
  return reward === null || passRate === null ? null : { reward, passRate };
}

async function figuresWhenDone(run: string): Promise<readonly StepFigures[] | null> {
  return (await readStatus(run))?.state === 'done' ? readFigures(run) : null;
}
