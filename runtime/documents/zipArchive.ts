// A zip file in memory: its members and their bytes. Office files, e-books and archives stand on it. Names and sizes are
// checked before anything is inflated, and inflating stops at the size that the archive states.
import { crc32, inflateRawSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { DocumentError } from './document.ts';

export interface ZipMember {
  /** Path with forward slashes, as stored. */
  readonly name: string;
  /** Bytes after inflating, as the archive states them. */
  readonly size: number;
  readonly compressedSize: number;
  readonly encrypted: boolean;
  readonly isFolder: boolean;
  /** Compression method: 0 stored, 8 deflate. */
  readonly method: number;
  readonly checksum: number;
  readonly headerOffset: number;
}

/** Largest member that is inflated. */
const maxMemberBytes = 200_000_000;
/** All members together, where all of them are inflated at once. */
const maxArchiveBytes = 600_000_000;
/** Deflate cannot reach a thousandfold on real documents; beyond a megabyte such a ratio is an attack. */
const maxRatio = 200;
const minBombBytes = 20_000_000;

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const methodNames: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
  99: 'AES encryption',
};

export class ZipArchive {
  readonly members: readonly ZipMember[];
  readonly #bytes: Buffer;
  readonly #name: string;
  readonly #byName: ReadonlyMap<string, ZipMember>;

  /**
   * Reads the directory of the archive; `name` is for messages.
   * @throws DocumentError `corrupt` when there is no readable directory
   */
  constructor(bytes: Uint8Array, name: string) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#name = name;
    this.members = withinBytes(name, () => readDirectory(this.#bytes, name));
    this.#byName = new Map(this.members.map((member) => [member.name, member]));
  }

  member(name: string): ZipMember | null {
    return this.#byName.get(name) ?? null;
  }

  /**
   * The bytes of a member.
   * @throws DocumentError `password`, `too-large`, `needs-converter` or `corrupt`
   */
  read(member: ZipMember): Uint8Array {
    const place = `${this.#name}/${member.name}`;
    if (member.encrypted) {
      throw new DocumentError('password', `${place} is encrypted; its password is not known here.`);
    }
    checkSize(member, place);
    const packed = withinBytes(place, () => this.#packed(member, place));
    if (member.method !== 0 && member.method !== 8) {
      const method = methodNames[member.method] ?? `method ${member.method}`;
      throw new DocumentError(
        'needs-converter',
        `${place} is compressed with ${method}, which is not supported. Ask for an archive made with Deflate.`,
      );
    }
    const bytes = member.method === 0 ? packed : inflate(packed, member, place);
    if (crc32(bytes) !== member.checksum) throw damaged(place);
    return bytes;
  }

  /** The text of a UTF-8 member; null when there is no member of that name. */
  readText(name: string): string | null {
    const member = this.member(name);
    return member === null ? null : new TextDecoder('utf-8').decode(this.read(member));
  }

  /**
   * For libraries that take the whole archive: refuses bombs before anything is inflated, then checks every member
   * against its checksum, since a damaged one can keep a library busy for ever.
   * @throws DocumentError `too-large`, `corrupt`, `password` or `needs-converter`
   */
  verify(): void {
    const total = this.members.reduce((sum, member) => sum + member.size, 0);
    if (total > maxArchiveBytes) {
      throw new DocumentError(
        'too-large',
        `${this.#name} would unpack to ${total} bytes; at most ${maxArchiveBytes} are opened.`,
      );
    }
    for (const member of this.members) checkSize(member, `${this.#name}/${member.name}`);
    for (const member of this.members) {
      if (!member.isFolder) this.read(member);
    }
  }

  #packed(member: ZipMember, place: string): Buffer {
    const at = member.headerOffset;
    const bytes = this.#bytes;
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localSignature) throw damaged(place);
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (start + member.compressedSize > bytes.length) throw damaged(place);
    return bytes.subarray(start, start + member.compressedSize);
  }
}

/** True when a name would leave the folder that an archive is unpacked into. */
export function escapesFolder(name: string): boolean {
  return /^([/\\]|[a-zA-Z]:)/.test(name) || name.split(/[/\\]/).includes('..');
}

/** True for the signature of a zip file with at least one member, or of an empty one. */
export function isZip(bytes: Uint8Array): boolean {
  const [p, k, third, fourth] = bytes;
  return (
    p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}

function checkSize(member: ZipMember, place: string): void {
  const bomb = member.size > minBombBytes && member.size > member.compressedSize * maxRatio;
  if (member.size <= maxMemberBytes && !bomb) return;
  throw new DocumentError(
    'too-large',
    `${place} would unpack to ${member.size} bytes from ${member.compressedSize}; it is not opened.`,
  );
}

function inflate(packed: Buffer, member: ZipMember, place: string): Uint8Array {
  try {
    // One byte more than stated, so that a member that lies about its size is told from one that is exactly as stated.
    const inflated = inflateRawSync(packed, { maxOutputLength: member.size + 1 });
    if (inflated.length === member.size) return inflated;
  } catch (error) {
    throw damaged(place, error);
  }
  throw damaged(place);
}

/** Offsets that lead out of the file are the archive's fault. */
function withinBytes<Result>(place: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damaged(place, error) : error;
  }
}

