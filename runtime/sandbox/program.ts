// Pyodide's WebAssembly program: compiled once for all interpreters of a process, and given to Pyodide where it would compile it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { WasmImports } from './emscripten.ts';

/**
 * Compiles the program. V8 checks a function of it when it compiles it, at its first call: most are never called. One that is
 * not valid would end the process then. Other modules are checked whole, because Emscripten learns what V8 knows by compiling some
 * that may not be valid. A V8 without this flag checks the program whole, too.
 */
export function compileProgram(pyodideDirectory: string): WebAssembly.Module {
  const bytes = readFileSync(path.join(pyodideDirectory, 'pyodide.asm.wasm'));
  setFlagsFromString('--wasm-lazy-validation');
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString('--no-wasm-lazy-validation');
  }
}

/** Pyodide compiles the program anew each time; this hands it the one that is compiled already, once. */
export function useCompiled(compiled: WebAssembly.Module, imports: WasmImports): void {
  const original = WebAssembly.instantiate;
  const set = (value: unknown) => Reflect.set(WebAssembly, 'instantiate', value);
  set(async (source: Uint8Array, given: WebAssembly.Imports) => {
    if (given !== (imports as unknown)) return original(source, given);
    set(original);
    return { instance: await original(compiled, given), module: compiled };
  });
}
