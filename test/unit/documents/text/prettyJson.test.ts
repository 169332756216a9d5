import assert from 'node:assert/strict';
import fc from 'fast-check';
import { prettyJson } from '../../../../runtime/documents/text/prettyJson.ts';

describe('prettyJson', () => {
  it('keeps repeated keys and long numbers', () => {
    assert.equal(prettyJson('{"a":1e400,"a":2}'), '{"a": 1e400, "a": 2}');
  });
  it('keeps short flat groups on one line and opens the others', () => {
    assert.equal(prettyJson('[[1,2],{"x":"y, z"}]'), '[\n [1, 2],\n {"x": "y, z"}\n]');
    assert.match(
      prettyJson(JSON.stringify(Array.from({ length: 60 }, (_, i) => i))),
      /^\[\n 0,\n 1,/,
    );
  });
  it('does not look inside strings', () => {
    assert.equal(prettyJson('{"a":"{[,:]} \\" \\\\"}'), '{"a": "{[,:]} \\" \\\\"}');
  });
  it('means the same as before, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        assert.deepEqual(JSON.parse(prettyJson(text)), JSON.parse(text));
      }),
    );
  });
});