function damaged(place: string, cause?: unknown): DocumentError {
  return new DocumentError(
    'corrupt',
    `${place} is damaged: its bytes do not fit the archive's directory. Ask for the file again.`,
    cause === undefined ? undefined : { cause },
  );
}

function readDirectory(bytes: Buffer, name: string): ZipMember[] {
  const end = findEnd(bytes);
  if (end === null) {
    throw new DocumentError(
      'corrupt',
      `${name} begins like a zip file but has no directory at its end; it was cut off. Ask for the file again.`,
    );
  }
  const members: ZipMember[] = [];
  let at = end.directoryOffset;
  while (members.length < end.count && at + 46 <= bytes.length) {
    if (bytes.readUInt32LE(at) !== centralSignature) break;
    const entry = readEntry(bytes, at, end.shift);
    members.push(entry.member);
    at += entry.length;
  }
  if (members.length < end.count) throw damaged(name);
  return members;
}

interface DirectoryEnd {
  readonly count: number;
  readonly directoryOffset: number;
  /** Bytes before the archive, such as the program of a self-extracting one. */
  readonly shift: number;
}

function findEnd(bytes: Buffer): DirectoryEnd | null {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== endSignature) continue;
    const wide = readWideEnd(bytes, at);
    if (wide !== null) return wide;
    const size = bytes.readUInt32LE(at + 12);
    const stated = bytes.readUInt32LE(at + 16);
    const directoryOffset = at - size;
    if (directoryOffset < 0) return null;
    return { count: bytes.readUInt16LE(at + 10), directoryOffset, shift: directoryOffset - stated };
  }
  return null;
}

/** The zip64 form of the end record, for archives with large members or more than 65,535 of them. */
function readWideEnd(bytes: Buffer, end: number): DirectoryEnd | null {
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== 0x07064b50) return null;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== 0x06064b50) return null;
  const count = Number(bytes.readBigUInt64LE(at + 32));
  return { count, directoryOffset: Number(bytes.readBigUInt64LE(at + 48)), shift: 0 };
}

function readEntry(
  bytes: Buffer,
  at: number,
  shift: number,
): { member: ZipMember; length: number } {
  const flags = bytes.readUInt16LE(at + 8);
  const nameLength = bytes.readUInt16LE(at + 28);
  const extraLength = bytes.readUInt16LE(at + 30);
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength);
  const sizes = readSizes(bytes, at, at + 46 + nameLength, extraLength);
  const name = decodeName(rawName, (flags & 0x800) !== 0).replaceAll('\\', '/');
  const method = bytes.readUInt16LE(at + 10);
  const member: ZipMember = {
    name,
    size: sizes.size,
    compressedSize: sizes.compressedSize,
    encrypted: (flags & 1) !== 0 || method === 99,
    isFolder: name.endsWith('/'),
    method,
    checksum: bytes.readUInt32LE(at + 16),
    headerOffset: sizes.headerOffset + shift,
  };
  return { member, length: 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32) };
}

interface Sizes {
  readonly size: number;
  readonly compressedSize: number;
  readonly headerOffset: number;
}

function readSizes(bytes: Buffer, at: number, extraStart: number, extraLength: number): Sizes {
  const narrow = [
    bytes.readUInt32LE(at + 24),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ];
  let next = wideField(bytes, extraStart, extraStart + extraLength);
  const [size = 0, compressedSize = 0, headerOffset = 0] = narrow.map((value) => {
    if (value !== 0xffffffff || next === null || next + 8 > bytes.length) return value;
    next += 8;
    return Number(bytes.readBigUInt64LE(next - 8));
  });
  return { size, compressedSize, headerOffset };
}

/** Where the zip64 sizes begin among the extra fields. */
function wideField(bytes: Buffer, start: number, end: number): number | null {
  for (
    let at = start;
    at + 4 <= Math.min(end, bytes.length);
    at += 4 + bytes.readUInt16LE(at + 2)
  ) {
    if (bytes.readUInt16LE(at) === 1) return at + 4;
  }
  return null;
}

/** Names without the UTF-8 flag are code page 437 by the standard; most writers put UTF-8 there all the same. */
function decodeName(raw: Buffer, isUtf8: boolean): string {
  if (isUtf8) return raw.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return iconv.decode(raw, 'cp437');
  }
}
