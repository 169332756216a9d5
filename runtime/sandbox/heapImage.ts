// Copies of the WebAssembly heap: the image that every episode starts from, and the checkpoint after the last good step. Both may be
// loaded only while no Python code runs, into an interpreter of the same build that started from the same snapshot. Only pages that
// differ are written: reading is the cheaper half, and a step changes few of them.
/// <reference lib="es2024.sharedmemory" />
import type { EmscriptenModule, WasmExports } from './emscripten.ts';

const pageBytes = 16_384;
const wasmPage = 65_536;
const zeroPage = Buffer.alloc(pageBytes);

/** A heap at rest. */
export interface HeapImage {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Pages that hold nothing but zeros, by number; comparing with a zero page spares half of the reading. */
  readonly zeroPages: Uint8Array<SharedArrayBuffer>;
  readonly stackPointer: number;
}

export function takeImage(module: EmscriptenModule, exports: WasmExports): HeapImage {
  const bytes = new Uint8Array(new SharedArrayBuffer(module.HEAPU8.length));
  bytes.set(module.HEAPU8);
  const pages = Math.ceil(bytes.length / pageBytes);
  const zeroPages = new Uint8Array(new SharedArrayBuffer(pages));
  const buffer = bufferOf(bytes);
  for (let page = 0; page < pages; page += 1) {
    zeroPages[page] = isZero(buffer, page * pageBytes) ? 1 : 0;
  }
  return { bytes, zeroPages, stackPointer: exports.emscripten_stack_get_current() };
}

/** Brings the whole heap to the image, with zeros above it. */
export function loadImage(module: EmscriptenModule, exports: WasmExports, image: HeapImage): void {
  growTo(module, image.bytes.length);
  const heap = bufferOf(new Uint8Array(exports.memory.buffer));
  const source = bufferOf(image.bytes);
  for (let start = 0; start < heap.length; start += pageBytes) {
    const isEmpty = start >= source.length || image.zeroPages[start / pageBytes] === 1;
    if (!isEmpty) copyPageIfChanged(source, heap, start);
    else if (!isZero(heap, start)) heap.fill(0, start, start + pageBytes);
  }
  exports._emscripten_stack_restore(image.stackPointer);
}

/** Where a checkpoint lies: memory that outlives the thread that wrote it. */
export interface CheckpointMemory {
  readonly heap: SharedArrayBuffer;
  /** [0]: 1 while the checkpoint is whole, [1]: end of the heap in use. */
  readonly header: SharedArrayBuffer;
}

/** Reserves address space for a heap of that size; memory is used as far as it is written. */
export function reserveCheckpoint(maxBytes: number): CheckpointMemory {
  return {
    heap: new SharedArrayBuffer(0, { maxByteLength: maxBytes }),
    header: new SharedArrayBuffer(8),
  };
}

/** A part of the heap, from its first byte to the one after its last. */
type Region = readonly [start: number, end: number];

export class Checkpoint {
  private readonly memory: CheckpointMemory;
  private readonly header: Int32Array;
  private readonly stackPointer: number;

  /** @param stackPointer of an interpreter at rest, as in the image */
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

  /** Brings the copy up to date. A heap past the reserved size is not kept. */
  save(module: EmscriptenModule, exports: WasmExports): void {
    const { heap: target } = this.memory;
    this.forget();
    const used = heapEnd(exports);
    if (used > target.maxByteLength) return;
    if (target.byteLength < used) target.grow(Math.min(roundUp(used), target.maxByteLength));
    const from = bufferOf(module.HEAPU8);
    const to = bufferOf(new Uint8Array(target));
    for (const region of this.regions(exports, used)) copyChangedPages(from, to, region);
    Atomics.store(this.header, 1, used);
    Atomics.store(this.header, 0, 1);
  }

  load(module: EmscriptenModule, exports: WasmExports): void {
    const used = Atomics.load(this.header, 1);
    growTo(module, used);
    const from = bufferOf(new Uint8Array(this.memory.heap));
    const to = bufferOf(new Uint8Array(exports.memory.buffer));
    for (const region of this.regions(exports, used)) copyChangedPages(from, to, region);
    exports._emscripten_stack_restore(this.stackPointer);
  }

  /** What is alive at rest: all but the empty stack and the memory that no allocation has reached. */
  private regions(exports: WasmExports, used: number): readonly Region[] {
    return [
      [0, exports.emscripten_stack_get_end()],
      [this.stackPointer, used],
    ];
  }
}

/** End of the memory that the allocator has taken. */
function heapEnd(exports: WasmExports): number {
  const address = exports.emscripten_get_sbrk_ptr();
  return new DataView(exports.memory.buffer).getUint32(address, true);
}

function copyChangedPages(from: Buffer, to: Buffer, [start, end]: Region): void {
  const last = Math.min(end, from.length, to.length);
  for (let at = start - (start % pageBytes); at < last; at += pageBytes) {
    copyPageIfChanged(from, to, at);
  }
}

function copyPageIfChanged(from: Buffer, to: Buffer, start: number): void {
  const end = Math.min(start + pageBytes, from.length, to.length);
  if (from.compare(to, start, end, start, end) !== 0) from.copy(to, start, start, end);
}

function isZero(bytes: Buffer, start: number): boolean {
  const end = Math.min(start + pageBytes, bytes.length);
  return bytes.compare(zeroPage, 0, end - start, start, end) === 0;
}

/** Through Emscripten, which keeps views of the memory. */
function growTo(module: EmscriptenModule, bytes: number): void {
  if (bytes > module.HEAPU8.length) module.growMemory(bytes);
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / wasmPage) * wasmPage;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
