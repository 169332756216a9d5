// package.json and extension/manifest.ts name the same things; what package.json promises is there.
import assert from 'node:assert/strict';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import {
  category,
  commands,
  contextKeys,
  extensionId,
  settings,
  viewTypes,
  views,
} from '../../extension/manifest.ts';

const root = path.resolve(import.meta.dirname, '../..');

const Command = z.strictObject({
  command: z.string(),
  title: z.string(),
  category: z.string(),
  icon: z
    .string()
    .regex(/^\$\([a-z-]+\)$/)
    .optional(),
  enablement: z.string().optional(),
});
const MenuEntry = z.strictObject({
  command: z.string(),
  when: z.string().optional(),
  group: z.string().optional(),
});
const Setting = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]),
  default: z.unknown(),
  markdownDescription: z.string().min(20),
  scope: z.enum(['window', 'resource', 'machine', 'machine-overridable', 'application']),
});
const Contributions = z.strictObject({
  commands: z.array(Command),
  viewsContainers: z.strictObject({
    activitybar: z.array(z.strictObject({ id: z.string(), title: z.string(), icon: z.string() })),
  }),
  views: z.record(
    z.string(),
    z.array(z.strictObject({ id: z.string(), name: z.string(), icon: z.string() })),
  ),
  viewsWelcome: z.array(
    z.strictObject({ view: z.string(), contents: z.string().min(20), when: z.string() }),
  ),
  menus: z.record(z.string(), z.array(MenuEntry)),
  configuration: z.strictObject({
    title: z.string(),
    properties: z.record(z.string(), Setting),
  }),
  walkthroughs: z.array(
    z.looseObject({
      id: z.string(),
      steps: z.array(
        z.strictObject({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          media: z.strictObject({ svg: z.string(), altText: z.string().min(20) }),
          completionEvents: z.array(z.string()).min(1),
          when: z.string().optional(),
        }),
      ),
    }),
  ),
  customEditors: z
    .array(
      z.strictObject({
        viewType: z.string(),
        displayName: z.string(),
        selector: z.array(z.strictObject({ filenamePattern: z.string() })),
        priority: z.enum(['default', 'option']),
      }),
    )
    .min(1),
  keybindings: z.array(z.looseObject({ command: z.string(), when: z.string() })).optional(),
  // Compared with the runtime's own in contributedTools.test.ts.
  languageModelTools: z.array(z.looseObject({ name: z.string() })),
  mcpServerDefinitionProviders: z.array(z.strictObject({ id: z.string(), label: z.string() })),
});
const Support = z.strictObject({
  supported: z.literal('limited'),
  description: z.string().min(20),
});
const RestrictedSupport = Support.extend({ restrictedConfigurations: z.array(z.string()) });
const PackageJson = z.looseObject({
  name: z.literal('tool-r1'),
  publisher: z.literal('tool-r1'),
  license: z.literal('MIT'),
  main: z.string(),
  bin: z.record(z.string(), z.string()),
  engines: z.looseObject({ vscode: z.string(), node: z.string() }),
  activationEvents: z.array(z.string()),
  extensionKind: z.array(z.string()),
  capabilities: z.strictObject({
    untrustedWorkspaces: RestrictedSupport,
    virtualWorkspaces: Support,
  }),
  contributes: Contributions,
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const manifest = PackageJson.parse(
  JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
);

const { contributes } = manifest;
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const completions = steps.flatMap(({ completionEvents }) => completionEvents);
const texts = [
  ...contributes.viewsWelcome.map(({ contents }) => contents),
  ...steps.map(({ description }) => description),
];
/** Ids that conditions compare with and that are no context keys. */
const otherIdsInConditions = Object.values(viewTypes);

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
      assert.match(
        title,
        /^[A-Z][a-z]+( ([A-Z][A-Za-z-]*|a|an|and|for|in|of|on|the|to|with))*(\.\.\.)?$/,
      );
      assert.match(command, /^toolR1\.[a-z][A-Za-z]+$/);
    });
  }

  it('offers in menus and welcome texts only what is there', () => {
    const known = new Set<string>(Object.values(commands));
    const offered = [
      ...Object.values(contributes.menus).flatMap((entries) => entries.map((one) => one.command)),
      ...(contributes.keybindings ?? []).map(({ command }) => command),
      ...texts.flatMap((text) =>
        [...text.matchAll(/\(command:([\w.]+)/g)].map(([, id]) => id ?? ''),
      ),
      ...completions.flatMap((event) => /^onCommand:(.+)$/.exec(event)?.slice(1) ?? []),
    ];
    for (const id of offered) {
      if (id.startsWith('toolR1.')) assert.ok(known.has(id), `${id} is offered and not declared`);
    }
    assert.ok(offered.length > 20);
  });

  it('names in conditions only context keys that the code sets, and sets none in vain', () => {
    const conditions = [
      ...contributes.commands.map(({ enablement }) => enablement),
      ...Object.values(contributes.menus).flatMap((entries) => entries.map(({ when }) => when)),
      ...contributes.viewsWelcome.map(({ when }) => when),
      ...(contributes.keybindings ?? []).map(({ when }) => when),
      ...completions.map((event) => event.replace(/^onCommand:.*/, '')),
    ].join(' ');
    const named = new Set(conditions.match(/\btoolR1\.\w+/g) ?? []);
    for (const id of [...Object.values(views), ...otherIdsInConditions]) named.delete(id);
    assert.deepEqual([...named].sort(), Object.values(contextKeys).toSorted());
  });

  it('declares the views that the code fills', () => {
    const ids = Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id));
    assert.deepEqual(ids.toSorted(), Object.values(views).toSorted());
    const containers = contributes.viewsContainers.activitybar.map(({ id }) => id);
    assert.deepEqual(Object.keys(contributes.views), containers);
    for (const { view } of contributes.viewsWelcome) assert.ok(ids.includes(view));
  });

  it('declares the viewers that the code makes', () => {
    const editors = contributes.customEditors.map(({ viewType }) => viewType);
    const panels = manifest.activationEvents.flatMap(
      (event) => /^onWebviewPanel:(.+)$/.exec(event)?.slice(1) ?? [],
    );
    assert.deepEqual([...editors, ...panels].sort(), Object.values(viewTypes).toSorted());
  });

  it('opens only files of its own by itself', () => {
    const taken = contributes.customEditors.filter(({ priority }) => priority === 'default');
    const patterns = taken.flatMap(({ selector }) => selector.map((one) => one.filenamePattern));
    assert.deepEqual(patterns, ['*.trajectories.jsonl']);
  });

  it('is called in links as it is installed', () => {
    assert.equal(extensionId, `${manifest.publisher}.${manifest.name}`);
  });

  it('runs where the files are', () => {
    assert.deepEqual(manifest.extensionKind, ['workspace']);
  });

  it('declares the settings that the code reads', () => {
    const declared = Object.keys(contributes.configuration.properties);
    assert.deepEqual(declared.toSorted(), Object.values(settings).toSorted());
  });

  it('does not let a workspace that is not trusted choose a model, a server or a file', () => {
    for (const [id, setting] of Object.entries(contributes.configuration.properties)) {
      if ([setting.type].flat().includes('integer')) continue;
      // No workspace can set these.
      if (setting.scope === 'machine') continue;
      assert.equal(setting.scope, 'machine-overridable', id);
      assert.ok(
        manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(id),
        `${id} is not restricted`,
      );
    }
  });

  it('has one walkthrough of at most six steps, with pictures that are there', async () => {
    const [walkthrough, ...others] = contributes.walkthroughs;
    assert.deepEqual(others, []);
    assert.ok(walkthrough !== undefined && walkthrough.steps.length <= 6);
    for (const { title, media, description } of walkthrough.steps) {
      assert.match(title, /^[A-Z][a-z]+ [a-z]/, 'a step starts with a verb, in sentence case');
      assert.match(description, /\]\(command:/, `"${title}" has nothing to press`);
      await assert.doesNotReject(access(path.join(root, media.svg)), `${media.svg} is missing`);
    }
  });

  it('has its icons', async () => {
    const icons = [
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...Object.values(contributes.views).flatMap((list) => list.map(({ icon }) => icon)),
    ];
    for (const icon of icons) await assert.doesNotReject(access(path.join(root, icon)), icon);
  });

  it('is activated by its contributions, and by a panel or a link that VS Code does not know of', () => {
    for (const event of manifest.activationEvents) {
      assert.match(event, /^(onWebviewPanel:toolR1\.\w+|onUri)$/);
    }
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
