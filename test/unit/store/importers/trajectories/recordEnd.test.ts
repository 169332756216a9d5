import assert from 'node:assert/strict';
import { RecordEnd } from '../../../../../runtime/store/importers/trajectories/recordEnd.ts';

describe('RecordEnd', () => {
  function ends(...lines: readonly string[]): boolean[] {
    const end = new RecordEnd();
    return lines.map((line) => end.push(`${line}\n`));
  }

  it('waits for the last brace', () => {
    assert.deepEqual(ends('{', '"a": [1,', '2]', '}'), [false, false, false, true]);
  });

  it('counts nothing inside of texts', () => {
    assert.deepEqual(ends('{"a": "}', '}"', '}'), [false, false, true]);
    assert.deepEqual(ends(`{'a': '"}`, `}'}`), [false, true]);
    assert.deepEqual(ends(String.raw`{"a": "\"}`, '"}'), [false, true]);
  });

  it('passes over an escaped line end', () => {
    assert.deepEqual(ends('{"a": "x\\', '"}'), [false, true]);
  });

  it('has no depth below none', () => {
    assert.deepEqual(ends('}'), [true]);
  });
});
