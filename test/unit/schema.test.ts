// runtime/contract/schema.json is what other languages read. It must be what the contract says now; `UPDATE_SCHEMA=1`
// writes it anew.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { contractJsonSchema } from '../../runtime/contract/jsonSchema.ts';
import { clientRequests, requests } from '../../runtime/contract/requests.ts';

const file = new URL('../../runtime/contract/schema.json', import.meta.url);
const fresh = `${JSON.stringify(contractJsonSchema(), null, 2)}\n`;
/** The schemas' own writer, and a function that needs none of them at run time. */
const withoutSchemas = new Set(['jsonSchema.ts', 'stepSummary.ts', 'exportFormats.ts']);
const Document = z.looseObject({ $defs: z.record(z.string(), z.looseObject({})) });

describe('JSON Schema of the contract', () => {
  before(async () => {
    if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(file, fresh);
  });

  it('is up to date', async () => {
    assert.equal(
      await readFile(file, 'utf8'),
      fresh,
      'runtime/contract/schema.json is stale; write it anew with UPDATE_SCHEMA=1 npm test',
    );
  });

  const { $defs } = Document.parse(JSON.parse(fresh));

  it('defines what goes over the borders', () => {
    for (const name of ['Task', 'TrajectoryRecord', 'Step', 'Reply', 'Reward', 'RunEvent']) {
      assert.ok(name in $defs, `${name} is missing`);
    }
    for (const name of Object.keys({ ...requests, ...clientRequests })) {
      const pascal = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
      assert.ok(`${pascal}Params` in $defs && `${pascal}Result` in $defs, `${name} is missing`);
    }
  });

  it('leaves out no file of the contract', async () => {
    const folder = new URL('../../runtime/contract/', import.meta.url);
    const text = await readFile(new URL('jsonSchema.ts', folder), 'utf8');
    for (const name of await readdir(folder, { recursive: true })) {
      if (!name.endsWith('.ts') || withoutSchemas.has(name)) continue;
      assert.ok(text.includes(`from './${name}'`), `jsonSchema.ts does not read ${name}`);
    }
  });

  it('resolves every reference within itself', () => {
    const references = [...fresh.matchAll(/"\$ref": "([^"]+)"/g)].map(([, target]) => target ?? '');
    assert.ok(references.length > 20);
    for (const target of references) {
      assert.match(target, /^#\/\$defs\/\w+$/);
      assert.ok(target.slice('#/$defs/'.length) in $defs, `${target} is not defined`);
    }
  });

  it('lets fields with a default be left out, and unknown ones stay', () => {
    const { properties, required, additionalProperties } = $defs['Task'] ?? {};
    assert.deepEqual(required, ['version', 'id', 'question']);
    assert.ok(z.looseObject({ files: z.unknown() }).safeParse(properties).success);
    assert.deepEqual(additionalProperties, {});
  });

  it('does not depend on the order of the modules', () => {
    const names = Object.keys($defs);
    assert.deepEqual(names, names.toSorted());
  });
});
