// The directory of a zip file: the names, sizes and places of its members, zip64 included. Their contents are left to
// zipArchive.ts.
import iconv from 'iconv-lite';
import { DocumentError } from '../document.ts';

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

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;

/** `place` is the archive, or the archive and the member. */
export function damagedArchive(place: string, cause?: unknown): DocumentError {
  return new DocumentError(
    'corrupt',
    `${place} is damaged: its bytes do not fit the archive's directory. Ask for the file again.`,
    cause === undefined ? undefined : { cause },
  );
}

/** @throws DocumentError `corrupt`, or RangeError when the directory leads out of the file */
export function readZipDirectory(bytes: Buffer, name: string): ZipMember[] {
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
  if (members.length < end.count) throw damagedArchive(name);
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
