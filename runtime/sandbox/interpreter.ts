// One sealed Python interpreter in this thread: boots Pyodide behind the seal and runs requests of the kernel in it.
// Knows nothing of episodes, threads or the host; workerSession.ts puts those together.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CreateModule,
  EmscriptenModule,
  ModuleSettings,
  Pyodide,
  PyodideOptions,
  WasmExports,
} from './emscripten.ts';
import type { AnswerFrame } from './kernelChannel.ts';
import { KernelChannel } from './kernelChannel.ts';
import type { PackMount } from './packMount.ts';
import { loadLibraries } from './packMount.ts';
import type { PackedSnapshot } from './packedSnapshot.ts';
import { unpackInto } from './packedSnapshot.ts';
import { useCompiled } from './program.ts';
import { Seal, StepAbort } from './seal.ts';

const wasmPage = 65_536;

export interface BootOptions {
  readonly load: LoadPyodide;
  /** What the larger of Pyodide's files gives; see pyodideScript.ts. */
  readonly create: CreateModule;
  /** Shared between threads, so that the program is compiled once. */
  readonly compiled: WebAssembly.Module;
  /** Heap of a booted interpreter with the kernel in it; null boots plainly. */
  readonly snapshot: PackedSnapshot | null;
  /** True allows `makeMemorySnapshot`. */
  readonly forSnapshot: boolean;
  readonly pack: PackMount | null;
  readonly answer: AnswerFrame;
  readonly cancelled: () => boolean;
}

/** How a request ended, apart from what the kernel reported. */
export type CallEnd =
  | { readonly kind: 'returned' }
  /** The stack was thrown away; the heap must be restored before the next call. */
  | { readonly kind: 'aborted'; readonly cause: string; readonly message: string };

export class Interpreter {
  readonly pyodide: Pyodide;
  readonly module: EmscriptenModule;
  readonly exports: WasmExports;
  readonly seal: Seal;
  readonly channel: KernelChannel;

  private constructor(pyodide: Pyodide, exports: WasmExports, seal: Seal, channel: KernelChannel) {
    this.pyodide = pyodide;
    this.module = pyodide._module;
    this.exports = exports;
    this.seal = seal;
    this.channel = channel;
  }

  static async boot(options: BootOptions): Promise<Interpreter> {
    const seal = new Seal(options.cancelled);
    const capture: { exports?: WasmExports } = {};
    const pyodide = await options.load({
      createPyodideModule: sealedCreator(seal, options, (exports) => {
        capture.exports = exports;
      }),
      // Python's `js` module sees an empty global object instead of the real one.
      jsglobals: Object.freeze({ __proto__: null }),
      // A fixed hash seed, so that sets come in the same order in every sandbox on every machine.
      env: { HOME: '/tmp', LANG: 'C.UTF-8', PYTHONHASHSEED: '0' },
      stdin: () => null,
      stdout: () => undefined,
      stderr: () => undefined,
      ...(options.forSnapshot ? { _makeSnapshot: true } : {}),
      ...(options.snapshot === null ? {} : { _loadSnapshot: options.snapshot.head }),
    });
    if (capture.exports === undefined) throw new Error('Pyodide started without its program');
    swallowOutput(pyodide);
    const channel = new KernelChannel(options.answer);
    channel.attach(pyodide.FS);
    return new Interpreter(pyodide, capture.exports, seal, channel);
  }

  /** Lets Python poll for signals, which is how a step is interrupted. */
  watchSignals(): void {
    this.module.HEAP8[this.module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
    this.module.Py_EmscriptenSignalBuffer = [0];
  }

  /**
   * Runs the kernel on one request with the seal closed.
   * @param step address of the kernel's entry function, constant for a snapshot
   */
  call(step: number, request: Uint8Array, timeoutMilliseconds: number): CallEnd {
    this.channel.begin(request);
    this.seal.arm(timeoutMilliseconds);
    try {
      const result = this.exports.PyObject_CallNoArgs(step);
      if (result !== 0) {
        this.exports.Py_DecRef(result);
        return { kind: 'returned' };
      }
      this.exports.PyErr_Clear();
      return { kind: 'aborted', cause: 'kernel', message: 'the kernel itself failed' };
    } catch (error) {
      return abortOf(error);
    } finally {
      this.seal.disarm();
    }
  }
}

function abortOf(error: unknown): CallEnd {
  if (error instanceof StepAbort) {
    return { kind: 'aborted', cause: error.kind, message: error.message };
  }
  const name = error instanceof Error ? error.name : 'crash';
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'aborted', cause: name, message: message.slice(0, 200) };
}

export type LoadPyodide = (options: PyodideOptions) => Promise<Pyodide>;

/** Loads the smaller of Pyodide's own files, which needs nothing else to be there yet. */
export async function importLoader(pyodideDirectory: string): Promise<LoadPyodide> {
  allowBootUnderPermissions();
  const { href } = pathToFileURL(path.join(pyodideDirectory, 'pyodide.mjs'));
  // Pyodide does not type its private options; the pinned version and the unit tests stand for them.
  const { loadPyodide } = (await import(href)) as { loadPyodide: LoadPyodide };
  return loadPyodide;
}

/** Creates the Emscripten module with the gates of the seal in its imports. */
function sealedCreator(
  seal: Seal,
  options: BootOptions,
  onExports: (exports: WasmExports) => void,
): CreateModule {
  return async (settings: ModuleSettings) => {
    loadLibraries(settings, options.pack);
    const instantiate = settings.instantiateWasm;
    settings.instantiateWasm = (imports, receive) => {
      seal.install(imports);
      useCompiled(options.compiled, imports);
      return instantiate(imports, (instance, module) => {
        // The exports of the pinned build; see emscripten.ts.
        const exports = instance.exports as unknown as WasmExports;
        seal.capMemory(exports.memory);
        growForSnapshot(exports.memory, options.snapshot);
        onExports(exports);
        receive(instance, module);
      });
    };
    const module = await options.create(settings);
    // Pyodide loads a snapshot next. It is given the head only and so copies nothing over this.
    if (options.snapshot !== null) unpackInto(module.HEAPU8, options.snapshot);
    return module;
  };
}

/** A heap with a data pack in it is larger than the initial memory. */
function growForSnapshot(memory: WebAssembly.Memory, snapshot: PackedSnapshot | null): void {
  const missing = (snapshot?.heapBytes ?? 0) - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / wasmPage));
}

/** Output that does not go through the kernel is dropped at once; the default gathers it until a line ends. */
function swallowOutput(pyodide: Pyodide): void {
  const sink = { write: (bytes: Uint8Array) => bytes.length, isatty: false };
  pyodide.setStdout(sink);
  pyodide.setStderr(sink);
}

/** Emscripten asks for constants in a way that the permission model refuses; this answers that one question. */
function allowBootUnderPermissions(): void {
  Object.defineProperty(process, 'binding', {
    configurable: true,
    value: () => ({ fs: fs.constants }),
  });
}
