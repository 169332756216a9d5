import assert from 'node:assert/strict';
import * as z from 'zod';
import { Recipe } from '../../../runtime/contract/recipe.ts';
import { ablations } from '../../../runtime/recipes/ablations.ts';
import { builtInRecipes } from '../../../runtime/recipes/builtInRecipes.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession, type SessionOptions } from '../../fakes/terminalSession.ts';

const Shown = z.object({
  recipe: Recipe,
  settings: z.array(
    z.object({
      path: z.string(),
      value: z.unknown(),
      unit: z.string().nullable(),
      source: z.enum(['paper', 'code', 'ours', 'own']),
      note: z.string().nullable(),
    }),
  ),
});

describe('tool-r1 recipe', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  const session = (options: Partial<SessionOptions> = {}) =>
    new TerminalSession({ cwd: folder.path, ...options });

  it('lists the built-in recipes', async () => {
    const call = session();
    assert.equal(await call.call('recipe', 'list'), 0);
    const names = call.out.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    assert.deepEqual(names, [...builtInRecipes.keys()]);
  });

  it('lists them as JSON, one a line', async () => {
    const call = session();
    await call.call('recipe', 'list', '--json');
    const Row = z.object({ name: z.string(), protocol: z.string(), reward: z.string() });
    const rows = call.out.text
      .trimEnd()
      .split('\n')
      .map((line) => Row.parse(JSON.parse(line)));
    assert.deepEqual(
      rows.find(({ name }) => name === 'efficient'),
      {
        name: 'efficient',
        protocol: 'toolrl',
        reward: 'exact-set',
      },
    );
  });

  it('fits a narrow terminal', async () => {
    const call = session({ isTTY: true, columns: 60, env: { NO_COLOR: '1' } });
    await call.call('recipe', 'list');
    for (const line of call.out.text.split('\n')) assert.ok(line.length <= 60, line);
  });

  it('shows each setting with unit, source and value, in columns', async () => {
    const call = session();
    assert.equal(await call.call('recipe', 'show', 'tool-r1-paper'), 0);
    const lines = call.out.text.split('\n');
    const head = lines.find((line) => line.startsWith('setting')) ?? '';
    const cells = (path: string) => {
      const row = lines.find((line) => line.startsWith(`${path} `)) ?? '';
      const starts = ['unit', 'source', 'value'].map((name) => head.indexOf(name));
      return starts.map((start, index) => row.slice(start, starts[index + 1]).trim());
    };
    assert.deepEqual(cells('training.optimiser.learningRate'), ['', 'paper', '1e-6']);
    assert.deepEqual(cells('training.queue.groupSize'), ['trajectories', 'paper', '16']);
    assert.deepEqual(cells('training.optimiser.maxSteps'), ['train steps', 'ours', 'null']);
    assert.deepEqual(cells('sandbox.allowedImports'), ['', 'ours', '64 entries']);
    assert.match(call.out.text, /^training\.optimiser\.groupsPerStep: The paper's batch of 256/m);
  });

  it('shows notes in the order of the settings', async () => {
    const call = session();
    await call.call('recipe', 'show', 'tool-r1');
    const rows = [...call.out.text.matchAll(/^([a-zA-Z.]+)(:? )/gm)];
    const settings = rows.filter(([, , mark]) => mark === ' ').map(([, path]) => path ?? '');
    const notes = rows.filter(([, , mark]) => mark === ': ').map(([, path]) => path ?? '');
    assert.ok(notes.length >= 5);
    const places = notes.map((note) => settings.findIndex((path) => path.startsWith(note)));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.ok(places.every((place) => place >= 0));
  });

  it('shows a recipe as it would run, with what was changed as own', async () => {
    const call = session();
    await call.call(
      'recipe',
      'show',
      'tool-r1',
      '--json',
      '-s',
      'queue.resample=false',
      '--set',
      'topP=0.9',
    );
    const { recipe, settings } = Shown.parse(JSON.parse(call.out.text));
    assert.deepEqual(
      recipe,
      await readRecipe('tool-r1', folder.path, ['queue.resample=false', 'topP=0.9']),
    );
    const own = settings
      .filter(({ source }) => source === 'own')
      .map(({ path, value }) => [path, value]);
    assert.deepEqual(own, [
      ['agent.topP', 0.9],
      ['training.queue.resample', false],
    ]);
  });

  it('shows a file of the person, and takes no control characters from it', async () => {
    const mine = { version: 1, name: 'm\u001B[31m', description: 'Mine.', extends: 'tool-r1' };
    await folder.write('mine.json', JSON.stringify(mine));
    const call = session();
    assert.equal(await call.call('recipe', 'show', 'mine.json'), 0);
    assert.ok(!call.out.text.includes('\u001B'));
  });

  it('lists what to set for each row of the ablations', async () => {
    const call = session();
    assert.equal(await call.call('recipe', 'show', 'efficient', '--ablations'), 0);
    assert.match(call.out.text, /^filter only +--set downSampling\.enabled=false$/m);
    assert.match(call.out.text, /^both$/m);
    const json = session();
    await json.call('recipe', 'show', 'efficient', '--ablations', '--json');
    const rows = json.out.text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.deepEqual(
      rows,
      ablations.filter(({ recipe }) => recipe === 'efficient'),
    );
  });

  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['nowhere'], /There is no recipe nowhere/],
    [['tool-r1', '--set', 'queue.resmaple=1'], /Did you mean queue\.resample\?/],
    [
      ['artist-math', '--ablations'],
      /no ablations of artist-math. Those of tool-r1-paper, efficient, toolrl are/,
    ],
    [[], /missing required argument 'recipe'/],
  ];
  for (const [args, message] of wrong) {
    it(`says what is wrong with "${args.join(' ')}"`, async () => {
      const call = session();
      assert.equal(await call.call('recipe', 'show', ...args), 2);
      assert.match(call.err.text, message);
      assert.equal(call.out.text, '');
    });
  }
});
