import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linkQuery, readLinkQuery } from '../../../../extension/links/trajectoryLink.ts';

describe('trajectoryLink', () => {
  it('is read as it was written, whatever the file is called', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/);
    const file = fc.string({ unit: 'grapheme', maxLength: 40 }).map((name) => `/w/${name}`);
    const step = fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: null });
    fc.assert(
      fc.property(file, id, step, (one, other, third) => {
        const link = { file: one, id: other, step: third };
        assert.deepEqual(readLinkQuery(linkQuery(link)), { ok: true, value: link });
      }),
    );
  });

  it('has no plus in it, which some readers take for a space', () => {
    assert.equal(
      linkQuery({ file: '/w/a b+c.jsonl', id: 'run-1', step: 3 }),
      'file=%2Fw%2Fa%20b%2Bc.jsonl&id=run-1&step=3',
    );
  });

  for (const [what, query] of [
    ['no file', 'id=a'],
    ['half a path', 'file=a.jsonl&id=a'],
    ['an address', 'file=https://example.com/a.jsonl&id=a'],
    ['no trajectory', 'file=/w/a.jsonl'],
    ['a path as the trajectory', 'file=/w/a.jsonl&id=../../b'],
    ['a step that is no number', 'file=/w/a.jsonl&id=a&step=1e3'],
    ['a step before the first', 'file=/w/a.jsonl&id=a&step=0'],
    ['a path without an end', `file=/${'x'.repeat(5000)}&id=a`],
  ] as const) {
    it(`is refused with ${what}`, () => {
      const read = readLinkQuery(query);
      assert.ok(!read.ok && read.problem.length > 5);
    });
  }
});
