// The larger of Pyodide's two JavaScript files as a script instead of a module, because V8 keeps compiled code of scripts only. To
// read and compile its 1.2 MB anew takes a thread tens of milliseconds.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type { CreateModule } from './emscripten.ts';

const fileName = 'pyodide.asm.mjs';
const moduleEnd = 'export default _createPyodideModule;';

/** What a script has of a module: how it imports others, and where it lies. */
type OpenScript = (importModule: (name: string) => Promise<unknown>, url: string) => CreateModule;

export class PyodideScript {
  /** Of characters that take a byte each. */
  readonly text: string;
  private readonly script: vm.Script;

  /** @param code of the same text, from `compiledCode`; null, or code of another V8, has the text compiled here */
  constructor(text: string, code: Uint8Array | null) {
    this.text = text;
    this.script = new vm.Script(text, {
      filename: fileName,
      ...(code === null ? {} : { cachedData: code }),
    });
  }

  /**
   * Makes the script from the module in Pyodide's folder.
   * @throws Error when the module does not look as in the pinned version
   */
  static read(pyodideDirectory: string): PyodideScript {
    const module = readFileSync(path.join(pyodideDirectory, fileName), 'latin1');
    return new PyodideScript(asScript(module), null);
  }

  /** False when the code that was given is of another V8 or other flags, or none was. */
  get isPrecompiled(): boolean {
    return this.script.cachedDataRejected === false;
  }

  /** Runs the script in this thread, as if it lay in Pyodide's folder. */
  open(pyodideDirectory: string): CreateModule {
    const { href } = pathToFileURL(path.join(pyodideDirectory, fileName));
    // The text is Pyodide's own, with this one function around it.
    const open = this.script.runInThisContext() as OpenScript;
    return open((name) => import(name), href);
  }

  /** Everything that was compiled so far; most after an interpreter has started. */
  compiledCode(): Uint8Array {
    return this.script.createCachedData();
  }
}

function asScript(module: string): string {
  const body = module.trimEnd();
  if (!body.endsWith(moduleEnd)) throw new Error(`${fileName} is not of the version that is meant`);
  const inner = `${body.slice(0, -moduleEnd.length)};return _createPyodideModule;`
    .replaceAll('import.meta.url', 'moduleUrl')
    .replaceAll(/\bimport\(/g, 'importModule(');
  return `(function(importModule,moduleUrl){${inner}})`;
}
