// Text that is its own best form: notes, source code, settings, logs, XML. It is decoded and given as it is.
import { decodeText, encodingNote, looksLikeText } from '../charset.ts';
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

export const plainTextConverter = syncConverter({
  format: 'text',
  /** The last resort for everything that is text. */
  recognise: ({ bytes }) => (looksLikeText(bytes) ? 0.2 : 0),
  convert: convertPlainText,
});

function convertPlainText({ name, bytes }: DocumentSource): DocumentText {
  const decoded = decodeText(bytes);
  if (decoded.text.trim() === '') {
    throw new DocumentError('empty', `${name} holds nothing but blank space.`);
  }
  const { text, lost } = limitText(decoded.text);
  const note = encodingNote(decoded);
  return { format: 'text', text, lost, notes: note === null ? [] : [note] };
}
