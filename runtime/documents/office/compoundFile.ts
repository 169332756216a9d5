// The names at the top of a compound file (CFB), the container of old Office files, Outlook messages and encrypted new
// ones. Only the directory is read; the contents are left to the libraries of each format.

export type CompoundKind = 'encrypted' | 'doc' | 'xls' | 'ppt' | 'msg' | 'other';

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const endOfChain = 0xfffffffe;
const entryBytes = 128;
/** Sectors of a directory that are read; a real one has few. */
const maxSectors = 4096;

const kinds: readonly (readonly [streamName: string, kind: CompoundKind])[] = [
  ['encryptedpackage', 'encrypted'],
  ['worddocument', 'doc'],
  ['powerpoint document', 'ppt'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['__properties_version1.0', 'msg'],
];

/** What the compound file holds; null when the bytes are no compound file. */
export function compoundKind(bytes: Uint8Array): CompoundKind | null {
  if (!signature.every((byte, index) => bytes[index] === byte)) return null;
  const names = new Set(topNames(bytes).map((name) => name.toLowerCase()));
  return kinds.find(([name]) => names.has(name))?.[1] ?? 'other';
}

/** Names of the streams and storages at the top; empty when the directory is damaged. */
export function topNames(bytes: Uint8Array): string[] {
  return topEntries(bytes).map(({ name }) => name);
}

/** The first sector of a stream at the top that has sectors of its own, as streams of 4096 bytes and more have; null when there is none. */
export function streamHead(bytes: Uint8Array, name: string): Buffer | null {
  const entry = topEntries(bytes).find((candidate) => candidate.name === name);
  if (entry === undefined) return null;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sectorBytes = 1 << file.readUInt16LE(30);
  const start = (entry.firstSector + 1) * sectorBytes;
  return file.subarray(start, start + sectorBytes);
}

interface DirectoryEntry {
  readonly name: string;
  readonly firstSector: number;
}

function topEntries(bytes: Uint8Array): DirectoryEntry[] {
  try {
    const directory = readDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    const entries: DirectoryEntry[] = [];
    collectSiblings(directory, directory.readUInt32LE(76), entries, new Set());
    return entries;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** @throws RangeError when a sector lies outside the file */
function readDirectory(file: Buffer): Buffer {
  const sectorBytes = 1 << file.readUInt16LE(30);
  const table = new SectorTable(file, sectorBytes);
  const sectors: Buffer[] = [];
  let sector = file.readUInt32LE(48);
  while (sector < endOfChain && sectors.length < maxSectors) {
    const start = (sector + 1) * sectorBytes;
    sectors.push(file.subarray(start, start + sectorBytes));
    sector = table.next(sector);
  }
  return Buffer.concat(sectors);
}

/** The chain of sectors. Only the 109 table sectors named in the header are used: enough for files below 7 MB and for the start of any chain. */
class SectorTable {
  readonly #file: Buffer;
  readonly #sectorBytes: number;

  constructor(file: Buffer, sectorBytes: number) {
    this.#file = file;
    this.#sectorBytes = sectorBytes;
  }

  next(sector: number): number {
    const perSector = this.#sectorBytes / 4;
    const tableIndex = Math.floor(sector / perSector);
    if (tableIndex >= 109) return endOfChain;
    const tableSector = this.#file.readUInt32LE(76 + tableIndex * 4);
    const start = (tableSector + 1) * this.#sectorBytes;
    return this.#file.readUInt32LE(start + (sector % perSector) * 4);
  }
}

/** Walks the tree in which a storage keeps its members. */
function collectSiblings(
  directory: Buffer,
  index: number,
  entries: DirectoryEntry[],
  seen: Set<number>,
): void {
  const at = index * entryBytes;
  if (seen.has(index) || at + entryBytes > directory.length) return;
  seen.add(index);
  const nameBytes = Math.max(0, directory.readUInt16LE(at + 64) - 2);
  entries.push({
    name: directory.subarray(at, at + Math.min(nameBytes, 62)).toString('utf16le'),
    firstSector: directory.readUInt32LE(at + 116),
  });
  collectSiblings(directory, directory.readUInt32LE(at + 68), entries, seen);
  collectSiblings(directory, directory.readUInt32LE(at + 72), entries, seen);
}
