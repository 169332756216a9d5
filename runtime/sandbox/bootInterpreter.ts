// An interpreter with the kernel in it, from the snapshot or from nothing, and the image that its episodes start from.
import { HostFiles } from './hostFiles.ts';
import { GuestFiles } from './guestFiles.ts';
import type { HeapImage } from './heapImage.ts';
import { takeImage } from './heapImage.ts';
import type { BootOptions, LoadPyodide } from './interpreter.ts';
import { importLoader, Interpreter } from './interpreter.ts';
import { installKernel, readKernel } from './kernelSources.ts';
import type { PackMount } from './packMount.ts';
import { packFiles, packFolder } from './packMount.ts';
import type { PackedSnapshot } from './packedSnapshot.ts';
import { readPackedSnapshot } from './packedSnapshot.ts';
import { PyodideScript } from './pyodideScript.ts';

export interface KernelOptions extends Omit<BootOptions, 'snapshot' | 'load' | 'create'> {
  /** When it is loaded already. */
  readonly load?: LoadPyodide;
  readonly pyodideDirectory: string;
  readonly kernelDirectory: string;
  /** A packed snapshot and the address of the kernel's entry function in it. */
  readonly snapshot: { readonly bytes: Uint8Array; readonly entry: number } | null;
}

interface Booted {
  readonly interpreter: Interpreter;
  readonly entry: number;
  /** What it started from. */
  readonly base: PackedSnapshot | null;
  readonly script: PyodideScript;
}

export interface ReadyInterpreter {
  readonly interpreter: Interpreter;
  readonly files: GuestFiles;
  readonly workspace: HostFiles;
  readonly image: HeapImage;
  readonly entry: number;
}

const warmRequest = new TextEncoder().encode('{"op":"warm"}');

/** Boots, and loads the kernel where no snapshot holds it. */
export async function bootWithKernel(options: KernelOptions): Promise<Booted> {
  const { snapshot, pyodideDirectory } = options;
  const load = options.load ?? (await importLoader(pyodideDirectory));
  const base = snapshot === null ? null : readPackedSnapshot(snapshot.bytes);
  const script = base === null ? PyodideScript.read(pyodideDirectory) : scriptOf(base);
  const create = script.open(pyodideDirectory);
  const interpreter = await Interpreter.boot({ ...options, load, create, snapshot: base });
  mountPack(interpreter, options.pack);
  if (snapshot !== null) return { interpreter, entry: snapshot.entry, base, script };
  const sources = readKernel(options.kernelDirectory);
  const imports = options.pack?.imports ?? [];
  const entry = installKernel(interpreter.pyodide, sources, imports);
  return { interpreter, entry, base, script };
}

function scriptOf({ script, code }: PackedSnapshot): PyodideScript {
  return new PyodideScript(Buffer.from(script).toString('latin1'), code);
}

/** @param shared image of an interpreter that started from the same snapshot; null takes one here */
export async function bootReady(
  options: KernelOptions,
  shared: HeapImage | null,
): Promise<ReadyInterpreter> {
  const { interpreter, entry, base } = await bootWithKernel(options);
  const { FS } = interpreter.pyodide;
  const end = interpreter.call(entry, warmRequest, 10_000);
  if (end.kind === 'aborted') throw new Error(`the kernel did not start: ${end.message}`);
  interpreter.channel.hide(FS);
  interpreter.watchSignals();
  const files = new GuestFiles(FS);
  const workspace = new HostFiles(FS, '/workspace');
  files.markBase();
  const image = shared ?? takeImage(interpreter.module, interpreter.exports, base);
  return { interpreter, files, workspace, image, entry };
}

/** Puts the files of the pack on the path. Only after Pyodide has started: a snapshot takes no trace of them. */
function mountPack(interpreter: Interpreter, pack: PackMount | null): void {
  if (pack === null) return;
  const { FS } = interpreter.pyodide;
  FS.mkdirTree(packFolder);
  new HostFiles(FS, packFolder).mount(packFiles(pack));
}
