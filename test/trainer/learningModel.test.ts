import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { trainingPlace } from '../../runtime/composeTraining.ts';
import { readRecipe } from '../../runtime/recipes/readRecipe.ts';
import { cliFile, projectRoot } from '../fakes/cliProcess.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { writeLearningSet } from '../learning/learningSet.ts';
import { allNames } from '../learning/words.ts';

const run = promisify(execFile);
const Tokenizer = z.looseObject({
  added_tokens: z.array(z.looseObject({ content: z.string(), single_word: z.boolean() })),
});
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '' };
const program = path.join(projectRoot, 'test/learning/make_model.py');

describe('model that a learning run starts from', function () {
  this.timeout(300_000);
  let folder: TemporaryFolder;
  let python: string;
  let first: string;

  before(async () => {
    folder = await makeTemporaryFolder();
    const { signal } = new AbortController();
    const place = trainingPlace(path.dirname(cliFile), process);
    python = await place.preparePython({ device: 'cpu', signal, onProgress: () => undefined });
    const recipe = await readRecipe('test/learning/learning.json', projectRoot);
    const sizes = { tasks: 8, heldOut: 8, demonstrations: 60 };
    await writeLearningSet({ folder: folder.path, seed: 1, ...sizes, recipe });
    first = await make('a');
  });
  after(() => folder.remove());

  it('has the same weights for the same seed', async () => {
    assert.equal(await make('b'), first);
  });

  it('reads names as tokens of their own wherever they stand', async () => {
    const text = await readFile(path.join(folder.path, 'a', 'tokenizer.json'), 'utf8');
    const { added_tokens: added } = Tokenizer.parse(JSON.parse(text));
    const alone = added.filter((token) => token.single_word).map(({ content }) => content);
    for (const name of allNames) assert.ok(alone.includes(name), name);
  });

  /** The hash of its weights. */
  async function make(name: string): Promise<string> {
    const out = path.join(folder.path, name);
    const args = ['--set', folder.path, '--out', out, '--steps', '3'];
    await run(python, [program, ...args], { env });
    const weights = await readFile(path.join(out, 'model.safetensors'));
    return createHash('sha256').update(weights).digest('hex');
  }
});
