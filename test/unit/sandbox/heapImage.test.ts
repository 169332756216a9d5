// Copies of a heap, with a bare WebAssembly memory in place of an interpreter.
import assert from 'node:assert/strict';
import type { EmscriptenModule, WasmExports } from '../../../runtime/sandbox/emscripten.ts';
import { loadImage, takeImage } from '../../../runtime/sandbox/heapImage.ts';
import { packSnapshot, readPackedSnapshot } from '../../../runtime/sandbox/packedSnapshot.ts';

const wasmPage = 65_536;

function heapOf(pages: number) {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 16 });
  const stack = { pointer: 5 };
  // Only what copies touch.
  const module = {
    HEAPU8: new Uint8Array(memory.buffer),
    growMemory(bytes: number) {
      memory.grow((bytes - memory.buffer.byteLength) / wasmPage);
      module.HEAPU8 = new Uint8Array(memory.buffer);
      return bytes;
    },
  };
  const exports = {
    memory,
    emscripten_stack_get_current: () => stack.pointer,
    _emscripten_stack_restore: (pointer: number) => (stack.pointer = pointer),
  };
  return {
    module: module as unknown as EmscriptenModule,
    exports: exports as unknown as WasmExports,
    stack,
    bytes: () => new Uint8Array(memory.buffer),
  };
}

/** A snapshot of that heap; null of none. */
function snapshotOf(heap: Uint8Array) {
  if (heap.length === 0) return null;
  const memory = new Uint8Array(8 + heap.length);
  memory[4] = 8;
  memory.set(heap, 8);
  const none = new Uint8Array(0);
  return readPackedSnapshot(packSnapshot({ memory, script: none, code: none }));
}

describe('the image of a heap', () => {
  const fill = (bytes: Uint8Array) => {
    bytes.fill(1, 100, 40_000);
    bytes.fill(2, 70_000, 70_010);
    return bytes;
  };

  for (const base of ['none', 'the same', 'older', 'shorter'] as const) {
    it(`brings everything back, over a base that is ${base}`, () => {
      const heap = heapOf(3);
      fill(heap.bytes());
      const before = heap.bytes().slice();
      const ground = { none: 0, 'the same': 3, older: 3, shorter: 1 }[base] * wasmPage;
      const older = before.slice(0, ground);
      if (base === 'older') older.fill(9, 20_000, 20_001);
      const image = takeImage(heap.module, heap.exports, snapshotOf(older));
      if (base === 'the same') assert.equal(image.own.length, 0);
      heap.bytes().fill(7);
      heap.stack.pointer = 99;
      loadImage(heap.module, heap.exports, image);
      assert.deepEqual(heap.bytes(), before);
      assert.equal(heap.stack.pointer, 5);
    });
  }

  it('leaves zeros above it when the heap has grown', () => {
    const heap = heapOf(1);
    const image = takeImage(heap.module, heap.exports, null);
    heap.module.growMemory(4 * wasmPage);
    heap.bytes().fill(3);
    loadImage(heap.module, heap.exports, image);
    assert.ok(heap.bytes().every((byte) => byte === 0));
  });

  it('makes another heap equal, whatever its size', () => {
    const [one, other] = [heapOf(3), heapOf(1)];
    fill(one.bytes());
    loadImage(
      other.module,
      other.exports,
      takeImage(one.module, one.exports, snapshotOf(one.bytes().slice(0, wasmPage))),
    );
    assert.deepEqual(other.bytes(), one.bytes());
  });
});
