import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { encodeMessage, MessageReader, noBytes } from '../../../../runtime/remote/link/frames.ts';

describe('messages of a connection', () => {
  const messages = [
    { number: 1, fields: { do: 'ping' }, body: noBytes },
    { number: 7, fields: { event: 'data', text: 'grüße' }, body: randomBytes(70_000) },
    { number: 4_294_967_295, fields: { ok: true }, body: Buffer.alloc(50_000, 'abc') },
  ];
  const plain = (list: readonly { number: number; fields: object; body: Uint8Array }[]) =>
    list.map(({ number, fields, body }) => ({ number, fields, body: Buffer.from(body) }));

  it('come out as they went in, whatever the pieces they arrive in', () => {
    const sent = Buffer.concat(messages.map(encodeMessage));
    for (const size of [1, 13, 1_000, 65_536, sent.length]) {
      const reader = new MessageReader();
      const received = [];
      for (let from = 0; from < sent.length; from += size) {
        received.push(...reader.push(sent.subarray(from, from + size)));
      }
      assert.deepEqual(plain(received), plain(messages), `pieces of ${size}`);
    }
  });

  it('are compressed only where it helps', () => {
    const [, random, text] = messages.map((message) => encodeMessage(message).length);
    assert.ok(random! > 70_000);
    assert.ok(text! < 1_000);
  });

  it('begin with length, number, flags and length of the JSON', () => {
    const encoded = encodeMessage({ number: 258, fields: { a: 1 }, body: Buffer.from([9]) });
    const head = '00000008' + '00000102' + '00' + '00000007';
    assert.equal(encoded.toString('hex'), head + Buffer.from('{"a":1}').toString('hex') + '09');
  });

  it('are told from something else that writes to the same stream', () => {
    assert.throws(
      () => new MessageReader().push(Buffer.from('Welcome to this machine')),
      /no message/,
    );
    const noJson = encodeMessage({ number: 1, fields: {}, body: noBytes });
    noJson.write('no', 13);
    assert.throws(() => new MessageReader().push(noJson), /not JSON/);
  });
});
