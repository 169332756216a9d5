// An interpreter with the kernel in it, from the snapshot or from nothing, and the image that its episodes start from.
import { readFile } from 'node:fs/promises';
import { GuestFiles } from './guestFiles.ts';
import type { HeapImage } from './heapImage.ts';
import { takeImage } from './heapImage.ts';
import type { BootOptions } from './interpreter.ts';
import { Interpreter } from './interpreter.ts';
import { installKernel, readKernel } from './kernelSources.ts';
import { WorkspaceFiles } from './workspaceFiles.ts';

export interface KernelOptions extends Omit<BootOptions, 'snapshot'> {
  readonly kernelDirectory: string;
  readonly wheels: readonly string[];
  readonly packImports: readonly string[];
  readonly snapshot: { readonly bytes: Uint8Array; readonly entry: number } | null;
}

export interface ReadyInterpreter {
  readonly interpreter: Interpreter;
  readonly files: GuestFiles;
  readonly workspace: WorkspaceFiles;
  readonly image: HeapImage;
  readonly entry: number;
}

const warmRequest = new TextEncoder().encode('{"op":"warm"}');

/** Boots, and loads the kernel where no snapshot holds it. */
export async function bootWithKernel(
  options: KernelOptions,
): Promise<{ readonly interpreter: Interpreter; readonly entry: number }> {
  const { snapshot } = options;
  const interpreter = await Interpreter.boot({ ...options, snapshot: snapshot?.bytes ?? null });
  if (snapshot !== null) return { interpreter, entry: snapshot.entry };
  await loadWheels(interpreter, options.wheels);
  const sources = readKernel(options.kernelDirectory);
  return { interpreter, entry: installKernel(interpreter.pyodide, sources, options.packImports) };
}

/** @param shared image of an interpreter that started from the same snapshot; null takes one here */
export async function bootReady(
  options: KernelOptions,
  shared: HeapImage | null,
): Promise<ReadyInterpreter> {
  const { interpreter, entry } = await bootWithKernel(options);
  const { FS } = interpreter.pyodide;
  const end = interpreter.call(entry, warmRequest, 10_000);
  if (end.kind === 'aborted') throw new Error(`the kernel did not start: ${end.message}`);
  interpreter.channel.hide(FS);
  interpreter.watchSignals();
  const files = new GuestFiles(FS);
  const workspace = new WorkspaceFiles(FS);
  files.markBase();
  const image = shared ?? takeImage(interpreter.module, interpreter.exports);
  return { interpreter, files, workspace, image, entry };
}

/** Pure Python wheels go on the path as they are; others are unpacked by Pyodide, which also links them. */
async function loadWheels(interpreter: Interpreter, wheels: readonly string[]): Promise<void> {
  if (wheels.length === 0) return;
  const { FS } = interpreter.pyodide;
  FS.mkdirTree('/wheels');
  for (const wheel of wheels) {
    const name = wheel.slice(Math.max(wheel.lastIndexOf('/'), wheel.lastIndexOf('\\')) + 1);
    if (!name.endsWith('-none-any.whl')) continue;
    FS.writeFile(`/wheels/${name}`, await readFile(wheel));
    interpreter.pyodide.runPython(
      `import sys\nsys.path.append(${JSON.stringify(`/wheels/${name}`)})`,
    );
  }
  const linked = wheels.filter((wheel) => !wheel.endsWith('-none-any.whl'));
  if (linked.length > 0) await interpreter.pyodide.loadPackage(linked, { checkIntegrity: false });
}
