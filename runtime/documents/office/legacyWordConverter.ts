// Word files of 1997 to 2003 (.doc): the text with its tables' cells, notes, headers and text boxes. The library gives
// plain text; how it looked is lost.
import type { WordDocument } from 'word-extractor';
import WordExtractor from 'word-extractor';
import { compoundKind, streamHead } from './compoundFile.ts';
import type { Converter, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { limitText } from '../textLimit.ts';

export const legacyWordConverter: Converter = {
  format: 'doc',

  recognise: ({ bytes }) => (compoundKind(bytes) === 'doc' ? 1 : 0),

  async convert({ name, bytes }): Promise<DocumentText> {
    if (isEncrypted(bytes)) {
      throw new DocumentError(
        'password',
        `${name} is protected with a password. Ask for a copy without one.`,
      );
    }
    const text = textOf(await extract(name, bytes));
    if (text === '') throw new DocumentError('empty', `${name} is a Word document without text.`);
    const limited = limitText(text);
    return { format: 'doc', text: limited.text, lost: [lostLooks, ...limited.lost] };
  },
};

const lostLooks =
  'Headings, lists and pictures of this old Word format are not told apart from plain text; cells of tables are separated by tabs.';

/** The library does not look at this and would give noise. */
function isEncrypted(bytes: Uint8Array): boolean {
  const head = streamHead(bytes, 'WordDocument');
  return head !== null && head.length > 0x0c && (head.readUInt16LE(0x0a) & 0x0100) !== 0;
}

async function extract(name: string, bytes: Uint8Array): Promise<WordDocument> {
  try {
    return await new WordExtractor().extract(Buffer.from(bytes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(
      'needs-converter',
      `${name} is an old Word file that cannot be read here (${reason}). Ask for it as .docx or PDF.`,
      { cause: error },
    );
  }
}

function textOf(document: WordDocument): string {
  const sections: readonly (readonly [title: string, text: string])[] = [
    ['', document.getBody()],
    ['Headers and footers', document.getHeaders()],
    ['Footnotes', document.getFootnotes()],
    ['Endnotes', document.getEndnotes()],
    ['Comments', document.getAnnotations()],
    ['Text boxes', document.getTextboxes()],
  ];
  return sections
    .map(([title, text]) => [title, text.trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([title, text]) => (title === '' ? text : `## ${title}\n\n${text}`))
    .join('\n\n');
}
