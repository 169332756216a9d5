import assert from 'node:assert/strict';
import { mailConverter } from '../../../../runtime/documents/mail/mailConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const heads =
  'From: =?utf-8?q?=C3=84nne?= <a@x.org>\r\nTo: b@x.org, "C, D" <c@x.org>\r\nSubject: =?gb2312?b?xOO6ww==?=\r\nDate: Mon, 6 Oct 2025 09:00:00 +0200\r\n';
const plain = `${heads}Content-Type: text/plain; charset=utf-8\r\n\r\nHello\r\nthere\r\n`;
const parts = (...bodies: string[]): string =>
  `${heads}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n${bodies.map((body) => `--B\r\n${body}\r\n`).join('')}--B--\r\n`;
const attachment =
  "Content-Type: text/csv\r\nContent-Disposition: attachment; filename*=utf-8''t%C3%A4b.csv\r\n\r\na,b";

const convert = (mail: string) => convertWith(mailConverter, 'm.eml', mail);

describe('mailConverter', () => {
  it('gives the heads that matter and the text, the date as the sender wrote it', async () => {
    const { format, text } = await convert(plain);
    assert.equal(format, 'eml');
    assert.equal(
      text,
      'Subject: 你好\nFrom: Änne <a@x.org>\nTo: b@x.org, C, D <c@x.org>\nDate: Mon, 6 Oct 2025 09:00:00 +0200\n\nHello\nthere',
    );
  });
  it('prefers HTML, for its tables', async () => {
    const html =
      'Content-Type: text/html\r\n\r\n<p>Hi</p><table><tr><td>1</td><td>2</td></tr></table>';
    assert.match(
      (await convert(parts('Content-Type: text/plain\r\n\r\nHi 1 2', html))).text,
      /\| 1 \| 2 \|/,
    );
  });
  it('converts attachments, a mail in a mail included', async () => {
    const { text } = await convert(
      parts(
        'Content-Type: text/plain\r\n\r\nsee below',
        attachment,
        `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${plain}`,
      ),
    );
    assert.match(text, /## Attachment: täb\.csv \(4 bytes\)\n\n\[täb\.csv: a,b\n\]/);
    assert.match(text, /## Attachment: attachment-2\.eml /);
  });
  it('leaves out pictures within the text and says so', async () => {
    const picture =
      'Content-Type: image/png\r\nContent-Disposition: inline; filename=logo.png\r\nContent-ID: <x>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0=';
    const { text, lost } = await convert(parts('Content-Type: text/html\r\n\r\n<p>x</p>', picture));
    assert.ok(!text.includes('logo.png'));
    assert.deepEqual(lost, ['1 picture within the text left out.']);
  });
  it('says that a mail has no text', async () => {
    assert.match((await convert(`${heads}\r\n`)).text, /\(The mail has no text\.\)$/);
  });
  it('opens an attachment by its name', async () => {
    const never = new AbortController().signal;
    const source = sourceOf('m.eml', parts('Content-Type: text/plain\r\n\r\nx', attachment));
    const opened = await mailConverter.openMember?.(source, 'täb.csv', never);
    assert.equal(opened?.name, 'm.eml/täb.csv');
    const missing = mailConverter.openMember?.(source, 'no.csv', never) ?? Promise.resolve();
    await assert.rejects(missing, isProblem('no-member', /Its attachments: täb\.csv\./));
    const none =
      mailConverter.openMember?.(sourceOf('m.eml', plain), 'x', never) ?? Promise.resolve();
    await assert.rejects(none, isProblem('no-member', /has no attachments/));
  });
  it('recognises mails by name and heads, and by heads alone', () => {
    assert.equal(mailConverter.recognise(sourceOf('m.eml', plain)), 0.95);
    assert.equal(mailConverter.recognise(sourceOf('page.mht', plain)), 0.95);
    assert.equal(mailConverter.recognise(sourceOf('m', plain)), 0.6);
    assert.equal(mailConverter.recognise(sourceOf('m.eml', 'no heads')), 0);
    assert.equal(mailConverter.recognise(sourceOf('m.txt', plain)), 0);
  });
});
