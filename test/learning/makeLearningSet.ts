// `npx tsx test/learning/makeLearningSet.ts --out FOLDER [--seed N] [--tasks N] [--held-out N] [--demonstrations N]`: see learningSet.ts.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { writeLearningSet } from './learningSet.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tasks: { type: 'string', default: '72' },
    'held-out': { type: 'string', default: '48' },
    demonstrations: { type: 'string', default: '8000' },
  },
});
if (values.out === undefined) throw new Error('Say where to write: --out FOLDER');
const folder = path.resolve(values.out);
await writeLearningSet({
  folder,
  seed: Number(values.seed),
  tasks: Number(values.tasks),
  heldOut: Number(values['held-out']),
  demonstrations: Number(values.demonstrations),
  recipe: await readRecipe('learning.json', import.meta.dirname),
});
console.log(`Written to ${folder}`);
