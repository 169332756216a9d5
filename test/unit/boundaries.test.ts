// Holds the directions between the folders and the habits of the house, re-derived from the sources, so that neither can
// be disabled away. The rules themselves are tried on small made-up files first.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { importProblems } from '../rules/importRules.ts';
import { filesBelow, parseSource, readSources, type SourceFile } from '../rules/sourceFiles.ts';
import { consoleProblems, machinePathProblems, styleProblems } from '../rules/styleRules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const product = ['runtime', 'extension', 'webview'];

const Dependencies = z.record(z.string(), z.string()).default({});
const manifest = z
  .looseObject({ dependencies: Dependencies, optionalDependencies: Dependencies })
  .parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
const dependencies = new Set(
  Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
);

function none(problems: readonly string[]): void {
  assert.equal(problems.length, 0, `\n${problems.join('\n')}`);
}

describe('boundaries of the sources', () => {
  let sources: readonly SourceFile[];
  let tests: readonly SourceFile[];

  before(async () => {
    sources = await readSources(root, product);
    tests = (await readSources(root, ['test'])).filter(
      (source) => !source.path.startsWith('test/fixtures/'),
    );
    assert.ok(sources.length > 50 && tests.length > 10, 'the sources were not found');
  });

  it('imports go one way', () => {
    none(sources.flatMap((source) => importProblems(source, dependencies)));
  });

  it('the habits of the house are kept', () => {
    none([...sources, ...tests].flatMap(styleProblems));
  });

  it('the product does not write to the console', () => {
    const quiet = sources.filter((source) => !source.path.startsWith('runtime/setup/'));
    none(quiet.flatMap(consoleProblems));
  });

  it('nothing names a place of one machine', async () => {
    const folders = [...product, 'test', 'docs', 'media', '.ci'];
    const files = await filesBelow(root, folders);
    const atTop = ['README.md', 'CHANGELOG.md', 'package.json', 'esbuild.mjs', 'eslint.config.mjs'];
    const own = ['test/rules/styleRules.ts', 'test/unit/boundaries.test.ts'];
    const problems: string[] = [];
    for (const file of [...files, ...atTop]) {
      if (own.includes(file) || !/\.(ts|mjs|js|py|md|json|jsonl|css|html|svg|txt)$/.test(file)) {
        continue;
      }
      problems.push(...machinePathProblems(file, await readOrNothing(file)));
    }
    none(problems);
  });
});

async function readOrNothing(file: string): Promise<string> {
  try {
    return await readFile(path.join(root, file), 'utf8');
  } catch {
    return '';
  }
}

describe('the import rules', () => {
  const cases: [file: string, code: string, problem: RegExp | null][] = [
    ['runtime/contract/a.ts', "import * as z from 'zod';", null],
    ['runtime/contract/a.ts', "import { b } from './b.ts';", null],
    ['runtime/contract/a.ts', "import fs from 'node:fs';", /zod and nothing else/],
    ['runtime/contract/a.ts', "import type { C } from '../support/clock.ts';", /data only/],
    ['runtime/support/a.ts', "import type { F } from '../contract/failure.ts';", null],
    ['runtime/support/a.ts', "import type { P } from '../policy/policy.ts';", /support knows/],
    ['runtime/agent/loop.ts', "import type { P } from '../policy/policy.ts';", null],
    ['runtime/agent/loop.ts', "import { x } from '../policy/openAi/wire.ts';", /by their interf/],
    ['runtime/agent/loop.ts', "const x = await import('../store/store.ts');", /by their interf/],
    ['runtime/agent/loop.ts', "type X = import('../store/store.ts').X;", /by their interfaces/],
    ['runtime/agent/loop.ts', "export { x } from '../store/store.ts';", /by their interfaces/],
    ['runtime/agent/loop.ts', "import { x } from '../compose.ts';", /by their interfaces/],
    ['runtime/agent/a/b.ts', "import { x } from '../loop.ts';", null],
    ['runtime/rollout/run.ts', "import { x } from '../agent/loop.ts';", null],
    ['runtime/policy/a.ts', "import { x } from '../agent/loop.ts';", /by their interfaces/],
    ['runtime/compose.ts', "import { x } from './policy/openAi/wire.ts';", null],
    ['runtime/compose.ts', "import { x } from '../extension/manifest.ts';", /stands alone/],
    ['runtime/policy/a.ts', "import * as v from 'vscode';", /only the extension knows/],
    ['runtime/policy/a.ts', "import type * as v from 'vscode';", /only the extension knows/],
    ['runtime/policy/a.ts', "import { OpenAI } from 'openai';", null],
    ['runtime/policy/a.ts', "import { S } from 'openai/core/streaming';", null],
    ['runtime/policy/a.ts', "import fc from 'fast-check';", /does not depend on at run time/],
    ['runtime/policy/a.ts', "import x from '@scope/name/deep';", /does not depend on/],
    ['runtime/policy/a.ts', "import x from '../../../other/x.ts';", /outside the project/],
    ['runtime/policy/a.ts', '// import x from "vscode"\nconst x = "import(\'vscode\')";', null],
    ['extension/a.ts', "import * as v from 'vscode';\nimport p from 'node:path';", null],
    ['extension/a.ts', "import type { T } from '../runtime/contract/task.ts';", null],
    ['extension/a.ts', "import { type T } from '../runtime/contract/task.ts';", null],
    ['extension/a.ts', "import { T } from '../runtime/contract/task.ts';", null],
    ['extension/a.ts', "import type { P } from '../runtime/policy/policy.ts';", /knows the contr/],
    ['extension/a.ts', "import * as z from 'zod';", null],
    ['extension/a.ts', "import fc from 'fast-check';", /needs vscode, Node and what speaks/],
    ['webview/a.ts', "import type { T } from '../runtime/contract/task.ts';", null],
    ['webview/a.ts', "import { T } from '../runtime/contract/task.ts';", null],
    ['webview/a.ts', "import { s } from '../runtime/support/clock.ts';", /knows the contract/],
    ['webview/a.ts', "import { x } from '../extension/manifest.ts';", /knows the contract/],
    ['webview/a.ts', "import fs from 'node:fs';", /runs in a browser/],
    ['test/unit/a.test.ts', "import fc from 'fast-check';", null],
  ];
  for (const [file, code, problem] of cases) {
    it(`${problem === null ? 'allow' : 'refuse'} ${code.split('\n')[0] ?? ''} in ${file}`, () => {
      const found = importProblems(parseSource(file, code), dependencies);
      if (problem === null) none(found);
      else assert.match(found.join('\n'), problem);
    });
  }

  it('leave construction to the composition', () => {
    const code = "import { ReplayPolicy } from '../policy/policy.ts';\nnew ReplayPolicy();";
    const found = importProblems(parseSource('runtime/agent/a.ts', code), dependencies);
    assert.match(found.join('\n'), /a\.ts:2 constructs ReplayPolicy/);
    none(importProblems(parseSource('runtime/compose.ts', code.replace('..', '.')), dependencies));
    const error = "import { ToolError } from '../tools/tool.ts';\nthrow new ToolError('', '');";
    none(importProblems(parseSource('runtime/agent/a.ts', error), dependencies));
  });
});

