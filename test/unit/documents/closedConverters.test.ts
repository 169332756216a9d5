import assert from 'node:assert/strict';
import {
  encryptedOfficeConverter,
  oldPresentationConverter,
  sqliteConverter,
} from '../../../runtime/documents/closedConverters.ts';
import { compoundFile } from '../../fakes/compoundFile.ts';
import { convertWith, isProblem, sourceOf } from '../../fakes/convertWith.ts';

const sqlite = Buffer.from('SQLite format 3\0rest', 'latin1');
const cases = [
  {
    converter: encryptedOfficeConverter,
    bytes: compoundFile({ EncryptedPackage: 'x', EncryptionInfo: 'y' }),
    problem: 'password',
    message: /x\.dat is an Office file protected with a password/,
  },
  {
    converter: oldPresentationConverter,
    bytes: compoundFile({ 'PowerPoint Document': 'x' }),
    problem: 'needs-converter',
    message: /97 to 2003.*as \.pptx or PDF/,
  },
  {
    converter: sqliteConverter,
    bytes: sqlite,
    problem: 'needs-converter',
    message: /import sqlite3.*file:x\.dat\?mode=ro.*sqlite_master/,
  },
];

describe('closedConverters', () => {
  for (const { converter, bytes, problem, message } of cases) {
    it(`${converter.format}: recognises the file and says what to do`, async () => {
      assert.equal(converter.recognise(sourceOf('x.dat', bytes)), 1);
      assert.equal(converter.recognise(sourceOf('x.dat', 'text')), 0);
      await assert.rejects(convertWith(converter, 'x.dat', bytes), isProblem(problem, message));
    });
  }
});
