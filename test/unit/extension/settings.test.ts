import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import * as z from 'zod';
import { settings } from '../../../extension/manifest.ts';
import { settingDefaults, Settings } from '../../../extension/settings.ts';
import { FakeConfiguration } from '../../fakes/configuration.ts';

const PackageJson = z.looseObject({
  contributes: z.looseObject({
    configuration: z.looseObject({
      properties: z.record(z.string(), z.looseObject({ default: z.unknown() })),
    }),
  }),
});

describe('settings', () => {
  let configuration: FakeConfiguration;
  let read: Settings;

  beforeEach(() => {
    configuration = new FakeConfiguration();
    read = new Settings(configuration.configured);
  });

  it('has the defaults that package.json declares', async () => {
    const file = path.resolve(import.meta.dirname, '../../../package.json');
    const { contributes } = PackageJson.parse(JSON.parse(await readFile(file, 'utf8')));
    const declared = Object.entries(contributes.configuration.properties);
    assert.deepEqual(
      Object.fromEntries(declared.map(([id, property]) => [id, property.default])),
      Object.fromEntries(
        Object.entries(settingDefaults).map(([name, value]) => [
          settings[name as keyof typeof settings],
          value,
        ]),
      ),
    );
  });

  it('reads what is set', () => {
    configuration.set(settings.model, ' qwen@http://localhost:11434/v1 ');
    configuration.set(settings.endpoints, ['https://models.example.com/v1']);
    configuration.set(settings.recipe, 'recipes/mine.json');
    configuration.set(settings.maxSteps, 7);
    assert.equal(read.model, 'qwen@http://localhost:11434/v1');
    assert.deepEqual(read.endpoints, ['https://models.example.com/v1']);
    assert.equal(read.recipe, 'recipes/mine.json');
    assert.equal(read.maxSteps, 7);
  });

  for (const nonsense of [42, '', '   ', {}, null, undefined, [1], true]) {
    it(`takes the defaults where ${inspect(nonsense)} is set`, () => {
      for (const id of Object.values(settings)) {
        if (id !== settings.maxSteps) configuration.set(id, nonsense);
      }
      assert.equal(read.model, 'embedded');
      assert.deepEqual(read.endpoints, []);
      assert.equal(read.recipe, 'tool-r1');
    });
  }

  for (const [set, steps] of [
    [1, 1],
    [100, 100],
    [5000, 100],
    [0, null],
    [-3, null],
    [2.5, null],
    ['7', null],
    [null, null],
  ] as const) {
    it(`takes ${String(set)} as ${String(steps)} steps at most`, () => {
      configuration.set(settings.maxSteps, set);
      assert.equal(read.maxSteps, steps);
    });
  }

  it('reads what the agent may reach beyond its files', () => {
    assert.deepEqual([read.webEnabled, read.visionModel], [false, '']);
    configuration.set(settings.webEnabled, true);
    configuration.set(settings.webSearch, ' http://localhost:8080 ');
    configuration.set(settings.webServers, ['wiki.intra:80', 3, '']);
    configuration.set(settings.visionModel, 'seer@http://localhost:1/v1');
    assert.deepEqual(
      [read.webEnabled, read.webSearch, read.webServers, read.visionModel],
      [true, 'http://localhost:8080', ['wiki.intra:80'], 'seer@http://localhost:1/v1'],
    );
    configuration.set(settings.webEnabled, 'yes');
    configuration.set(settings.webSearch, 7);
    configuration.set(settings.webServers, 'wiki.intra:80');
    assert.deepEqual([read.webEnabled, read.webSearch, read.webServers], [false, 'duckduckgo', []]);
  });

  it('leaves out endpoints that are no text', () => {
    configuration.set(settings.endpoints, ['http://a/v1', 3, '', null]);
    assert.deepEqual(read.endpoints, ['http://a/v1']);
  });

  it('writes for the person, or for the workspace where that has its own', async () => {
    await read.write('model', 'a@http://localhost:1/v1');
    assert.equal(configuration.own.get(settings.model), 'a@http://localhost:1/v1');
    assert.equal(configuration.workspace.size, 0);
    configuration.set(settings.model, 'b@http://localhost:2/v1', false);
    await read.write('model', 'c@http://localhost:3/v1');
    assert.equal(read.model, 'c@http://localhost:3/v1');
    assert.equal(configuration.own.get(settings.model), 'a@http://localhost:1/v1');
  });

  it('tells of changes of one setting only, for as long as one listens', () => {
    let changes = 0;
    const subscription = read.onDidChange('model', () => (changes += 1));
    configuration.set(settings.recipe, 'x');
    configuration.set(settings.model, 'y');
    subscription.dispose();
    configuration.set(settings.model, 'z');
    assert.equal(changes, 1);
  });
});
