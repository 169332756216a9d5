import assert from 'node:assert/strict';
import { outlookConverter } from '../../../../runtime/documents/mail/outlookConverter.ts';
import { compoundFile } from '../../../fakes/compoundFile.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const wide = (text: string): Uint8Array => Buffer.from(text, 'utf16le');

/** A message with one recipient and one attachment; `body` are further streams. */
function message(body: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return compoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__nameid_version1.0/__substg1.0_00020102': Buffer.alloc(0),
    '__substg1.0_0037001F': wide('Grüße'),
    '__substg1.0_0C1A001F': wide('Ann'),
    '__substg1.0_5D01001F': wide('ann@x.org'),
    '__recip_version1.0_#00000000/__properties_version1.0': Buffer.alloc(8),
    '__recip_version1.0_#00000000/__substg1.0_3001001F': wide('Bob'),
    '__recip_version1.0_#00000000/__substg1.0_39FE001F': wide('bob@x.org'),
    '__attach_version1.0_#00000000/__properties_version1.0': Buffer.alloc(8),
    '__attach_version1.0_#00000000/__substg1.0_3707001F': wide('täb.csv'),
    '__attach_version1.0_#00000000/__substg1.0_37010102': Buffer.from('a,b\n1,2'),
    ...body,
  });
}
const plainBody = { '__substg1.0_1000001F': wide('Hello\r\nthere') };

describe('outlookConverter', () => {
  it('gives heads, text and attachments', async () => {
    const { format, text } = await convertWith(outlookConverter, 'm.msg', message(plainBody));
    assert.equal(format, 'msg');
    assert.match(text, /^Subject: Grüße\nFrom: Ann <ann@x\.org>\nTo: Bob <bob@x\.org>/);
    assert.match(
      text,
      /\n\nHello\r?\nthere\n\n## Attachment: täb\.csv \(7 bytes\)\n\n\[täb\.csv: a,b\n1,2\]$/,
    );
  });
  it('prefers HTML, for its tables', async () => {
    const html = Buffer.from('<p>x</p><table><tr><td>1</td><td>2</td></tr></table>');
    const { text } = await convertWith(
      outlookConverter,
      'm.msg',
      message({ ...plainBody, '__substg1.0_10130102': html }),
    );
    assert.match(text, /\| 1 \| 2 \|/);
  });
  it('reads a text that is stored as compressed RTF only', async () => {
    const rtf = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    );
    const { text } = await convertWith(
      outlookConverter,
      'm.msg',
      message({ '__substg1.0_10090102': rtf }),
    );
    assert.match(text, /\n\nhello world\n\n/);
  });
  it('opens an attachment by its name', async () => {
    const never = new AbortController().signal;
    const source = sourceOf('m.msg', message(plainBody));
    const opened = await outlookConverter.openMember?.(source, 'täb.csv', never);
    assert.equal(Buffer.from(opened?.bytes ?? []).toString(), 'a,b\n1,2');
    await assert.rejects(
      outlookConverter.openMember?.(source, 'x', never) ?? Promise.resolve(),
      isProblem('no-member', /täb\.csv/),
    );
  });
  it('is sure of messages only', () => {
    assert.equal(outlookConverter.recognise(sourceOf('m', message(plainBody))), 1);
    assert.equal(
      outlookConverter.recognise(sourceOf('m.msg', compoundFile({ WordDocument: 'x' }))),
      0,
    );
  });
});
