import assert from 'node:assert/strict';
import { fileSignature, firstBytes } from '../../../runtime/documents/fileSignature.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

describe('fileSignature', () => {
  it('names a database and how to read it', () => {
    const signature = fileSignature(bytes('SQLite format 3\0rest'));
    assert.equal(signature?.description, 'a SQLite database');
    assert.match(signature.advice ?? '', /sqlite3/);
  });
  it('finds a signature that does not stand at the start', () => {
    assert.equal(fileSignature(bytes('\0'.repeat(257) + 'ustar'))?.description, 'a tar archive');
  });
  it('knows programs, for which there is no advice', () => {
    assert.deepEqual(fileSignature(bytes('\x7fELF\x02')), {
      description: 'a Linux program',
      advice: null,
    });
  });
  it('is null for noise and for files shorter than a signature', () => {
    assert.equal(fileSignature(bytes('\x78\xa2\x48\x19\xf8')), null);
    assert.equal(fileSignature(bytes('SQL')), null);
    assert.equal(fileSignature(new Uint8Array()), null);
  });
});

describe('firstBytes', () => {
  it('shows the head as pairs and characters', () => {
    assert.equal(firstBytes(bytes('\x89PNG\r\n')), '89 50 4e 47 0d 0a (".PNG..")');
  });
  it('stops at the count', () => {
    assert.equal(firstBytes(bytes('abcdef'), 2), '61 62 ("ab")');
  });
});
