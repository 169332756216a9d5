// Word documents as Markdown: the body, then notes, comments, headers and footers. Tracked changes are marked in the text
// rather than accepted or rejected.
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { DocxBody } from './docxBody.ts';
import type { DocxContext, DocxFacts } from './docxInline.ts';
import { DocxNumbering } from './docxNumbering.ts';
import { DocxStyles } from './docxStyles.ts';
import { OfficePackage } from './officePackage.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf } from '../markup/xmlTree.ts';
import { zipKind } from '../archive/zipKind.ts';

export const docxConverter = syncConverter({
  format: 'docx',
  recognise: (source) => (zipKind(source) === 'docx' ? 1 : 0),
  convert: convertDocx,
});

function convertDocx(source: DocumentSource): DocumentText {
  const office = new OfficePackage(source);
  const main = office.mainPart() ?? 'word/document.xml';
  const root = office.part(main);
  const body = root === null ? null : childOf(root, 'body');
  if (body === null) {
    throw new DocumentError(
      'corrupt',
      `${source.name} has no document part; the file is incomplete.`,
    );
  }
  const facts: DocxFacts = {
    hiddenText: false,
    insertions: 0,
    deletions: 0,
    pictures: 0,
    objects: 0,
  };
  const reader = new DocxReader(office, main, facts);
  const sections = [
    reader.text(main, body),
    reader.notes('footnotes', 'footnote', 'Footnotes', ''),
    reader.notes('endnotes', 'endnote', 'Endnotes', 'e'),
    reader.comments(),
    reader.headersAndFooters(),
  ].filter((section) => section !== '');
  if (sections.length === 0 && facts.pictures === 0) {
    throw new DocumentError('empty', `${source.name} is a Word document without text.`);
  }
  const { text, lost } = limitText(sections.join('\n\n'));
  return { format: 'docx', text, lost: [...lost, ...losses(office, facts)], notes: notesOf(facts) };
}

class DocxReader {
  readonly #office: OfficePackage;
  readonly #main: string;
  readonly #facts: DocxFacts;
  readonly #body: DocxBody;

  constructor(office: OfficePackage, main: string, facts: DocxFacts) {
    this.#office = office;
    this.#main = main;
    this.#facts = facts;
    const part = (type: string): XmlElement | null => this.#related(type)[0]?.root ?? null;
    this.#body = new DocxBody(new DocxStyles(part('styles')), new DocxNumbering(part('numbering')));
  }

  text(partPath: string, element: XmlElement): string {
    const context: DocxContext = { office: this.#office, partPath, facts: this.#facts, fields: [] };
    return this.#body.text(element, context);
  }

  notes(type: string, name: string, title: string, prefix: string): string {
    const lines = this.#related(type).flatMap(({ partPath, root }) =>
      childrenOf(root, name)
        // Separators between text and notes are notes of a type of their own.
        .filter((note) => attributeOf(note, 'type') === null)
        .map(
          (note) => `[^${prefix}${attributeOf(note, 'id') ?? ''}]: ${this.text(partPath, note)}`,
        ),
    );
    return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
  }

  comments(): string {
    const lines = this.#related('comments').flatMap(({ partPath, root }) =>
      childrenOf(root, 'comment').map((comment) => {
        const author = [
          attributeOf(comment, 'author'),
          attributeOf(comment, 'date')?.slice(0, 10),
        ].filter((part) => (part ?? '') !== '');
        const number = Number(attributeOf(comment, 'id') ?? '0') + 1;
        return `[comment ${number}] ${author.join(', ')}: ${this.text(partPath, comment)}`;
      }),
    );
    return lines.length === 0 ? '' : `## Comments\n\n${lines.join('\n')}`;
  }

  headersAndFooters(): string {
    const texts = ['header', 'footer'].flatMap((type) =>
      this.#related(type).map(({ partPath, root }) => this.text(partPath, root)),
    );
    const distinct = [...new Set(texts.filter((text) => text !== ''))];
    return distinct.length === 0 ? '' : `## Headers and footers\n\n${distinct.join('\n\n')}`;
  }

  #related(type: string): { partPath: string; root: XmlElement }[] {
    return this.#office.relatedParts(this.#main, type).flatMap((partPath) => {
      const root = this.#office.part(partPath);
      return root === null ? [] : [{ partPath, root }];
    });
  }
}

function losses(office: OfficePackage, { pictures, objects }: DocxFacts): string[] {
  const lost: string[] = [];
  if (pictures > 0)
    lost.push(
      `${counted(pictures, 'picture')} left out; where the author described them, the description is in the text.`,
    );
  if (objects > 0) lost.push(`${counted(objects, 'embedded object')} left out.`);
  if (office.relatedParts('word/document.xml', 'aFChunk').length > 0)
    lost.push('Inserted foreign documents (altChunk) are left out.');
  if (office.archive.member('word/vbaProject.bin') !== null)
    lost.push('The macros (VBA) are left out.');
  return lost;
}

function notesOf({ hiddenText, insertions, deletions }: DocxFacts): string[] {
  const notes: string[] = [];
  if (insertions + deletions > 0) {
    notes.push(
      `The document has tracked changes: ${counted(insertions, 'insertion')} and ${counted(deletions, 'deletion')}, marked as {inserted: ...} and {deleted: ...}.`,
    );
  }
  if (hiddenText) notes.push('Part of the text is formatted as hidden; it is included.');
  return notes;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
