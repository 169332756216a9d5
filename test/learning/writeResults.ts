// `npx tsx test/learning/writeResults.ts --runs FOLDER --to FOLDER` reads the runs that trainVariants.ts made and writes what was
// measured.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { epochCosts } from './epochCosts.ts';
import { figuresWhenDone, readHeldOut, writeFiles } from './readMeasured.ts';
import { comparedEpochs, resultFiles, type MeasuredRun } from './results.ts';
import { readGroups } from './runFigures.ts';
import { isVariant, variants } from './variants.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, to: { type: 'string' } } });
if (values.runs === undefined || values.to === undefined) {
  throw new Error('Say where the runs are and where the results go: --runs FOLDER --to FOLDER');
}
/** Tasks of a learning set as makeLearningSet.ts writes it. */
const taskCount = 72;

const measured = {
  start: await readHeldOut(path.join(values.runs, 'held-start-1')),
  runs: await measuredRuns(values.runs),
};
await writeFiles(values.to, resultFiles(measured));

/** Runs that are done, those of one variant together. */
async function measuredRuns(folder: string): Promise<readonly MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [variant = '', seed = ''] = name.split('-');
    const figures = isVariant(variant) ? await figuresWhenDone(path.join(folder, name)) : null;
    if (!isVariant(variant) || figures === null) continue;
    const epochs = epochCosts(await readGroups(path.join(folder, name)), comparedEpochs, taskCount);
    const heldOut = await readHeldOut(path.join(folder, `held-${name}`));
    runs.push({ variant, seed: Number(seed), figures, heldOut, epochs });
  }
  return runs.sort((a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant));
}
