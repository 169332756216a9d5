// Zip archives: a listing and the documents inside. Names that lead out of the archive are listed and never opened.
import { archiveText, findMember } from './archiveListing.ts';
import type { ArchiveMember } from './archiveListing.ts';
import type { Converter, DocumentSource } from '../document.ts';
import { DocumentError } from '../document.ts';
import { escapesFolder, ZipArchive } from './zipArchive.ts';
import type { ZipMember } from './zipDirectory.ts';
import { zipKind } from './zipKind.ts';

export const zipConverter: Converter = {
  format: 'zip',

  recognise: (source) => {
    const kind = zipKind(source);
    return kind === 'zip' || kind === 'damaged' ? 0.9 : 0;
  },

  async convert(source, context) {
    const archive = new ZipArchive(source.bytes, source.name);
    const members = openableMembers(source, archive);
    if (members.length > 0 && members.every((member) => member.refusal === encryptedRefusal)) {
      throw new DocumentError('password', passwordMessage(source.name, members));
    }
    return archiveText({ format: 'zip', name: source.name, members }, context);
  },

  openMember: (source, member) =>
    new Promise((resolve) => {
      const archive = new ZipArchive(source.bytes, source.name);
      resolve(findMember(source.name, openableMembers(source, archive), member));
    }),
};

const encryptedRefusal = 'it is encrypted and its password is not known';

function openableMembers({ name }: DocumentSource, archive: ZipArchive): ArchiveMember[] {
  return archive.members
    .filter((member) => !member.isFolder && !isClutter(member.name))
    .map((member) => ({
      name: member.name,
      size: member.size,
      refusal: refusalOf(member),
      read: () => ({ name: `${name}/${member.name}`, bytes: archive.read(member) }),
    }));
}

function refusalOf(member: ZipMember): string | null {
  if (escapesFolder(member.name)) return 'its path leads out of the archive';
  return member.encrypted ? encryptedRefusal : null;
}

/** What macOS adds beside each file. */
function isClutter(name: string): boolean {
  return name.startsWith('__MACOSX/') || name.endsWith('.DS_Store');
}

function passwordMessage(name: string, members: readonly ArchiveMember[]): string {
  const names = members
    .slice(0, 10)
    .map((member) => member.name)
    .join(', ');
  const more = members.length > 10 ? ` and ${members.length - 10} more` : '';
  return `${name} is protected with a password. It holds ${names}${more}. Ask for an archive without a password.`;
}
