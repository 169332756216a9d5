// What an archive holds: a listing with sizes, and behind it the texts of its documents as long as they are few and short.
// Shared by the archive formats; taking members out is left to each of them.
import type { ConvertContext, DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { markdownTable } from '../markdownTable.ts';

export interface ArchiveMember {
  readonly name: string;
  /** Bytes after unpacking. */
  readonly size: number;
  /** Why the member is not opened; null when it can be. */
  readonly refusal: string | null;
  read(): DocumentSource;
}

/** Members whose texts are given with the listing, and characters of these texts together. */
const maxInlined = 20;
const maxInlinedCharacters = 300_000;
const maxListed = 2_000;

export async function archiveText(
  archive: {
    readonly format: string;
    readonly name: string;
    readonly members: readonly ArchiveMember[];
  },
  context: ConvertContext,
): Promise<DocumentText> {
  const { format, name, members } = archive;
  const lost = refusals(members);
  const openable = members.filter((member) => member.refusal === null);
  const parts = [`# ${name}`, overview(members), listing(members)];
  if (openable.length > maxInlined) {
    parts.push(
      `The files are not opened here, because there are many. Read one by its path: ${pathExample(name, openable)}`,
    );
  } else {
    let left = maxInlinedCharacters;
    for (const member of openable) {
      const { text, problems } = await memberText(member, left, context);
      left -= text.length;
      parts.push(`## ${member.name}\n\n${text}`);
      lost.push(...problems);
    }
  }
  return { format, text: parts.join('\n\n'), lost };
}

/** A member by its path; when there is none, the message names those that come nearest. */
export function findMember(
  name: string,
  members: readonly ArchiveMember[],
  wanted: string,
): DocumentSource {
  const member =
    members.find((candidate) => candidate.name === wanted) ??
    members.find((candidate) => candidate.name.normalize('NFC') === wanted.normalize('NFC'));
  if (member === undefined) {
    throw new DocumentError(
      'no-member',
      `${name} holds no "${wanted}". ${nearest(members, wanted)}`,
    );
  }
  if (member.refusal !== null) {
    throw new DocumentError('corrupt', `${name}/${wanted} is not opened: ${member.refusal}.`);
  }
  return member.read();
}

function nearest(members: readonly ArchiveMember[], wanted: string): string {
  const base = wanted.slice(wanted.lastIndexOf('/') + 1).toLowerCase();
  const alike = members.filter(({ name }) => base !== '' && name.toLowerCase().includes(base));
  const named = (alike.length > 0 ? alike : members).slice(0, 10).map((member) => member.name);
  if (named.length === 0) return 'It is empty.';
  return `${alike.length > 0 ? 'Did you mean' : 'It holds'} ${named.join(', ')}${members.length > named.length && alike.length === 0 ? ', ...' : ''}${alike.length > 0 ? '?' : ''}`;
}

function overview(members: readonly ArchiveMember[]): string {
  const bytes = members.reduce((sum, member) => sum + member.size, 0);
  if (members.length === 0) return 'The archive holds no files.';
  return `Archive of ${members.length} ${members.length === 1 ? 'file' : 'files'}, ${bytes} bytes unpacked.`;
}

function listing(members: readonly ArchiveMember[]): string {
  if (members.length === 0) return '';
  const rows = members
    .slice(0, maxListed)
    .map(({ name, size, refusal }) => [name, String(size), refusal ?? '']);
  const hasRefusals = members.some((member) => member.refusal !== null);
  const header = ['File', 'Bytes', 'Note'];
  const table = markdownTable(
    [header, ...rows].map((row) => (hasRefusals ? row : row.slice(0, 2))),
  );
  return members.length > maxListed
    ? `${table}\n(and ${members.length - maxListed} more files)`
    : table;
}

function refusals(members: readonly ArchiveMember[]): string[] {
  const byReason = new Map<string, number>();
  for (const { refusal } of members) {
    if (refusal !== null) byReason.set(refusal, (byReason.get(refusal) ?? 0) + 1);
  }
  return [...byReason].map(
    ([reason, count]) => `${count} ${count === 1 ? 'file is' : 'files are'} not opened: ${reason}.`,
  );
}

function pathExample(name: string, members: readonly ArchiveMember[]): string {
  return `inspect_file_as_text("${name}/${members[0]?.name ?? ''}").`;
}

async function memberText(
  member: ArchiveMember,
  left: number,
  context: ConvertContext,
): Promise<{ text: string; problems: readonly string[] }> {
  context.signal.throwIfAborted();
  if (left <= 0)
    return {
      text: 'Not shown here; read it by its path.',
      problems: [`${member.name} is not shown, because the text would be too long.`],
    };
  try {
    const inner = await context.convertInner(member.read());
    const problems = inner.lost.map((sentence) => `${member.name}: ${sentence}`);
    if (inner.text.length <= left) return { text: inner.text, problems };
    return {
      text: `${inner.text.slice(0, left)}\n(cut; read the file by its path)`,
      problems: [...problems, `${member.name} is cut after ${left} characters.`],
    };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { text: `(${error.message})`, problems: [] };
  }
}
