import assert from 'node:assert/strict';
import { jsonShape } from '../../../../runtime/documents/text/jsonShape.ts';

describe('jsonShape', () => {
  it('merges the records of a list', () => {
    const records = [
      { id: 1, name: 'a', tags: ['x'] },
      { id: 2, name: null, tags: [] },
      { id: 3, name: 'c', tags: ['y', 'z'], extra: true },
    ];
    assert.equal(
      jsonShape(records),
      [
        '- Each record: object',
        '  - id: number',
        '  - name: string (2) or null (1)',
        '  - tags: array of 0 to 2 items',
        '    - each item: string',
        '  - extra: boolean (in 1 of 3)',
      ].join('\n'),
    );
  });
  it('describes a single value as the file', () => {
    assert.equal(
      jsonShape([[1, 'a']]),
      '- The file: array of 2 items\n  - each item: number (1) or string (1)',
    );
    assert.equal(jsonShape([7]), '- The file: number');
  });
  it('counts keys that it does not list and stops at a depth', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`k${index}`, index]),
    );
    assert.match(jsonShape([wide]), /\(and 40 more keys\)$/);
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as unknown;
    assert.equal(jsonShape([deep]).split('\n').length, 7);
  });
  it('survives keys named like properties of objects', () => {
    assert.match(
      jsonShape([JSON.parse('{"__proto__":1,"constructor":2}')]),
      /- __proto__: number\n {2}- constructor: number/,
    );
  });
});
