// package.json declares the tools for language models as the runtime has them. `UPDATE_SCHEMA=1` writes it anew.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { doorTools } from '../../../extension/doors/doorTools.ts';
import { mcpProvider } from '../../../extension/manifest.ts';
import { DoorToolName } from '../../../runtime/contract/doorToolName.ts';
import { allDoorTools } from '../../../runtime/mcp/allDoorTools.ts';
import { contributedTool } from '../../fakes/contributedTools.ts';

const packageFile = path.resolve(import.meta.dirname, '../../../package.json');
const Manifest = z.looseObject({
  contributes: z.looseObject({
    languageModelTools: z.array(z.looseObject({ name: z.string() })).optional(),
    mcpServerDefinitionProviders: z
      .array(z.strictObject({ id: z.string(), label: z.string() }))
      .optional(),
  }),
});

/** As it is, so that the order of its keys stays. */
const Plain = z.record(z.string(), z.unknown());

async function readManifest(): Promise<z.infer<typeof Manifest>> {
  return Manifest.parse(JSON.parse(await readFile(packageFile, 'utf8')));
}

describe('the tools for language models in package.json', () => {
  const expected = allDoorTools.map(contributedTool);

  before(async () => {
    if (process.env['UPDATE_SCHEMA'] !== '1') return;
    const manifest = Plain.parse(JSON.parse(await readFile(packageFile, 'utf8')));
    const contributes = {
      ...Plain.parse(manifest['contributes']),
      languageModelTools: expected,
    };
    await writeFile(packageFile, `${JSON.stringify({ ...manifest, contributes }, null, 2)}\n`);
  });

  it('are those of the runtime, as the runtime describes them', async () => {
    const { languageModelTools } = (await readManifest()).contributes;
    assert.deepEqual(languageModelTools, expected);
  });

  it('are registered by the extension under the same names', () => {
    assert.deepEqual(doorTools, DoorToolName.options);
  });

  it('offer the MCP server that the extension provides', async () => {
    const { mcpServerDefinitionProviders } = (await readManifest()).contributes;
    assert.deepEqual(mcpServerDefinitionProviders, [{ id: mcpProvider, label: 'Tool-R1' }]);
  });

  it('act only where the workspace is trusted, and are named as editors want it', () => {
    for (const { name, when, toolReferenceName, userDescription } of expected) {
      const acts = ['toolr1_run_agent', 'toolr1_stop_training'].includes(String(name));
      assert.equal(when, acts ? 'isWorkspaceTrusted' : undefined, String(name));
      assert.match(String(name), /^[\w-]+$/);
      assert.match(String(toolReferenceName), /^toolr1[A-Z][A-Za-z]+$/);
      assert.match(String(userDescription), /^[A-Z].{10,120}\.$/);
    }
  });
});
