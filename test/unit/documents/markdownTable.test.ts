import assert from 'node:assert/strict';
import { markdownTable, tableCell } from '../../../runtime/documents/markdownTable.ts';

describe('markdownTable', () => {
  it('writes the first row as the header', () => {
    assert.equal(
      markdownTable([
        ['a', 'b'],
        ['1', '2'],
      ]),
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
  });
  it('fills short rows and makes room for long ones', () => {
    assert.equal(
      markdownTable([['a'], ['1', '2'], []]),
      '| a |  |\n| --- | --- |\n| 1 | 2 |\n|  |  |',
    );
  });
  it('gives nothing for nothing', () => {
    assert.equal(markdownTable([]), '');
    assert.equal(markdownTable([[], []]), '');
  });
});

describe('tableCell', () => {
  it('keeps bars and line breaks inside the cell', () => {
    assert.equal(tableCell('a|b\r\nc\nd'), 'a\\|b<br>c<br>d');
  });
  it('leaves plain text as it is', () => assert.equal(tableCell(' x '), ' x '));
});
