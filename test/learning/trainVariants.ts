// `npx tsx test/learning/trainVariants.ts --set FOLDER --out FOLDER --steps N [--variant NAME]... [--seed N]... [--cli FILE]` trains the model
// of the set (FOLDER/model) once for each variant and seed, one run after the other, each by `tool-r1 train` in a folder
// OUT/VARIANT-SEED. Runs that are done are left as they are, so that it can be called again after a stop.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readStatus } from './runStatus.ts';
import { isVariant, settingsOf, type Variant } from './variants.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    out: { type: 'string' },
    steps: { type: 'string', default: '36' },
    variant: { type: 'string', multiple: true, default: ['vanilla'] },
    seed: { type: 'string', multiple: true, default: ['1'] },
    cli: { type: 'string', default: 'dist/cli.mjs' },
  },
});
if (values.set === undefined || values.out === undefined) {
  throw new Error('Say where the set is and where the runs go: --set FOLDER --out FOLDER');
}
const root = path.resolve(import.meta.dirname, '../..');
const cli = path.resolve(root, values.cli);
const folders = { set: path.resolve(values.set), out: path.resolve(values.out) };

for (const seed of values.seed) {
  for (const variant of values.variant) {
    if (!isVariant(variant)) throw new Error(`There is no variant ${variant}.`);
    await trainOnce(variant, seed, values.steps);
  }
}

async function trainOnce(variant: Variant, seed: string, steps: string): Promise<void> {
  const run = path.join(folders.out, `${variant}-${seed}`);
  if ((await readStatus(run))?.state === 'done') return;
  const changes = settingsOf[variant].changes.flatMap((change) => ['--set', change]);
  const args = [
    ...['--recipe', path.join(import.meta.dirname, 'learning.json')],
    ...['--tasks', path.join(folders.set, 'tasks.jsonl')],
    ...['--model', path.join(folders.set, 'model')],
    ...['--seed', seed, '--steps', steps, '--save-every', steps, '--out', run, ...changes],
  ];
  const child = spawn(process.execPath, [cli, 'train', ...args], { stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0)
    throw new Error(`The run ${run} ended with code ${code ?? 'none: it was killed'}.`);
}
