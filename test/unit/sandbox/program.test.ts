// The compiled program, and what its compiling leaves behind.
import assert from 'node:assert/strict';
import path from 'node:path';
import { compileProgram } from '../../../runtime/sandbox/program.ts';

const pyodide = path.resolve(import.meta.dirname, '../../../node_modules/pyodide');

/** A module with one function, whose only instruction exists in no version of WebAssembly. */
const invalid = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, 5, 1, 3, 0, 0xff, 0x0b],
);

describe('the program of Pyodide', () => {
  it('is compiled', () => {
    const imports = WebAssembly.Module.imports(compileProgram(pyodide));
    assert.ok(imports.some(({ name }) => name === '_Py_CheckEmscriptenSignals_Helper'));
  });

  it('leaves other modules checked whole, from which Emscripten learns what this V8 knows', () => {
    compileProgram(pyodide);
    assert.throws(() => new WebAssembly.Module(invalid), /Compiling function #0 failed/);
  });

  it('says so when it is not there', () => {
    assert.throws(() => compileProgram(import.meta.dirname), /ENOENT.*pyodide\.asm\.wasm/);
  });
});
