// Tar archives: a listing and the documents inside. Links and devices are listed and never followed.
import { archiveText, findMember } from './archiveListing.ts';
import type { ArchiveMember } from './archiveListing.ts';
import type { Converter, DocumentSource } from '../document.ts';
import { escapesFolder } from './zipArchive.ts';

const blockBytes = 512;

export const tarConverter: Converter = {
  format: 'tar',
  recognise: ({ bytes }) =>
    field(Buffer.from(bytes.subarray(0, blockBytes)), 257, 5) === 'ustar' ? 1 : 0,
  convert: (source, context) =>
    archiveText({ format: 'tar', name: source.name, members: readMembers(source) }, context),
  openMember: (source, member) =>
    new Promise((resolve) => resolve(findMember(source.name, readMembers(source), member))),
};

function readMembers({ name, bytes }: DocumentSource): ArchiveMember[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const members: ArchiveMember[] = [];
  let longName: string | null = null;
  for (let at = 0; at + blockBytes <= file.length && file[at] !== 0;) {
    const header = file.subarray(at, at + blockBytes);
    const size = Number.parseInt(field(header, 124, 12).trim() || '0', 8);
    if (!Number.isSafeInteger(size)) break;
    const content = file.subarray(at + blockBytes, at + blockBytes + size);
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
    const type = field(header, 156, 1);
    const extended = extendedName(type, content);
    if (extended !== null || 'gxK'.includes(type || '0')) {
      longName = extended ?? longName;
      continue;
    }
    const memberName = longName ?? plainName(header);
    longName = null;
    if (type !== '5') members.push(toMember(name, memberName, type, content, size));
  }
  return members;
}

function toMember(
  archive: string,
  name: string,
  type: string,
  content: Buffer,
  size: number,
): ArchiveMember {
  return {
    name,
    size,
    refusal: refusalOf(name, type, content.length < size),
    read: () => ({ name: `${archive}/${name}`, bytes: content }),
  };
}

function refusalOf(name: string, type: string, isCut: boolean): string | null {
  if (escapesFolder(name)) return 'its path leads out of the archive';
  if (type !== '' && type !== '0' && type !== '7') return 'it is a link or a device';
  return isCut ? 'the archive ends within it' : null;
}

/** Long names come in a block of their own before the file: GNU's type L, or a PAX header's `path`. */
function extendedName(type: string, content: Buffer): string | null {
  if (type === 'L') return field(content, 0, content.length);
  if (type !== 'x') return null;
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1] ?? null;
}

function plainName(header: Buffer): string {
  const prefix = field(header, 345, 155);
  const name = field(header, 0, 100);
  return (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '');
}

/** Text up to the first zero byte. */
function field(block: Buffer, start: number, length: number): string {
  const bytes = block.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}
