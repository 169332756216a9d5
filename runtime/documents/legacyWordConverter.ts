// Word files of 1997 to 2003 (.doc): the text with its tables' cells, notes, headers and text boxes. The library gives
// plain text; how it looked is lost.
import WordExtractor from 'word-extractor';
import { compoundKind } from './compoundFile.ts';
import type { Converter, DocumentText } from './document.ts';
import { DocumentError } from './document.ts';
import { limitText } from './textLimit.ts';

export const legacyWordConverter: Converter = {
  format: 'doc',

  recognise: ({ bytes }) => (compoundKind(bytes) === 'doc' ? 1 : 0),

  async convert({ name, bytes }): Promise<DocumentText> {
    try {
      const document = await new WordExtractor().extract(Buffer.from(bytes));
      const sections: readonly (readonly [title: string, text: string])[] = [
        ['', tableRows(document.getBody())],
        ['Headers and footers', document.getHeaders()],
        ['Footnotes', document.getFootnotes()],
        ['Endnotes', document.getEndnotes()],
        ['Comments', document.getAnnotations()],
        ['Text boxes', document.getTextboxes()],
      ];
      const text = sections
        .filter(([, content]) => content.trim() !== '')
        .map(([title, content]) =>
          title === '' ? content.trim() : `## ${title}\n\n${content.trim()}`,
        )
        .join('\n\n');
      const limited = limitText(text);
      const lost = [
        'Headings, lists and pictures of this old Word format are not told apart from plain text.',
      ];
      return { format: 'doc', text: limited.text, lost: [...lost, ...limited.lost] };
    } catch (error) {
      throw unreadable(name, error);
    }
  },
};

function unreadable(name: string, error: unknown): DocumentError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/encrypt|password/i.test(reason)) {
    return new DocumentError(
      'password',
      `${name} is protected with a password. Ask for a copy without one.`,
      { cause: error },
    );
  }
  return new DocumentError(
    'needs-converter',
    `${name} is an old Word file that cannot be read here (${reason}). Ask for it as .docx or PDF.`,
    { cause: error },
  );
}

/** The library separates the cells of a table by tabs. */
function tableRows(body: string): string {
  return body.replace(
    /^.*\t.*$/gm,
    (line) =>
      `| ${line
        .replace(/\t+$/, '')
        .split('\t')
        .map((cell) => cell.trim())
        .join(' | ')} |`,
  );
}
