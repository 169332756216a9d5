import assert from 'node:assert/strict';
import { audioFormat } from '../../../../runtime/documents/sound/audioFormat.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

describe('audioFormat', () => {
  const cases: readonly (readonly [head: string, extension: string, found: string | null])[] = [
    ['RIFF\0\0\0\0WAVEfmt ', '', 'wav'],
    ['RIFF\0\0\0\0AVI LIST', '', 'avi video'],
    ['RIFF\0\0\0\0WEBPVP8 ', '', null],
    ['fLaC\0\0\0\x22', '', 'flac'],
    [`OggS${'\0'.repeat(24)}OpusHead`, '', 'ogg'],
    [`OggS${'\0'.repeat(24)}\x01vorbis`, '', 'ogg'],
    ['ID3\x04\0', '', 'mp3'],
    ['\xff\xfb\x90\x00', 'mp3', 'mp3'],
    ['\xff\xfb\x90\x00', 'bin', null],
    ['\xff\xf1\x50\x80', 'aac', 'aac'],
    ['\0\0\0\x20ftypM4A \0', '', 'm4a'],
    ['\0\0\0\x20ftypisom\0', '', 'mp4 video'],
    ['\0\0\0\x20ftypqt  \0', '', 'mov video'],
    ['\0\0\0\x20ftypheic\0', '', null],
    ['\0\0\0\x20ftypavif\0', '', null],
    ['\x1aE\xdf\xa3', 'webm', 'webm video'],
    ['\x1aE\xdf\xa3', 'mkv', 'mkv video'],
    ['FORM\0\0\0\0AIFF', '', 'aiff'],
    ['#!AMR\n', '', 'amr'],
    ['plain text', 'mp3', null],
    ['', 'wav', null],
  ];
  for (const [head, extension, found] of cases) {
    it(`takes ${JSON.stringify(head.slice(0, 16))} (${extension || 'no extension'}) for ${found ?? 'no sound'}`, () => {
      const format = audioFormat(bytes(head), extension);
      const text = format === null ? null : format.format + (format.isVideo ? ' video' : '');
      assert.equal(text, found);
    });
  }
  it('tells Opus and Vorbis apart for the decoder', () => {
    assert.equal(audioFormat(bytes(`OggS${'\0'.repeat(24)}OpusHead`), '')?.decoder, 'opus');
    assert.equal(audioFormat(bytes(`OggS${'\0'.repeat(24)}\x01vorbis`), '')?.decoder, 'oga');
  });
});
