// Pyodide's module as a script, and its code: that V8 takes the code, and that without it everything works as well.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PyodideScript } from '../../../runtime/sandbox/pyodideScript.ts';

const pyodide = path.resolve(import.meta.dirname, '../../../node_modules/pyodide');

// V8 finds a text that it compiled before in the same process and looks at no code then, so each test has a text of its own. Of the
// text that code belongs to it knows the length only.
describe("Pyodide's script", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pyodide-script-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = (text: string) => writeFile(path.join(folder, 'pyodide.asm.mjs'), text);

  it('gives what the module of the pinned version exports', () => {
    const create = PyodideScript.read(pyodide).open(pyodide);
    assert.equal(create.name, '_createPyodideModule');
  });

  it('knows where the module lies, and imports as the module does', async () => {
    await write(
      `async function _createPyodideModule() {
        const { sep } = await import("node:path");
        return [import.meta.url, sep];
      }
      export default _createPyodideModule;\n`,
    );
    const create: () => Promise<unknown> = PyodideScript.read(folder).open(folder) as never;
    const [url, separator] = (await create()) as [string, string];
    assert.ok(url.startsWith('file:///') && url.endsWith('/pyodide.asm.mjs'), url);
    assert.equal(separator, path.sep);
  });

  it('is compiled ahead by its own code', () => {
    const { text } = PyodideScript.read(pyodide);
    const made = new PyodideScript(`${text}//1`, null);
    made.open(pyodide);
    assert.equal(made.isPrecompiled, false);
    const again = new PyodideScript(`${text}//2`, made.compiledCode());
    assert.equal(again.isPrecompiled, true);
    assert.equal(again.open(pyodide).name, '_createPyodideModule');
  });

  it('compiles anew when the code is of another V8', () => {
    const { text } = PyodideScript.read(pyodide);
    const script = new PyodideScript(`${text}//3`, new Uint8Array(64));
    assert.equal(script.isPrecompiled, false);
    assert.equal(script.open(pyodide).name, '_createPyodideModule');
  });

  it('refuses a module that is not of the pinned version', async () => {
    await write('export default 1;\n');
    assert.throws(() => PyodideScript.read(folder), /not of the version that is meant/);
  });
});
