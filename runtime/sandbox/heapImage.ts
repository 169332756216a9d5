// Copies of the WebAssembly heap: the image that every episode starts from, and the checkpoint after the last good step.
// Both may be loaded only while no Python code runs, into an interpreter of the same build started from the same snapshot.
/// <reference lib="es2024.sharedmemory" />
import type { EmscriptenModule, WasmExports } from './emscripten.ts';

const pageBytes = 16_384;
const wasmPage = 65_536;

/** A heap at rest. */
export interface HeapImage {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly stackPointer: number;
}

export function takeImage(module: EmscriptenModule, exports: WasmExports): HeapImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(module.HEAPU8.length));
  bytes.set(module.HEAPU8);
  return { bytes, stackPointer: exports.emscripten_stack_get_current() };
}

/** Writes an image over the heap and clears what lies above it. */
export function loadImage(module: EmscriptenModule, exports: WasmExports, image: HeapImage): void {
  const length = image.bytes.length;
  const missing = length - module.HEAPU8.length;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / wasmPage));
  const heap = new Uint8Array(exports.memory.buffer);
  heap.set(image.bytes);
  if (heap.length > length) heap.fill(0, length);
  exports._emscripten_stack_restore(image.stackPointer);
}

/** Where a checkpoint lies: memory that outlives the thread that wrote it. */
export interface CheckpointMemory {
  readonly heap: SharedArrayBuffer;
  /** [0]: 1 while the checkpoint is whole, [1]: length of the heap in pages of 64 KiB. */
  readonly header: SharedArrayBuffer;
}

/** Reserves address space for a heap of that size; memory is used as far as it is written. */
export function reserveCheckpoint(maxBytes: number): CheckpointMemory {
  return {
    heap: new SharedArrayBuffer(0, { maxByteLength: maxBytes }),
    header: new SharedArrayBuffer(8),
  };
}

export class Checkpoint {
  private readonly memory: CheckpointMemory;
  private readonly header: Int32Array;
  private readonly stackPointer: number;

  constructor(memory: CheckpointMemory, stackPointer: number) {
    this.memory = memory;
    this.header = new Int32Array(memory.header);
    this.stackPointer = stackPointer;
  }

  get whole(): boolean {
    return Atomics.load(this.header, 0) === 1;
  }

  forget(): void {
    Atomics.store(this.header, 0, 0);
  }

  /** Brings the copy up to date by the pages that differ. Nothing is kept of a heap past the reserved size. */
  save(module: EmscriptenModule): void {
    const { heap: target } = this.memory;
    const length = module.HEAPU8.length;
    this.forget();
    if (length > target.maxByteLength) return;
    if (target.byteLength < length) target.grow(length);
    copyChangedPages(module.HEAPU8, new Uint8Array(target, 0, length));
    Atomics.store(this.header, 1, length / wasmPage);
    Atomics.store(this.header, 0, 1);
  }

  load(module: EmscriptenModule, exports: WasmExports): void {
    const length = Atomics.load(this.header, 1) * wasmPage;
    const bytes = new Uint8Array(this.memory.heap, 0, length);
    loadImage(module, exports, { bytes, stackPointer: this.stackPointer });
  }
}

function copyChangedPages(source: Uint8Array, target: Uint8Array): void {
  const from = Buffer.from(source.buffer, source.byteOffset, source.length);
  const to = Buffer.from(target.buffer, target.byteOffset, target.length);
  for (let start = 0; start < from.length; start += pageBytes) {
    const end = Math.min(start + pageBytes, from.length);
    if (from.compare(to, start, end, start, end) !== 0) {
      target.set(source.subarray(start, end), start);
    }
  }
}
