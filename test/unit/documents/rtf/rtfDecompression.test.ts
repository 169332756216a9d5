import assert from 'node:assert/strict';
import { decompressRtf } from '../../../../runtime/documents/rtf/rtfDecompression.ts';

describe('decompressRtf', () => {
  it('unpacks the example of the specification', () => {
    // [MS-OXRTFCP] 3.1.1: the text `{\rtf1\ansi\ansicpg1252\pard hello world}` and a line break.
    const packed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af320' +
        '68656c090020627705b06c647d0a800fa0',
      'hex',
    );
    const text = Buffer.from(decompressRtf(packed) ?? []).toString('latin1');
    assert.equal(text, '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
  });
  it('unpacks a reference that runs into what it writes', () => {
    // [MS-OXRTFCP] 3.1.2: a run of `WXYZ`.
    const packed = Buffer.from(
      '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0',
      'hex',
    );
    const text = Buffer.from(decompressRtf(packed) ?? []).toString('latin1');
    assert.equal(text, '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });
  it('passes text that is stored as it is', () => {
    const plain = Buffer.concat([
      Buffer.from('100000000400000 04d454c4100000000'.replace(' ', ''), 'hex'),
      Buffer.from('{rtf'),
    ]);
    assert.equal(Buffer.from(decompressRtf(plain) ?? []).toString('latin1'), '{rtf');
  });
  it('gives nothing for other bytes', () => {
    assert.equal(decompressRtf(Buffer.from('too short')), null);
    assert.equal(decompressRtf(Buffer.alloc(32)), null);
  });
});
