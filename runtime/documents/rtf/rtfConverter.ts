// Rich Text Format as Markdown.
import type { DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { rtfText } from './rtfText.ts';
import { syncConverter } from '../syncConverter.ts';
import { limitText } from '../textLimit.ts';

export const rtfConverter = syncConverter({
  format: 'rtf',
  recognise: ({ bytes }) =>
    Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '{\\rtf' ? 1 : 0,
  convert: convertRtf,
});

function convertRtf({ name, bytes }: DocumentSource): DocumentText {
  const { text: whole, pictures, hasHiddenText } = rtfText(bytes);
  if (whole.trim() === '' && pictures === 0) {
    throw new DocumentError('empty', `${name} is an RTF document without text.`);
  }
  const { text, lost } = limitText(whole);
  const left =
    pictures === 0 ? [] : [`${pictures} ${pictures === 1 ? 'picture' : 'pictures'} left out.`];
  const notes = hasHiddenText ? ['Part of the text is formatted as hidden; it is included.'] : [];
  return { format: 'rtf', text, lost: [...lost, ...left], notes };
}
