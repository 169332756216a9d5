import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  compoundKind,
  streamHead,
  topNames,
} from '../../../../runtime/documents/office/compoundFile.ts';
import { compoundFile } from '../../../fakes/compoundFile.ts';

describe('compoundKind', () => {
  const cases: readonly (readonly [kind: string, streams: readonly string[]])[] = [
    ['doc', ['WordDocument', '1Table']],
    ['xls', ['Workbook']],
    ['xls', ['Book']],
    ['ppt', ['PowerPoint Document', 'Current User']],
    ['msg', ['__properties_version1.0', '__substg1.0_0037001F']],
    ['encrypted', ['EncryptedPackage', 'EncryptionInfo']],
    ['other', ['Contents']],
  ];
  for (const [kind, streams] of cases) {
    it(`knows ${kind} by ${streams[0] ?? ''}`, () => {
      const bytes = compoundFile(Object.fromEntries(streams.map((name) => [name, 'x'.repeat(50)])));
      assert.equal(compoundKind(bytes), kind);
    });
  }
  it('looks at the top only: a Word document embedded in a workbook does not make it one', () => {
    const bytes = compoundFile({ Workbook: 'x', 'MBD0001/WordDocument': 'y' });
    assert.equal(compoundKind(bytes), 'xls');
  });
  it('finds every stream among many', () => {
    const names = Array.from({ length: 60 }, (_, index) => `stream-${index}`);
    const found = topNames(compoundFile(Object.fromEntries(names.map((name) => [name, 'x']))));
    assert.deepEqual(
      names.filter((name) => !found.includes(name)),
      [],
    );
  });
  it('knows a real file', () => {
    const file = new URL('../../../fixtures/documents/old.xls', import.meta.url);
    assert.equal(compoundKind(readFileSync(file)), 'xls');
  });
  it('calls other bytes no compound file and a cut one of no known kind', () => {
    assert.equal(compoundKind(Buffer.from('nothing')), null);
    assert.equal(compoundKind(compoundFile({ WordDocument: 'x' }).subarray(0, 100)), 'other');
  });
});

describe('streamHead', () => {
  it('gives the beginning of a stream', () => {
    const bytes = compoundFile({ other: 'x', WordDocument: `begin${'.'.repeat(9000)}` });
    assert.equal(streamHead(bytes, 'WordDocument')?.toString('latin1', 0, 6), 'begin.');
    assert.equal(streamHead(bytes, 'none'), null);
  });
});
