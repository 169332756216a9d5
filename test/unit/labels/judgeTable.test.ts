import assert from 'node:assert/strict';
import { judgeName, JudgeTable } from '../../../runtime/labels/judgeTable.ts';

describe('the table of judges', () => {
  it('names judges as a person reads them', () => {
    const named = (version: string) => judgeName({ name: 'llm-judge', version });
    assert.equal(named('3'), 'llm-judge v3');
    assert.equal(named('1.2'), 'llm-judge v1.2');
    assert.equal(named('v3'), 'llm-judge v3');
    assert.equal(named('0a1b2c3d4e5f60718293'), 'llm-judge 0a1b2c3d4e5f…');
  });

  it('keeps one entry for a version, and takes the version that came last', () => {
    const table = new JudgeTable();
    const old = table.add({ name: 'llm', version: '1' });
    const newer = table.add({ name: 'llm', version: '2' });
    assert.deepEqual([table.isCurrent(old), table.isCurrent(newer)], [false, true]);
    assert.equal(table.add({ name: 'llm', version: '1' }), old);
    assert.deepEqual([table.isCurrent(old), table.isCurrent(newer)], [true, false]);
    assert.equal(table.all.length, 2);
    assert.equal(table.find('llm@2'), newer);
    assert.equal(table.find('llm@3'), null);
  });

  it('knows the kind of judges from before kinds were written', () => {
    const table = new JudgeTable();
    const kindOf = (name: string) => table.add({ name, version: '1' }).kind;
    assert.deepEqual(['rule', 'gaia-official', 'other'].map(kindOf), ['rule', 'rule', 'llm']);
    assert.equal(table.add({ name: 'x', version: '1', kind: 'semantic' }).kind, 'semantic');
  });
});
