// `npx tsx test/learning/trainVariants.ts --set FOLDER --out FOLDER [--steps N] [--variant NAME]... [--seed N]... [--cli FILE]`
// trains the model of the set (FOLDER/model) once for each variant and seed, one run after the other, in OUT/VARIANT-SEED, and
// then measures it on the held-out tasks in OUT/held-VARIANT-SEED. `--variant start` only measures the model of the set.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureHeldOut } from './measureHeldOut.ts';
import { learningRecipe, trainOnce } from './trainOnce.ts';
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

for (const seed of values.seed.map(Number)) {
  for (const variant of values.variant) {
    const model = variant === 'start' ? startModel : await train(variant, seed);
    const run = path.join(out, `held-${variant}-${seed}`);
    await measureHeldOut({ cli, set, model, run, temperature: null });
  }
}

/** The folder of the trained model. */
async function train(variant: string, seed: number): Promise<string> {
  if (!isVariant(variant)) throw new Error(`There is no variant ${variant}.`);
  const run = path.join(out, `${variant}-${seed}`);
  const { changes } = settingsOf[variant];
  const tasks = path.join(set, 'tasks.jsonl');
  const model = startModel;
  await trainOnce({ cli, recipe: learningRecipe, tasks, model, run, seed, steps, changes });
  return path.join(run, 'checkpoints', `checkpoint-${steps}`);
}
