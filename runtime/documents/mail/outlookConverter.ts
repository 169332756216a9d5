// Messages as Outlook saves them (.msg): heads, text and attachments, a message inside a message included.
import outlook from '@kenjiuno/msgreader';
import type { FieldsData } from '@kenjiuno/msgreader';
import { decodeText } from '../charset.ts';
import { compoundKind } from '../office/compoundFile.ts';
import type { Converter, DocumentSource } from '../document.ts';
import { DocumentError } from '../document.ts';
import { htmlToMarkdown } from '../markup/htmlMarkdown.ts';
import type { Mail } from './mailText.ts';
import { findAttachment, mailText } from './mailText.ts';
import { decompressRtf } from '../rtf/rtfDecompression.ts';
import { rtfText } from '../rtf/rtfText.ts';

/** Loaders disagree on what the default of this CommonJS package is: its exports, or the class among them. */
const exported: unknown = outlook;
const MessageReader =
  typeof exported === 'function' ? (exported as typeof outlook.default) : outlook.default;

export const outlookConverter: Converter = {
  format: 'msg',
  recognise: ({ bytes }) => (compoundKind(bytes) === 'msg' ? 1 : 0),
  convert: (source, context) => mailText(readMessage(source), context),
  openMember: (source, member) =>
    new Promise((resolve) => resolve(findAttachment(readMessage(source), member))),
};

function readMessage({ name, bytes }: DocumentSource): Mail {
  // The library wants a buffer of its own, not a view into a larger one.
  const reader = new MessageReader(new Uint8Array(bytes).buffer);
  const fields = reader.getFileData();
  if (fields.error !== undefined) {
    throw new DocumentError(
      'corrupt',
      `${name} cannot be read as an Outlook message (${fields.error}); it may be damaged.`,
    );
  }
  return {
    format: 'msg',
    name,
    heads: headsOf(fields),
    body: bodyOf(fields),
    attachments: (fields.attachments ?? []).map((attachment, index) => ({
      name:
        attachment.fileName ??
        attachment.fileNameShort ??
        attachment.name ??
        `attachment-${index + 1}`,
      bytes: reader.getAttachment(attachment).content,
    })),
    lost: [],
  };
}

function headsOf(fields: FieldsData): [string, string][] {
  const recipients = fields.recipients ?? [];
  const ofType = (type: string): string =>
    recipients
      .filter((recipient) => (recipient.recipType ?? 'to') === type)
      .map((recipient) => person(recipient.name, recipient.smtpAddress ?? recipient.email))
      .join(', ');
  return [
    ['Subject', fields.subject ?? ''],
    ['From', person(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
    ['To', ofType('to')],
    ['Cc', ofType('cc')],
    ['Bcc', ofType('bcc')],
    ['Date', isoTime(fields.clientSubmitTime ?? fields.messageDeliveryTime)],
  ];
}

function person(name = '', address = ''): string {
  if (address === '' || address === name) return name;
  return name === '' ? address : `${name} <${address}>`;
}

function isoTime(time: string | undefined): string {
  const date = new Date(time ?? '');
  return Number.isNaN(date.getTime()) ? (time ?? '') : date.toISOString();
}

/** HTML keeps tables and links, so it comes before the plain text. */
function bodyOf(fields: FieldsData): string {
  const html = fields.bodyHtml ?? (fields.html === undefined ? '' : decodeText(fields.html).text);
  if (html !== '') return htmlToMarkdown(html);
  if ((fields.body ?? '').trim() !== '') return fields.body ?? '';
  if (fields.compressedRtf === undefined) return '';
  const rtf = decompressRtf(fields.compressedRtf);
  return rtf === null ? '' : rtfText(rtf).text;
}
