// An interpreter with the kernel in it, from the snapshot or from nothing, and the image that its episodes start from.
import { HostFiles } from './hostFiles.ts';
import { GuestFiles } from './guestFiles.ts';
import type { HeapImage } from './heapImage.ts';
import { takeImage } from './heapImage.ts';
import type { BootOptions, PyodideLoader } from './interpreter.ts';
import { importPyodide, Interpreter } from './interpreter.ts';
import { installKernel, readKernel } from './kernelSources.ts';
import type { PackMount } from './packMount.ts';
import { packFiles, packFolder } from './packMount.ts';

export interface KernelOptions extends Omit<BootOptions, 'snapshot' | 'loader'> {
  /** Pyodide's own program, when it is loaded already. */
  readonly loader?: PyodideLoader;
  readonly pyodideDirectory: string;
  readonly kernelDirectory: string;
  readonly snapshot: { readonly bytes: Uint8Array; readonly entry: number } | null;
}

export interface ReadyInterpreter {
  readonly interpreter: Interpreter;
  readonly files: GuestFiles;
  readonly workspace: HostFiles;
  readonly image: HeapImage;
  readonly entry: number;
}

const noHeap = new Uint8Array(0);
const warmRequest = new TextEncoder().encode('{"op":"warm"}');

/** Boots, and loads the kernel where no snapshot holds it. */
export async function bootWithKernel(
  options: KernelOptions,
): Promise<{ readonly interpreter: Interpreter; readonly entry: number }> {
  const { snapshot } = options;
  const loader = options.loader ?? (await importPyodide(options.pyodideDirectory));
  const interpreter = await Interpreter.boot({
    ...options,
    loader,
    snapshot: snapshot?.bytes ?? null,
  });
  mountPack(interpreter, options.pack);
  if (snapshot !== null) return { interpreter, entry: snapshot.entry };
  const sources = readKernel(options.kernelDirectory);
  const imports = options.pack?.imports ?? [];
  return { interpreter, entry: installKernel(interpreter.pyodide, sources, imports) };
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
  const workspace = new HostFiles(FS, '/workspace');
  files.markBase();
  const base = options.snapshot === null ? noHeap : heapOf(options.snapshot.bytes);
  const image = shared ?? takeImage(interpreter.module, interpreter.exports, base);
  return { interpreter, files, workspace, image, entry };
}

/** The heap in a snapshot. Pyodide writes a head before it and says there how long that is. */
function heapOf(snapshot: Uint8Array): Uint8Array {
  return snapshot.subarray(new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true));
}

/** Puts the files of the pack on the path. Only after Pyodide has started: a snapshot takes no trace of them. */
function mountPack(interpreter: Interpreter, pack: PackMount | null): void {
  if (pack === null) return;
  const { FS } = interpreter.pyodide;
  FS.mkdirTree(packFolder);
  new HostFiles(FS, packFolder).mount(packFiles(pack));
}
