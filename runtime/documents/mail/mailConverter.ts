// Mails as they travel (.eml): heads, text and attachments.
import PostalMime from 'postal-mime';
import type { Address, Attachment, Email } from 'postal-mime';
import { looksLikeText } from '../charset.ts';
import type { Converter, DocumentSource } from '../document.ts';
import { extensionOf } from '../extension.ts';
import { htmlToMarkdown } from '../markup/htmlMarkdown.ts';
import type { Mail } from './mailText.ts';
import { findAttachment, mailText } from './mailText.ts';

const headLine =
  /^(from|to|subject|date|message-id|mime-version|received|return-path|delivered-to|x-[\w-]+):/i;

/** Web pages saved with their pictures (.mht) are mails inside. */
const extensions: ReadonlySet<string> = new Set(['eml', 'mht', 'mhtml']);

export const mailConverter: Converter = {
  format: 'eml',

  recognise: ({ name, bytes }) => {
    if (!looksLikeText(bytes)) return 0;
    const extension = extensionOf(name);
    const lines = Buffer.from(bytes.subarray(0, 2000)).toString('latin1').split(/\r?\n/);
    const heads = lines.slice(0, 15).filter((line) => headLine.test(line)).length;
    if (extensions.has(extension)) return heads > 0 ? 0.95 : 0;
    return extension === '' && heads >= 3 ? 0.6 : 0;
  },

  async convert(source, context) {
    return mailText(await readMail(source), context);
  },

  async openMember(source, member) {
    return findAttachment(await readMail(source), member);
  },
};

async function readMail({ name, bytes }: DocumentSource): Promise<Mail> {
  const email = await PostalMime.parse(Buffer.from(bytes), { attachmentEncoding: 'arraybuffer' });
  const body = email.html === undefined ? (email.text ?? '') : htmlToMarkdown(email.html);
  const pictures = email.attachments.filter((attachment) => isInline(attachment)).length;
  return {
    format: 'eml',
    name,
    heads: [
      ['Subject', email.subject ?? ''],
      ['From', addresses(email.from === undefined ? [] : [email.from])],
      ['To', addresses(email.to)],
      ['Cc', addresses(email.cc)],
      ['Bcc', addresses(email.bcc)],
      ['Reply-To', addresses(email.replyTo)],
      ['Date', dateOf(email)],
    ],
    body,
    attachments: attachmentsOf(email),
    lost:
      pictures === 0
        ? []
        : [`${pictures} ${pictures === 1 ? 'picture' : 'pictures'} within the text left out.`],
  };
}

/** As written, because the time zone says where the sender was. */
function dateOf(email: Email): string {
  return email.headers.find(({ key }) => key === 'date')?.value ?? email.date ?? '';
}

/** A picture that belongs to the HTML text, such as a logo. */
function isInline({ disposition, related, mimeType }: Attachment): boolean {
  return mimeType.startsWith('image/') && (related === true || disposition === 'inline');
}

function attachmentsOf(email: Email): DocumentSource[] {
  return email.attachments
    .filter((attachment) => !isInline(attachment))
    .map((attachment, index) => ({
      name: attachment.filename ?? defaultName(attachment, index + 1),
      bytes: contentOf(attachment),
    }));
}

function defaultName({ mimeType }: Attachment, number: number): string {
  const extension =
    mimeType === 'message/rfc822' ? 'eml' : (mimeType.split('/')[1] ?? 'bin').replace(/^x-/, '');
  return `attachment-${number}.${extension}`;
}

function contentOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function addresses(list: readonly Address[] | undefined): string {
  return (list ?? []).map(addressText).join(', ');
}

function addressText(entry: Address): string {
  if (entry.group !== undefined) return `${entry.name}: ${addresses(entry.group)}`;
  if (entry.address === '') return entry.name;
  return entry.name === '' ? entry.address : `${entry.name} <${entry.address}>`;
}
