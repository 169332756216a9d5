// What an interpreter starts from, as one file: the memory of one that is booted, without its empty pages, and Pyodide's script with its
// compiled code. Four tenths of a heap at rest are zeros; a start need not read, check and copy them, nor be given memory for them.
// Written once by the builder, read in place by every thread that boots from it.
//
// Layout; numbers are little-endian and take 4 bytes:
//   magic, bytes of the head, of the script, of its code and of the heap
//   for each page of the heap: 0 when it is zeros, else its place among the pages kept, counted from 1
//   the head that Pyodide wrote before the heap, the script, its code, contents of the pages kept

/** Parts of a heap that are kept, compared and copied as one. WebAssembly memory is a multiple of it. */
export const pageBytes = 16_384;

const magic = 0x31_50_53_54;
const numberBytes = 4;
const fixedNumbers = 5;
const zeroPage = Buffer.alloc(pageBytes);

export interface PackedSnapshot {
  /** What Pyodide reads of a snapshot beside the heap. */
  readonly head: Uint8Array;
  /** Pyodide's script, a byte for each character, and its code; see pyodideScript.ts. */
  readonly script: Uint8Array;
  readonly code: Uint8Array;
  readonly heapBytes: number;
  /** Of each page of the heap: 0 when it is zeros, else its place in `pages`, counted from 1. */
  readonly places: Uint32Array;
  /** Contents of the pages kept, one after the other. */
  readonly pages: Uint8Array;
}

/** @param parts memory as Pyodide writes it: a head that says at byte 4 how long it is, then the heap */
export function packSnapshot(parts: {
  readonly memory: Uint8Array;
  readonly script: Uint8Array;
  readonly code: Uint8Array;
}): Uint8Array {
  const { memory, script, code } = parts;
  const [headBytes = 0] = numbersOf(memory, numberBytes, 1);
  const [head, heap] = [memory.subarray(0, headBytes), memory.subarray(headBytes)];
  if (heap.length === 0 || heap.length % pageBytes !== 0) {
    throw new Error(`a heap of ${heap.length} bytes cannot be packed`);
  }
  const kept: Uint8Array[] = [];
  const places = pagesOf(heap).map((page) => (isZero(page) ? 0 : kept.push(page)));
  const lengths = [head, script, code, heap].map(({ length }) => length);
  const numbers = Uint32Array.of(magic, ...lengths, ...places);
  return Buffer.concat([new Uint8Array(numbers.buffer), head, script, code, ...kept]);
}

/**
 * Looks at a packed snapshot where it lies. What Pyodide and V8 read of it is copied, because the bytes may be shared between threads.
 * @throws Error when it is none, or not all of it
 */
export function readPackedSnapshot(bytes: Uint8Array): PackedSnapshot {
  const [mark, headBytes = 0, scriptBytes = 0, codeBytes = 0, heapBytes = 0] = numbersOf(
    bytes,
    0,
    fixedNumbers,
  );
  if (mark !== magic) throw new Error('the snapshot is not one of this version');
  const places = numbersOf(bytes, fixedNumbers * numberBytes, heapBytes / pageBytes);
  let end = fixedNumbers * numberBytes + places.byteLength;
  const next = (length: number) => new Uint8Array(bytes.subarray(end, (end += length)));
  const [head, script, code] = [next(headBytes), next(scriptBytes), next(codeBytes)];
  const pages = bytes.subarray(end);
  const kept = places.reduce((most, place) => Math.max(most, place), 0);
  if (pages.length !== kept * pageBytes) throw new Error('the snapshot is not whole');
  return { head, script, code, heapBytes, places, pages };
}

/** Brings a heap, of at least the size of that in the snapshot and just made, to what is in the snapshot. */
export function unpackInto(
  heap: Uint8Array,
  { places, pages }: Pick<PackedSnapshot, 'places' | 'pages'>,
): void {
  for (const [page, place] of places.entries()) {
    const start = page * pageBytes;
    if (place > 0) heap.set(pages.subarray((place - 1) * pageBytes, place * pageBytes), start);
    // Looking is cheaper than writing: a page that nobody wrote to takes no memory.
    else if (!isZeroPage(heap, start)) heap.fill(0, start, start + pageBytes);
  }
}

/** Whether the page of the heap that begins there holds nothing. */
export function isZeroPage(heap: Uint8Array, start: number): boolean {
  return isZero(heap.subarray(start, start + pageBytes));
}

function isZero(page: Uint8Array): boolean {
  return zeroPage.compare(page, 0, page.length, 0, page.length) === 0;
}

function pagesOf(heap: Uint8Array): Uint8Array[] {
  return Array.from({ length: heap.length / pageBytes }, (_value, page) =>
    heap.subarray(page * pageBytes, (page + 1) * pageBytes),
  );
}

function numbersOf(bytes: Uint8Array, offset: number, count: number): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset + offset, count);
}
