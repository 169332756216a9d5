// The Python files of the kernel, in the order in which they are run, and how they get into an interpreter.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Pyodide } from './emscripten.ts';

/** Each file may use names of those before it at once, and of those after it when it is called. */
export const kernelFiles = [
  'base.py',
  'wire.py',
  'output.py',
  'variables.py',
  'failures.py',
  'guard.py',
  'modules.py',
  'files.py',
  'safeBuiltins.py',
  'tools.py',
  'table.py',
  'step.py',
] as const;

export interface KernelSource {
  readonly name: string;
  readonly text: string;
}

export function readKernel(directory: string): KernelSource[] {
  return kernelFiles.map((name) => ({
    name,
    text: readFileSync(path.join(directory, name), 'utf8'),
  }));
}

/** Runs the kernel's files and gives the address of its entry function. The garbage collector sees none of it afterwards. */
export function installKernel(
  pyodide: Pyodide,
  sources: readonly KernelSource[],
  packImports: readonly string[],
): number {
  const files = JSON.stringify(sources.map(({ name, text }) => [name, text]));
  const address = pyodide.runPython(
    [
      'import gc',
      "_kernel = {'__name__': 'kernel'}",
      `for _name, _text in ${files}:`,
      "    exec(compile(_text, f'<kernel {_name}>', 'exec'), _kernel)",
      `_kernel['make_facades'](${JSON.stringify(packImports)})`,
      'gc.collect()',
      'gc.freeze()',
      "id(_kernel['kernel_step'])",
    ].join('\n'),
    { filename: '<kernel>' },
  );
  if (typeof address !== 'number') throw new Error('the kernel gave no entry address');
  return address;
}
