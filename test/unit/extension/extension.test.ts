import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  commands,
  logName,
  logScheme,
  mcpProvider,
  textScheme,
  views,
  viewTypes,
} from '../../../extension/manifest.ts';
import { doorTools } from '../../../extension/doors/doorTools.ts';
import { activateExtension } from '../../fakes/vscode.ts';

describe('extension', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'extension-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('registers every command of its manifest, and no other', async () => {
    const extension = await activateExtension();
    assert.deepEqual([...extension.commands.keys()].sort(), Object.values(commands).sort());
  });

  it('registers the tree, the viewers, the links, the texts and the doors for other agents', async () => {
    const extension = await activateExtension();
    assert.deepEqual([...extension.registered].sort(), [
      `editor ${viewTypes.otherTrajectories}`,
      `editor ${viewTypes.trajectories}`,
      'links',
      `mcp ${mcpProvider}`,
      `panel ${viewTypes.evaluations}`,
      `panel ${viewTypes.label}`,
      `panel ${viewTypes.run}`,
      `panel ${viewTypes.start}`,
      `panel ${viewTypes.trajectory}`,
      `texts ${logScheme}`,
      `texts ${textScheme}`,
      ...doorTools.map((name) => `tool ${name}`).toSorted(),
      `tree ${views.explorer}`,
    ]);
  });

  it('opens the log only when asked', async () => {
    const extension = await activateExtension();
    assert.deepEqual(
      extension.logs.map((log) => [log.name, log.shown]),
      [[logName, false]],
    );
    await extension.commands.get(commands.showLog)?.();
    assert.equal(extension.logs[0]?.shown, true);
  });

  it('writes its version and what is missing of the runtime', async () => {
    await mkdir(path.join(folder, 'dist'), { recursive: true });
    await writeFile(path.join(folder, 'dist/main.mjs'), '');
    const extension = await activateExtension(folder);
    await extension.commands.get(commands.showLog)?.();
    const lines = extension.logs[0]?.lines.join('\n') ?? '';
    const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
    const version = /"version": "([^"]+)"/.exec(manifest)?.[1] ?? 'none';
    assert.ok(lines.startsWith(`Tool-R1 ${version}\n`), lines);
    assert.match(
      lines,
      /incomplete: documentWorker\.mjs, sandbox\/sandboxChild\.mjs is missing.*npm run build/,
    );
  });

  it('says when the runtime is whole', async () => {
    await mkdir(path.join(folder, 'dist/sandbox'), { recursive: true });
    for (const file of ['main.mjs', 'documentWorker.mjs', 'sandbox/sandboxChild.mjs']) {
      await writeFile(path.join(folder, 'dist', file), '');
    }
    const extension = await activateExtension(folder);
    await extension.commands.get(commands.showLog)?.();
    assert.ok(
      extension.logs[0]?.lines.includes(
        `The runtime is installed in ${path.join(folder, 'dist')}.`,
      ),
    );
  });

  it('leaves nothing behind', async () => {
    const extension = await activateExtension();
    extension.deactivate();
    assert.equal(extension.commands.size, 0);
    assert.equal(extension.registered.size, 0);
    assert.ok(extension.logs.every((log) => log.disposed));
  });
});
