// `npx tsx test/learning/writeResults.ts --runs FOLDER --to FOLDER` reads the runs that trainVariants.ts made and writes what was
// measured.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { resultFiles, type MeasuredRun } from './results.ts';
import { readFigures } from './runFigures.ts';
import { readStatus } from './runStatus.ts';
import { isVariant, variants } from './variants.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, to: { type: 'string' } } });
if (values.runs === undefined || values.to === undefined) {
  throw new Error('Say where the runs are and where the results go: --runs FOLDER --to FOLDER');
}
await mkdir(values.to, { recursive: true });
for (const [name, text] of resultFiles(await measuredRuns(values.runs))) {
  await writeFile(path.join(values.to, name), text);
}

/** Runs that are done, those of one variant together. */
async function measuredRuns(folder: string): Promise<readonly MeasuredRun[]> {
  const runs: MeasuredRun[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [variant = '', seed = ''] = name.split('-');
    if (!isVariant(variant)) continue;
    const run = path.join(folder, name);
    if ((await readStatus(run))?.state !== 'done') continue;
    runs.push({ variant, seed: Number(seed), figures: await readFigures(run) });
  }
  return runs.sort((a, b) => variants.indexOf(a.variant) - variants.indexOf(b.variant));
}
