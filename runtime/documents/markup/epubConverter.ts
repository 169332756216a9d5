// E-books: the chapters in reading order, each as Markdown, with what the book says of itself.
import path from 'node:path';
import { decodeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { htmlToMarkdown } from './htmlMarkdown.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';
import type { XmlElement } from './xmlReader.ts';
import { childOf, childrenOf, descendantsOf, parseXml, textOf } from './xmlTree.ts';
import { ZipArchive } from '../archive/zipArchive.ts';
import { zipKind } from '../archive/zipKind.ts';

export const epubConverter = syncConverter({
  format: 'epub',
  recognise: (source) => (zipKind(source) === 'epub' ? 1 : 0),
  convert: convertEpub,
});

function convertEpub({ name, bytes }: DocumentSource): DocumentText {
  const archive = new ZipArchive(bytes, name);
  if (archive.member('META-INF/rights.xml') !== null) {
    throw new DocumentError(
      'password',
      `${name} is protected by digital rights management. Ask for a copy without it.`,
    );
  }
  const packagePath = packageOf(archive, name);
  const book = parseXml(archive.readText(packagePath) ?? '', `${name}/${packagePath}`);
  const lost: string[] = [];
  const chapters: string[] = [];
  for (const chapter of spineOf(book, path.posix.dirname(packagePath))) {
    const member = archive.member(chapter);
    if (member === null) lost.push(`The chapter ${chapter} is missing from the file.`);
    else chapters.push(htmlToMarkdown(decodeText(archive.read(member)).text));
  }
  const pictures = archive.members.filter((member) =>
    /\.(jpe?g|png|gif|webp|svg)$/i.test(member.name),
  ).length;
  if (pictures > 0)
    lost.push(
      `${pictures} ${pictures === 1 ? 'picture' : 'pictures'} left out; descriptions are in the text.`,
    );
  const body = chapters.filter((text) => text !== '').join('\n\n---\n\n');
  const limited = limitText([aboutBook(book), body].filter((part) => part !== '').join('\n\n'));
  return { format: 'epub', text: limited.text, lost: [...lost, ...limited.lost] };
}

function packageOf(archive: ZipArchive, name: string): string {
  const container = archive.readText('META-INF/container.xml');
  const rootFile =
    container === null ? null : descendantsOf(parseXml(container, name), 'rootfile')[0];
  const fullPath =
    rootFile?.attributes['full-path'] ??
    archive.members.find((member) => member.name.endsWith('.opf'))?.name;
  if (fullPath === undefined || archive.member(fullPath) === null) {
    throw new DocumentError(
      'corrupt',
      `${name} does not say where its chapters are; it is no complete e-book.`,
    );
  }
  return fullPath;
}

/** Paths of the chapters in reading order. */
function spineOf(book: XmlElement, folder: string): string[] {
  const manifest = new Map(
    descendantsOf(book, 'item').map((item) => [item.attributes['id'], item.attributes['href']]),
  );
  return descendantsOf(book, 'itemref').flatMap((reference) => {
    const href = manifest.get(reference.attributes['idref'])?.split('#')[0];
    return href === undefined
      ? []
      : [path.posix.normalize(path.posix.join(folder, decodeURIComponent(href)))];
  });
}

function aboutBook(book: XmlElement): string {
  const metadata = childOf(book, 'metadata');
  if (metadata === null) return '';
  const values = (name: string): string =>
    childrenOf(metadata, name)
      .map((element) => textOf(element).trim())
      .join(', ');
  const title = values('title');
  const facts = (['creator', 'publisher', 'date', 'language', 'identifier'] as const)
    .map((name) => [name === 'creator' ? 'author' : name, values(name)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`);
  return [title === '' ? '' : `# ${title}`, ...facts].filter((line) => line !== '').join('\n');
}
