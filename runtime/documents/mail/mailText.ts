// A mail as Markdown: the heads that matter, the text, and each attachment converted. Shared by the two mail formats.
import type { ConvertContext, DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';

export interface Mail {
  readonly format: string;
  readonly name: string;
  /** Head lines in order, such as `From` and its value; empty values are left out. */
  readonly heads: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly attachments: readonly DocumentSource[];
  readonly lost: readonly string[];
}

/** Characters of all attachments together that are given with the mail. */
const maxAttachmentCharacters = 500_000;

export async function mailText(mail: Mail, context: ConvertContext): Promise<DocumentText> {
  const lost = [...mail.lost];
  const heads = mail.heads
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`);
  const parts = [
    heads.join('\n'),
    mail.body.trim() === '' ? '(The mail has no text.)' : mail.body.trim(),
  ];
  let left = maxAttachmentCharacters;
  for (const attachment of mail.attachments) {
    context.signal.throwIfAborted();
    const inner = await attachmentText(attachment, left, context);
    left -= inner.text.length;
    parts.push(
      `## Attachment: ${attachment.name} (${attachment.bytes.length} bytes)\n\n${inner.text}`,
    );
    lost.push(...inner.lost.map((sentence) => `${attachment.name}: ${sentence}`));
  }
  return { format: mail.format, text: parts.join('\n\n'), lost };
}

/** An attachment by its name. */
export function findAttachment(mail: Mail, wanted: string): DocumentSource {
  const found = mail.attachments.find((attachment) => attachment.name === wanted);
  if (found !== undefined) return { name: `${mail.name}/${found.name}`, bytes: found.bytes };
  const names = mail.attachments.map((attachment) => attachment.name).join(', ');
  const holds = names === '' ? 'It has no attachments.' : `Its attachments: ${names}.`;
  throw new DocumentError('no-member', `${mail.name} has no attachment "${wanted}". ${holds}`);
}

async function attachmentText(
  attachment: DocumentSource,
  left: number,
  context: ConvertContext,
): Promise<{ text: string; lost: readonly string[] }> {
  try {
    const inner = await context.convertInner(attachment);
    if (inner.text.length <= left) return inner;
    const cut = `The attachment is cut after ${Math.max(0, left)} characters; read it by its path.`;
    return { text: inner.text.slice(0, Math.max(0, left)), lost: [...inner.lost, cut] };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { text: `(${error.message})`, lost: [] };
  }
}
