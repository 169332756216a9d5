// A zip file in memory: its members and their bytes. Office files, e-books and archives stand on it. Names and sizes are
// checked before anything is inflated, and inflating stops at the size that the archive states.
import { crc32, inflateRawSync } from 'node:zlib';
import { DocumentError } from '../document.ts';
import type { ZipMember } from './zipDirectory.ts';
import { damagedArchive, readZipDirectory } from './zipDirectory.ts';

/** Largest member that is inflated. */
const maxMemberBytes = 200_000_000;
/** All members together, where all of them are inflated at once. */
const maxArchiveBytes = 600_000_000;
/** Documents shrink a hundredfold at most; a large member that claims to have shrunk further is taken for an attack. */
const maxRatio = 200;
const minBombBytes = 20_000_000;

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
    this.members = withinBytes(name, () => readZipDirectory(this.#bytes, name));
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
    if (crc32(bytes) !== member.checksum) throw damagedArchive(place);
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
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== localSignature)
      throw damagedArchive(place);
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (start + member.compressedSize > bytes.length) throw damagedArchive(place);
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
    throw damagedArchive(place, error);
  }
  throw damagedArchive(place);
}

/** Offsets that lead out of the file are the archive's fault. */
function withinBytes<Result>(place: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? damagedArchive(place, error) : error;
  }
}
