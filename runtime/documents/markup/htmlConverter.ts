// Web pages as Markdown, whole: which part of a page matters is left to the reader of the text.
import { decodeText, encodingNote, looksLikeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { htmlTitle, htmlToMarkdown } from './htmlMarkdown.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

const extensions: ReadonlySet<string> = new Set(['html', 'htm', 'xhtml']);
const headBytes = 4096;

export const htmlConverter = syncConverter({
  format: 'html',
  recognise: ({ name, bytes }) => {
    if (!looksLikeText(bytes)) return 0;
    const head = decodeText(bytes.subarray(0, headBytes)).text.trimStart();
    if (/^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype html|html[\s>])/i.test(head))
      return 0.9;
    return extensions.has(extensionOf(name)) ? 0.8 : 0;
  },
  convert: convertHtml,
});

function convertHtml({ name, bytes }: DocumentSource): DocumentText {
  const decoded = decodeText(bytes, declaredCharset(bytes));
  const title = htmlTitle(decoded.text);
  const body = htmlToMarkdown(decoded.text);
  if (body === '') {
    throw new DocumentError(
      'empty',
      `${name} shows no text: the page is empty or its content is made by scripts, which are not run.`,
    );
  }
  const heading = title === null || body.startsWith(`# ${title}`) ? '' : `Title: ${title}\n\n`;
  const { text, lost } = limitText(heading + body);
  const note = encodingNote(decoded);
  return {
    format: 'html',
    text,
    lost: [...lost, ...embedded(decoded.text)],
    notes: note === null ? [] : [note],
  };
}

/** The encoding that the page names in its head. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  return (
    /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ??
    /<\?xml[^>]+encoding=["']([\w-]+)/i.exec(head)?.[1]
  );
}

function embedded(html: string): string[] {
  const things: readonly (readonly [pattern: RegExp, one: string, many: string])[] = [
    [/<iframe[\s>]/gi, 'embedded page', 'embedded pages'],
    [/<canvas[\s>]/gi, 'drawing made by scripts', 'drawings made by scripts'],
    [/<video[\s>]/gi, 'video', 'videos'],
    [/<audio[\s>]/gi, 'sound', 'sounds'],
  ];
  return things.flatMap(([pattern, one, many]) => {
    const count = html.match(pattern)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many} left out.`];
  });
}
