import assert from 'node:assert/strict';
import type { Converter } from '../../../../runtime/documents/document.ts';
import { DocumentError } from '../../../../runtime/documents/document.ts';
import { recognise } from '../../../../runtime/documents/picture/recognise.ts';

function converter(format: string, score: number): Converter {
  return {
    format,
    recognise: () => score,
    convert: () => Promise.resolve({ format, text: '', lost: [] }),
  };
}

const source = (text: string, name = 'file'): { name: string; bytes: Uint8Array } => ({
  name,
  bytes: new Uint8Array(Buffer.from(text, 'latin1')),
});

function problemOf(run: () => unknown): DocumentError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof DocumentError);
    return error;
  }
  return assert.fail('nothing was thrown');
}

describe('recognise', () => {
  it('takes the converter that is surest', () => {
    const list = [converter('text', 0.2), converter('pdf', 1), converter('csv', 0.6)];
    assert.equal(recognise(list, source('x')).format, 'pdf');
  });
  it('takes the earlier of two that are equally sure', () => {
    const list = [converter('docx', 1), converter('zip', 1)];
    assert.equal(recognise(list, source('x')).format, 'docx');
  });
  it('refuses an empty file before any converter sees it', () => {
    const error = problemOf(() => recognise([converter('text', 1)], source('', 'notes.txt')));
    assert.equal(error.problem, 'empty');
    assert.equal(error.message, 'notes.txt is empty: it has zero bytes.');
  });
  it('says what an unreadable file is and what to do', () => {
    const error = problemOf(() => recognise([], source('PAR1....', 'rows.parquet')));
    assert.equal(error.problem, 'unknown-format');
    assert.equal(
      error.message,
      'rows.parquet is a Parquet table, which cannot be turned into text. Ask for the table as CSV.',
    );
  });
  it('shows the first bytes of noise and how to read it in Python', () => {
    const error = problemOf(() => recognise([converter('x', 0)], source('\x01\x02AB', 'a.bin')));
    assert.match(error.message, /4 bytes that begin with 01 02 41 42 \("\.\.AB"\)/);
    assert.match(error.message, /open\('a\.bin', 'rb'\)/);
  });
});
