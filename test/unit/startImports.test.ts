// What a process loads before it does anything: the entry and what it imports at once. A client for downloads or a reader of documents
// here would be paid for by every window and every call of the terminal.
import assert from 'node:assert/strict';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/** Packages that are small, or that nothing can be said without: messages, their checks, the log, tables of text. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'runtime/main.ts': ['vscode-jsonrpc', 'zod', 'pino', 'papaparse', 'yauzl'],
  'runtime/cli.ts': ['commander', 'zod'],
};

async function packagesAtOnce(entry: string): Promise<string[]> {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [entry],
    ...{ bundle: true, platform: 'node', format: 'esm', write: false, metafile: true },
    ...{ splitting: true, outdir: 'unwritten', packages: 'external', logLevel: 'silent' },
  });
  const found = new Set<string>();
  const seen = new Set<string>();
  const left = [entry];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { path: target, external, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import') continue;
      if (external !== true) left.push(target);
      else if (!target.startsWith('node:')) found.add(packageOf(target));
    }
  }
  assert.ok(seen.size > 3, `${entry} imports nothing, so nothing was tested`);
  return [...found].sort();
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}

describe('starting', () => {
  for (const [entry, packages] of Object.entries(allowed)) {
    it(`${entry} loads few packages`, async () => {
      const strange = (await packagesAtOnce(entry)).filter((name) => !packages.includes(name));
      assert.deepEqual(strange, []);
    });
  }
});
