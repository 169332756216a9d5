// Copies of the WebAssembly heap: the image that every episode starts from, and the checkpoint after the last good step. Both may be
// loaded only while no Python code runs, into an interpreter of the same build that started from the same snapshot. Only pages that
// differ are written: reading is the cheaper half, and a step changes few of them.
/// <reference lib="es2024.sharedmemory" />
import type { EmscriptenModule, WasmExports } from './emscripten.ts';
import type { PackedSnapshot } from './packedSnapshot.ts';
import { isZeroPage, pageBytes } from './packedSnapshot.ts';

const wasmPage = 65_536;

/** A heap at rest. Most of its pages are those of the snapshot that the interpreter started from, so only the others are copied. */
export interface HeapImage {
  readonly heapBytes: number;
  /** The pages of the snapshot. */
  readonly base: Uint8Array;
  /** Contents of the pages that are not as they were there. */
  readonly own: Uint8Array<SharedArrayBuffer>;
  /** Of each page of the heap: 0 when it is zeros, else its place among the pages of `base` and then of `own`, counted from 1. */
  readonly places: Int32Array<SharedArrayBuffer>;
  readonly stackPointer: number;
}

/** @param base what the interpreter started from; null when that was nothing */
export function takeImage(
  module: EmscriptenModule,
  exports: WasmExports,
  base: Pick<PackedSnapshot, 'places' | 'pages'> | null,
): HeapImage {
  const heap = bufferOf(module.HEAPU8);
  const ground = bufferOf(base?.pages ?? new Uint8Array(0));
  const places = new Int32Array(new SharedArrayBuffer((4 * heap.length) / pageBytes));
  const different: number[] = [];
  for (let page = 0; page < places.length; page += 1) {
    const [start, place] = [page * pageBytes, base?.places[page] ?? 0];
    const isSame =
      place === 0
        ? isZeroPage(heap, start)
        : isEqualPage(ground, (place - 1) * pageBytes, heap, start);
    places[page] = isSame ? place : ground.length / pageBytes + different.push(start);
  }
  const own = new Uint8Array(new SharedArrayBuffer(different.length * pageBytes));
  for (const [at, start] of different.entries()) {
    own.set(heap.subarray(start, start + pageBytes), at * pageBytes);
  }
  const stackPointer = exports.emscripten_stack_get_current();
  return { heapBytes: heap.length, base: ground, own, places, stackPointer };
}

/** Brings the whole heap to the image, with zeros above it. */
export function loadImage(module: EmscriptenModule, exports: WasmExports, image: HeapImage): void {
  growTo(module, image.heapBytes);
  const heap = bufferOf(new Uint8Array(exports.memory.buffer));
  const [base, own] = [bufferOf(image.base), bufferOf(image.own)];
  for (let page = 0, start = 0; start < heap.length; page += 1, start += pageBytes) {
    const from = ((image.places[page] ?? 0) - 1) * pageBytes;
    if (from >= base.length) copyPage(own, from - base.length, heap, start);
    else if (from >= 0) copyPage(base, from, heap, start);
    else if (!isZeroPage(heap, start)) heap.fill(0, start, start + pageBytes);
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
    copyPage(from, at, to, at);
  }
}

/** Copies where there is a difference. */
function copyPage(from: Buffer, fromStart: number, to: Buffer, start: number): void {
  if (isEqualPage(from, fromStart, to, start)) return;
  from.copy(to, start, fromStart, Math.min(fromStart + pageBytes, from.length));
}

function isEqualPage(from: Buffer, fromStart: number, to: Buffer, start: number): boolean {
  const end = Math.min(start + pageBytes, to.length);
  const fromEnd = Math.min(fromStart + pageBytes, from.length);
  if (fromStart >= from.length) return false;
  return from.compare(to, start, end, fromStart, fromEnd) === 0;
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
