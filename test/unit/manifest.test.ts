// package.json and extension/manifest.ts name the same things; what package.json promises is there.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { category, commands } from '../../extension/manifest.ts';

const root = path.resolve(import.meta.dirname, '../..');

const Command = z.strictObject({
  command: z.string(),
  title: z.string(),
  category: z.string(),
});
const Support = z.strictObject({
  supported: z.literal('limited'),
  description: z.string().min(20),
});
const PackageJson = z.looseObject({
  name: z.literal('tool-r1'),
  publisher: z.literal('tool-r1'),
  license: z.literal('MIT'),
  main: z.string(),
  bin: z.record(z.string(), z.string()),
  engines: z.looseObject({ vscode: z.string(), node: z.string() }),
  activationEvents: z.array(z.string()),
  capabilities: z.strictObject({ untrustedWorkspaces: Support, virtualWorkspaces: Support }),
  contributes: z.strictObject({ commands: z.array(Command) }),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const manifest = PackageJson.parse(
  JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
);

describe('manifest', () => {
  it('declares every command that the code knows, and the code knows every declared one', () => {
    const declared = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(declared.toSorted(), Object.values(commands).toSorted());
    assert.equal(new Set(declared).size, declared.length, 'a command is declared twice');
  });

  it('has no id in the code but in manifest.ts', async () => {
    for (const file of await filesBelow('extension')) {
      if (file === 'extension/manifest.ts') continue;
      const text = await readFile(path.join(root, file), 'utf8');
      assert.doesNotMatch(text, /['"`]toolR1\.\w/, `${file} writes an id by hand`);
    }
  });

  for (const { command, title, category: shown } of manifest.contributes.commands) {
    it(`titles ${command} as VS Code does`, () => {
      assert.equal(shown, category);
      assert.match(title, /^[A-Z][a-z]+( ([A-Z][A-Za-z-]*|a|an|and|for|in|of|on|the|to|with))*$/);
      assert.match(command, /^toolR1\.[a-z][A-Za-z]+$/);
    });
  }

  it('leaves activation to the contributions', () => {
    assert.deepEqual(manifest.activationEvents, []);
  });

  it('is written against the oldest VS Code that it admits', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode'] ?? ''}`);
  });

  it('starts files that the build makes', async () => {
    const build = await readFile(path.join(root, 'esbuild.mjs'), 'utf8');
    for (const entry of [manifest.main, ...Object.values(manifest.bin)]) {
      const { name } = path.parse(entry);
      assert.match(build, new RegExp(`\\b${name}: '`), `nothing builds ${entry}`);
    }
  });

  it('runs only scripts that exist', async () => {
    for (const [name, command] of Object.entries(manifest.scripts)) {
      for (const [script] of command.matchAll(/\b[\w./-]+\.(?:mjs|ts)\b/g)) {
        await assert.doesNotReject(
          readFile(path.join(root, script)),
          `the script "${name}" needs ${script}`,
        );
      }
    }
  });

  it('pins every dependency to one version', () => {
    const all = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    for (const [name, version] of Object.entries(all)) {
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} is not pinned`);
    }
  });
});

describe('package', () => {
  /** What belongs into the package; everything else at the top level must be named in .vscodeignore. */
  const shipped = new Set([
    'dist',
    'media',
    'node_modules',
    'package.json',
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
  ]);

  it('leaves out everything that is not needed to run', async () => {
    const patterns = (await readFile(path.join(root, '.vscodeignore'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const entries = await readdir(root, { withFileTypes: true });
    for (const entry of entries) {
      if (shipped.has(entry.name)) continue;
      const name = entry.isDirectory() ? `${entry.name}/x` : entry.name;
      assert.ok(matchesAny(name, patterns), `${entry.name} would be packaged`);
    }
    for (const name of ['dist/extension.cjs', 'media/icon.svg', 'package.json', 'LICENSE']) {
      assert.ok(!matchesAny(name, patterns), `${name} is left out`);
    }
  });
});

/** As .vscodeignore is read, without its negations: `**` stands for any path, `*` for any part of a name. */
function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const source = pattern
      .replace(/[.+^$()|[\]{}]/g, '\\$&')
      .replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'));
    return new RegExp(`^${source}$`).test(name);
  });
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) =>
      path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    );
}
