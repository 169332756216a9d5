// Packing of snapshots: what is kept, what comes back, and what is refused.
import assert from 'node:assert/strict';
import {
  packSnapshot,
  pageBytes,
  readPackedSnapshot,
  unpackInto,
} from '../../../runtime/sandbox/packedSnapshot.ts';

const headBytes = 24;

/** Memory as Pyodide writes it, with a heap of four pages of which the second and the last hold something. */
function someMemory(): Uint8Array {
  const memory = new Uint8Array(headBytes + 4 * pageBytes);
  new DataView(memory.buffer).setUint32(4, headBytes, true);
  memory.fill(5, 8, headBytes);
  memory[headBytes + pageBytes + 3] = 7;
  memory[memory.length - 1] = 9;
  return memory;
}

// Lengths that are no multiples of anything, so that what follows them lies at odd places.
const script = Buffer.from('(function(){})');
const code = Uint8Array.of(1, 2, 3, 4, 5);

function pack(memory = someMemory()): Uint8Array {
  return packSnapshot({ memory, script, code });
}

describe('a packed snapshot', () => {
  it('keeps the pages that hold something, and no others', () => {
    const { places, pages, heapBytes } = readPackedSnapshot(pack());
    assert.deepEqual([...places], [0, 1, 0, 2]);
    assert.equal(pages.length, 2 * pageBytes);
    assert.equal(heapBytes, 4 * pageBytes);
  });

  it('gives back the head, the script and its code', () => {
    const read = readPackedSnapshot(pack());
    assert.deepEqual(read.head, someMemory().subarray(0, headBytes));
    assert.equal(Buffer.from(read.script).toString(), script.toString());
    assert.deepEqual([...read.code], [...code]);
  });

  it('brings a heap to what was packed, whatever is in it', () => {
    const heap = new Uint8Array(5 * pageBytes).fill(3);
    unpackInto(heap, readPackedSnapshot(pack()));
    assert.deepEqual(heap.subarray(0, 4 * pageBytes), someMemory().subarray(headBytes));
    assert.ok(heap.subarray(4 * pageBytes).every((byte) => byte === 3));
  });

  it('is read where it lies, in memory that threads share', () => {
    const packed = pack();
    const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
    shared.set(packed);
    const read = readPackedSnapshot(shared);
    assert.equal(read.pages.buffer, shared.buffer);
    // Neither Pyodide nor V8 takes memory that another thread could write to.
    for (const part of [read.head, read.script, read.code]) {
      assert.ok(part.buffer instanceof ArrayBuffer);
    }
    const heap = new Uint8Array(4 * pageBytes);
    unpackInto(heap, read);
    assert.deepEqual(heap, someMemory().slice(headBytes));
  });

  it('of an empty heap keeps nothing', () => {
    const memory = someMemory().fill(0, headBytes);
    assert.equal(readPackedSnapshot(pack(memory)).pages.length, 0);
  });
});

describe('bytes that are no packed snapshot', () => {
  it('are refused when they are of another version', () => {
    assert.throws(() => readPackedSnapshot(someMemory()), /not one of this version/);
  });

  for (const change of ['shorter', 'longer'] as const) {
    it(`are refused when they are ${change}`, () => {
      const packed = pack();
      const bytes =
        change === 'shorter' ? packed.slice(0, -1) : Buffer.concat([packed, Buffer.alloc(1)]);
      assert.throws(() => readPackedSnapshot(new Uint8Array(bytes)), /not whole/);
    });
  }

  for (const [what, bytes] of [
    ['half a page', headBytes + pageBytes / 2],
    ['no heap', headBytes],
  ] as const) {
    it(`cannot be made of ${what}`, () => {
      assert.throws(() => pack(someMemory().slice(0, bytes)), /cannot be packed/);
    });
  }
});
