import assert from 'node:assert/strict';
import { encodeFrame, FrameReader, jsonFrame } from '../../../runtime/sandbox/frames.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('frames', () => {
  it('come out as they went in, however the bytes are cut', () => {
    const payloads = ['', 'a', 'é'.repeat(300), JSON.stringify({ a: 1 })];
    const stream = Buffer.concat(payloads.map((one) => encodeFrame('T', Buffer.from(one))));
    for (const size of [1, 2, 3, 7, 64, stream.length]) {
      const reader = new FrameReader();
      const found: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        for (const frame of reader.add(stream.subarray(at, at + size))) {
          assert.equal(frame.kind, 'T');
          found.push(text(frame.payload));
        }
      }
      assert.deepEqual(found, payloads, `pieces of ${size}`);
    }
  });

  it('carry JSON', () => {
    const [frame] = new FrameReader().add(jsonFrame('A', { value: 'ü' }));
    assert.deepEqual(JSON.parse(text(frame!.payload)), { value: 'ü' });
  });

  it('skip what a worker left half written, wherever the token is cut', () => {
    const token = Buffer.from('0123456789abcdef');
    const left = encodeFrame('R', Buffer.alloc(500, 1)).subarray(0, 100);
    const stream = Buffer.concat([left, token, jsonFrame('E', 1)]);
    for (const size of [1, 5, 16, stream.length]) {
      const reader = new FrameReader();
      reader.skipTo(token);
      const kinds: string[] = [];
      for (let at = 0; at < stream.length; at += size) {
        kinds.push(...reader.add(stream.subarray(at, at + size)).map((frame) => frame.kind));
      }
      assert.deepEqual(kinds, ['E'], `pieces of ${size}`);
    }
  });

  it('are refused when they say that they are too large', () => {
    const head = Buffer.alloc(5);
    head.write('R');
    head.writeUInt32LE(0xffff_ffff, 1);
    assert.throws(() => new FrameReader().add(head), RangeError);
  });
});