describe('the house rules', () => {
  const head = '// What it is for.\n';
  const cases: [file: string, code: string, problem: RegExp | null][] = [
    ['runtime/a.ts', `${head}export const a = 1;\n`, null],
    ['runtime/a.mjs', `#!/usr/bin/env node\n${head}`, null],
    ['runtime/a.ts', 'export const a = 1;\n', /does not begin with a comment/],
    ['runtime/index.ts', head, /barrel/],
    ['runtime/utils.ts', head, /says nothing by its name/],
    ['runtime/two-words.ts', head, /camelCase/],
    ['test/unit/someThing.test.ts', '', null],
    ['runtime/a.ts', `${head}export default 1;\n`, /a\.ts:2 has a default export/],
    ['runtime/a.ts', `${head}export default function f() {}\n`, /default export/],
    ['runtime/a.ts', `${head}const a = 1;\nexport { a as default };\n`, /default export/],
    ['runtime/a.ts', `${head}export { b } from './b.ts';\n`, /is a barrel/],
    ['runtime/a.ts', `${head}export * from './b.ts';\nconst a = 1;\n`, /exports all of another/],
    ['runtime/a.ts', `${head}// eslint-disable-next-line x\n`, /without " -- reason"/],
    ['runtime/a.ts', `${head}// eslint-disable-next-line x -- it is tried below\n`, null],
    ['runtime/a.ts', `${head}// @ts-expect-error\n`, /silences the compiler/],
    ['runtime/a.ts', `${head}const a = 1; // TODO later\n`, /leaves work behind/],
    ['runtime/a.ts', `${head}const a = { b: 1 /* FIXME */ };\n`, /a\.ts:2 leaves work behind/],
    ['runtime/a.ts', `${head}if (a) {\n  b();\n  // XXX\n}\n`, /a\.ts:4 leaves work behind/],
    ['runtime/a.ts', `${head}const a = ['TODO', "// TODO", \`// FIXME \${b}\`];\n`, null],
    ['runtime/a.ts', `${head}${'\n'.repeat(500)}`, /has 501 lines/],
    ['test/unit/long.test.ts', '\n'.repeat(501), null],
    ['runtime/a.ts', `${head}function f() {${'\n'.repeat(60)}}\n`, /a function of 61 lines/],
    ['runtime/a.ts', `${head}const f = () => {${'\n'.repeat(59)}};\n`, null],
  ];
  for (const [file, code, problem] of cases) {
    it(`${problem === null ? 'allow' : 'refuse'} ${JSON.stringify(code).slice(0, 70)} in ${file}`, () => {
      const found = styleProblems(parseSource(file, code));
      if (problem === null) none(found);
      else assert.match(found.join('\n'), problem);
    });
  }

  it('know the console', () => {
    const use = `${head}console.log(1);\n`;
    assert.match(consoleProblems(parseSource('runtime/a.ts', use)).join(), /a\.ts:2 uses the cons/);
    none(consoleProblems(parseSource('runtime/a.ts', `${head}const a = 'console.log';\n`)));
  });

  it('know places of one machine', () => {
    for (const home of ['root', 'work/main', 'build/a', 'mnt/b', 'Users/ada']) {
      assert.equal(
        machinePathProblems('a.md', `x\nsee /${home}/notes`)[0]?.split(' ')[0],
        'a.md:2',
      );
    }
    none(machinePathProblems('a.md', '/workspace/a.csv, src/build/x, $HOME/mnt/x, /tmp/x'));
  });
});
