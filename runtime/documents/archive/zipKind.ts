// Which of the formats that are zip files inside the bytes are, by the members that each format must have.
import { DocumentError } from '../document.ts';
import type { DocumentSource } from '../document.ts';
import { isZip, ZipArchive } from './zipArchive.ts';

export type ZipKind =
  'xlsx' | 'xlsm' | 'xlsb' | 'ods' | 'docx' | 'pptx' | 'odt' | 'odp' | 'epub' | 'zip' | 'damaged';

const mimeTypes: readonly (readonly [start: string, kind: ZipKind])[] = [
  ['application/epub+zip', 'epub'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
];

/** Null when the bytes are no zip file; `damaged` when they begin like one and have no readable directory. */
export function zipKind(source: DocumentSource): ZipKind | null {
  if (!isZip(source.bytes)) return null;
  try {
    return kindOf(new ZipArchive(source.bytes, source.name));
  } catch (error) {
    if (error instanceof DocumentError) return 'damaged';
    throw error;
  }
}

function kindOf(archive: ZipArchive): ZipKind {
  const has = (name: string): boolean => archive.member(name) !== null;
  if (has('[Content_Types].xml')) {
    if (has('xl/workbook.bin')) return 'xlsb';
    if (has('xl/workbook.xml')) return has('xl/vbaProject.bin') ? 'xlsm' : 'xlsx';
    if (hasFolder(archive, 'word/')) return 'docx';
    if (hasFolder(archive, 'ppt/')) return 'pptx';
    if (hasFolder(archive, 'xl/')) return 'xlsx';
  }
  const mimeType = has('mimetype') ? (archive.readText('mimetype') ?? '') : '';
  const known = mimeTypes.find(([start]) => mimeType.trim().startsWith(start));
  if (known !== undefined) return known[1];
  return has('META-INF/container.xml') ? 'epub' : 'zip';
}

function hasFolder(archive: ZipArchive, folder: string): boolean {
  return archive.members.some((member) => member.name.startsWith(folder));
}
