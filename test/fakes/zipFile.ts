// Zip archives with members packed in any way, right or wrong, as an importer may meet them.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipMember {
  readonly name: string;
  /** As it is when unpacked. */
  readonly content: Buffer;
  /** 0 stored, 8 deflated, 93 Zstandard; by default 8. */
  readonly method?: number;
  /** In place of what packing gives. */
  readonly packed?: Buffer;
  readonly isEncrypted?: boolean;
  readonly crc?: number;
}

export function zipFile(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const packed = member.packed ?? pack(member.content, member.method ?? 8);
    const name = Buffer.from(member.name);
    const common = fieldsOf(member, packed.length, name.length);
    const local = Buffer.concat([word(0x04034b50), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(word(0x02014b50), short(20), common, rest, name);
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...parts, list, endOf(members.length, list.length, offset)]);
}

/** Zstandard without compression: one frame of raw blocks (RFC 8878). */
export function zstdFrame(content: Buffer): Buffer {
  const largest = 100_000;
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < content.length; at += largest) {
    const block = content.subarray(at, at + largest);
    const isLast = at + largest >= content.length ? 1 : 0;
    blocks.push(word((block.length << 3) | isLast).subarray(0, 3), block);
  }
  // No checksum, no dictionary, a window of 1 MiB.
  return Buffer.concat([word(0xfd2fb528), Buffer.from([0x00, 0x50]), ...blocks]);
}

function pack(content: Buffer, method: number): Buffer {
  if (method === 8) return deflateRawSync(content);
  return method === 93 ? zstdFrame(content) : content;
}

/** From the version that is needed to the length of the extra field. */
function fieldsOf(member: ZipMember, packed: number, name: number): Buffer {
  return Buffer.concat([
    short(20),
    short(member.isEncrypted === true ? 1 : 0),
    short(member.method ?? 8),
    Buffer.alloc(4),
    word(member.crc ?? crc32(member.content)),
    word(packed),
    word(member.content.length),
    short(name),
    short(0),
  ]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const counts = [short(0), short(0), short(count), short(count)];
  return Buffer.concat([word(0x06054b50), ...counts, word(size), word(offset), short(0)]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
