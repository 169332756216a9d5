import assert from 'node:assert/strict';
import { headPaths } from '../../../../../runtime/store/importers/trajectories/headPaths.ts';

describe('headPaths', () => {
  const paths = (text: string) => [...headPaths(Buffer.from(text))];

  it('names the keys of an object', () => {
    assert.deepEqual(paths('{"a": 1, "b": {"c": [1, {"d": 2}]}}'), ['a', 'b', 'b.c', 'b.c[].d']);
  });

  it('names the keys of the elements of a list once', () => {
    assert.deepEqual(paths('[{"a": 1}, {"a": 2, "b": "a\\"}"}]'), ['[].a', '[].b']);
  });

  it('takes the first of several lines', () => {
    assert.deepEqual(paths('{"a": 1}\n{"b": 1}\n'), ['a']);
  });

  it('takes no text for a key that is a value', () => {
    assert.deepEqual(paths('{"a": "b", "c": ["d", "e"]}'), ['a', 'c']);
  });

  it('reads what is cut off anywhere', () => {
    const text = '{"first": {"second": "é"}, "third": [1]}';
    const whole = headPaths(Buffer.from(text));
    for (let length = 0; length < text.length; length += 1) {
      for (const path of paths(text.slice(0, length))) assert.ok(whole.has(path), path);
    }
    assert.deepEqual(paths(text.slice(0, 9)), ['first']);
    assert.deepEqual(paths(text.slice(0, 6)), []);
  });

  it('reads line ends inside of texts', () => {
    assert.deepEqual(paths('{\n "input": "a\n\n b",\n "score": 1}'), ['input', 'score']);
  });

  it('finds nothing in what is no JSON', () => {
    assert.deepEqual(paths('PAR1\u0015\u0004'), []);
    assert.deepEqual(paths(''), []);
    assert.deepEqual(paths(']]}}"'), []);
  });

  it('goes only so deep', () => {
    const nested = '{"a":'.repeat(3000);
    assert.equal(paths(nested).length, 6);
  });
});
