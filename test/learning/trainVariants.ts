// `npx tsx test/learning/trainVariants.ts --set FOLDER --out FOLDER [--steps N] [--variant NAME]... [--seed N]... [--cli FILE]`
// trains the model of the set (FOLDER/model) once for each variant and seed, one run after the other, in OUT/VARIANT-SEED, and
// then measures it on the held-out tasks in OUT/held-VARIANT-SEED. `--variant start` only measures the model of the set.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { trainOnce } from './trainOnce.ts';
import { isVariant, settingsOf } from './variants.ts';

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
const cli = path.resolve(import.meta.dirname, '../..', values.cli);
const [set, out] = [path.resolve(values.set), path.resolve(values.out)];
const startModel = path.join(set, 'model');
const steps = Number(values.steps);

/** Six train steps of eight tasks see each of the 48 held-out tasks once. The rate is too small to move a weight. */
const measuring = { steps: 6, changes: ['learningRate=1e-12'] };

for (const seed of values.seed.map(Number)) {
  for (const variant of values.variant) {
    await measure(variant, seed, variant === 'start' ? startModel : await train(variant, seed));
  }
}

/** The folder of the trained model. */
async function train(variant: string, seed: number): Promise<string> {
  if (!isVariant(variant)) throw new Error(`There is no variant ${variant}.`);
  const run = path.join(out, `${variant}-${seed}`);
  const { changes } = settingsOf[variant];
  const tasks = path.join(set, 'tasks.jsonl');
  await trainOnce({ cli, tasks, model: startModel, run, seed, steps, changes });
  return path.join(run, 'checkpoints', `checkpoint-${steps}`);
}

async function measure(variant: string, seed: number, model: string): Promise<void> {
  const run = path.join(out, `held-${variant}-${seed}`);
  const tasks = path.join(set, 'held-out.jsonl');
  await trainOnce({ cli, tasks, model, run, seed: 0, ...measuring });
}
