// OpenDocument texts and presentations as Markdown. Their spreadsheets are read with the other spreadsheets.
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import type { OdfFacts } from './odfText.ts';
import { odfText } from './odfText.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  parseXml,
  pathOf,
} from '../markup/xmlTree.ts';
import { ZipArchive } from '../archive/zipArchive.ts';
import { zipKind } from '../archive/zipKind.ts';

export const odfConverter = syncConverter({
  format: 'odf',
  recognise: (source) => {
    const kind = zipKind(source);
    return kind === 'odt' || kind === 'odp' ? 1 : 0;
  },
  convert: convertOdf,
});

function convertOdf(source: DocumentSource): DocumentText {
  const { name, bytes } = source;
  const archive = new ZipArchive(bytes, name);
  if (archive.readText('META-INF/manifest.xml')?.includes('encryption-data') === true) {
    throw new DocumentError(
      'password',
      `${name} is protected with a password. Ask for a copy without one.`,
    );
  }
  const content = archive.readText('content.xml');
  if (content === null)
    throw new DocumentError('corrupt', `${name} has no content.xml; the file is incomplete.`);
  const root = parseXml(content, `${name}/content.xml`);
  const facts: OdfFacts = { pictures: 0, objects: 0, notes: [], comments: [] };
  const presentation = pathOf(root, 'body', 'presentation');
  const body = presentation ?? pathOf(root, 'body', 'text') ?? root;
  const main = presentation === null ? odfText(body, facts) : slides(presentation, facts);
  const sections = [
    main,
    numbered('Notes', facts.notes, (n) => `[^${n}]: `),
    numbered('Comments', facts.comments, (n) => `[comment ${n}] `),
    headers(archive, name),
  ];
  const text = sections.filter((section) => section !== '').join('\n\n');
  if (text === '') throw new DocumentError('empty', `${name} holds no text.`);
  const limited = limitText(text);
  return {
    format: presentation === null ? 'odt' : 'odp',
    text: limited.text,
    lost: [...limited.lost, ...losses(root, facts)],
  };
}

function slides(presentation: XmlElement, facts: OdfFacts): string {
  return childrenOf(presentation, 'page')
    .map((page, index) => {
      const notes = childOf(page, 'notes');
      const noteText = notes === null ? '' : odfText(notes, facts);
      const parts = [
        `## Slide ${index + 1}: ${attributeOf(page, 'name') ?? ''}`,
        odfText(page, facts),
        noteText === '' ? '' : `Notes: ${noteText}`,
      ];
      return parts.filter((part) => part !== '').join('\n\n');
    })
    .join('\n\n');
}

function numbered(
  title: string,
  texts: readonly string[],
  mark: (number: number) => string,
): string {
  if (texts.length === 0) return '';
  return `## ${title}\n\n${texts.map((text, index) => mark(index + 1) + text).join('\n')}`;
}

/** Headers and footers belong to the page styles, which lie in a part of their own. */
function headers(archive: ZipArchive, name: string): string {
  const styles = archive.readText('styles.xml');
  if (styles === null) return '';
  const facts: OdfFacts = { pictures: 0, objects: 0, notes: [], comments: [] };
  const pages = descendantsOf(parseXml(styles, `${name}/styles.xml`), 'master-page');
  const texts = pages.flatMap((page) =>
    childrenOf(page)
      .filter((child) => child.name === 'header' || child.name === 'footer')
      .map((child) => odfText(child, facts)),
  );
  const distinct = [...new Set(texts.filter((text) => text !== ''))];
  return distinct.length === 0 ? '' : `## Headers and footers\n\n${distinct.join('\n\n')}`;
}

function losses(root: XmlElement, { pictures, objects }: OdfFacts): string[] {
  const lost: string[] = [];
  if (pictures > 0) lost.push(`${pictures} ${pictures === 1 ? 'picture' : 'pictures'} left out.`);
  if (objects > 0)
    lost.push(
      `${objects} embedded ${objects === 1 ? 'object' : 'objects'} left out, such as charts or formulas.`,
    );
  const changes = descendantsOf(root, 'changed-region').length;
  if (changes > 0)
    lost.push(
      `${changes} tracked ${changes === 1 ? 'change is' : 'changes are'} shown as accepted; deleted text is left out.`,
    );
  return lost;
}
