// Pins what the WebAssembly program of the pinned Pyodide imports. A new name is sealed by default; this test fails so that somebody
// looks at it before it is left sealed or allowed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileProgram } from '../../../runtime/sandbox/program.ts';
import { allowedImports, refusedImports } from '../../../runtime/sandbox/sealedImports.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const pyodide = path.join(root, 'node_modules', 'pyodide');
const pinned = path.join(root, 'test', 'fixtures', 'sandbox', 'imports.txt');

describe('the imports of the Python program', () => {
  const imports = WebAssembly.Module.imports(compileProgram(pyodide)).filter(
    ({ kind, name }) => kind === 'function' && !name.startsWith('invoke_'),
  );
  const names = [...new Set(imports.map(({ name }) => name))].sort();

  it('are the pinned ones', () => {
    const expected = readFileSync(pinned, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    assert.deepEqual(names, expected);
  });

  it('hold every name that the lists allow or refuse', () => {
    const unknown = [...allowedImports, ...refusedImports.keys()].filter(
      (name) => !names.includes(name),
    );
    assert.deepEqual(unknown, []);
  });

  it('are on one list at most', () => {
    assert.deepEqual(
      [...allowedImports].filter((name) => refusedImports.has(name)),
      [],
    );
  });

  it('leave nothing allowed that leads to JavaScript, processes or the network', () => {
    const dangerous =
      /^(JsProxy|Jsv[A-Z]|js2python|python2js|ffi_|_dl|_emscripten_system|.*(socket|connect|fetch|asm_const|run_script))/;
    const found = [...allowedImports].filter((name) => dangerous.test(name));
    // These three look at a number and touch no object.
    assert.deepEqual(found, ['JsvError_Check', 'JsvError_Throw', 'JsvNoValue_Check']);
  });

  it('are sealed for the larger part', () => {
    const sealed = names.filter((name) => !allowedImports.has(name) && !refusedImports.has(name));
    assert.ok(sealed.length > 130, `${sealed.length} sealed`);
    for (const name of ['JsProxy_GetAttr_js', '_dlopen_js', '_setitimer_js'])
      assert.ok(sealed.includes(name), name);
  });
});
