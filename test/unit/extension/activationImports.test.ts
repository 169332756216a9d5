// What VS Code loads when the extension is activated: the entry and what it imports at once. Everything else is imported when it is
// first used, and a package here would be paid for by every window that only shows the tree.
import assert from 'node:assert/strict';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');
const entry = 'extension/extension.ts';

async function importedAtOnce(): Promise<ReadonlySet<string>> {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    ...{ bundle: true, platform: 'node', format: 'cjs', write: false, metafile: true },
    external: ['vscode'],
    logLevel: 'silent',
  });
  const found = new Set<string>();
  const left = [entry];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const imports = metafile.inputs[file]?.imports ?? [];
    left.push(
      ...imports
        .filter(({ external, kind }) => external !== true && kind !== 'dynamic-import')
        .map((one) => one.path),
    );
  }
  return found;
}

describe('activation', () => {
  it('loads no package and no schema', async () => {
    const files = [...(await importedAtOnce())];
    assert.ok(files.length > 3, 'the entry imports nothing, so nothing was tested');
    assert.deepEqual(
      files.filter((file) => !file.startsWith('extension/')),
      [],
    );
  });
});
