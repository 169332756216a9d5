import assert from 'node:assert/strict';
import { jsonLinesConverter } from '../../../../runtime/documents/text/jsonLinesConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const convert = (content: string) => convertWith(jsonLinesConverter, 'x.jsonl', content);

describe('jsonLinesConverter', () => {
  it('counts the records, tells their shape and gives the lines as they are', async () => {
    const { format, text, notes } = await convert('{"a":1}\n{"a":2,"b":"x"}\n');
    assert.equal(format, 'jsonl');
    assert.equal(
      text,
      '# x.jsonl\n\n2 records, one JSON value a line.\n\n- Each record: object\n  - a: number\n  - b: string (in 1 of 2)\n\nLines:\n{"a":1}\n{"a":2,"b":"x"}',
    );
    assert.deepEqual(notes, []);
  });
  it('names broken lines and counts the rest', async () => {
    const { text, notes } = await convert('{"a":1}\n{"a":\n\n{"a":3}\n{"a":4');
    assert.match(text, /^# x\.jsonl\n\n2 records/);
    assert.deepEqual(notes, ['Lines 2, 5 cannot be parsed as JSON.']);
  });
  it('names at most ten broken lines', async () => {
    const { notes } = await convert('{"a":1}\n'.concat('nope\n'.repeat(14)));
    assert.match(notes?.join() ?? '', /10, 11 and 4 more cannot/);
  });
  it('refuses a blank file', async () => {
    await assert.rejects(convert('\n\n'), isProblem('empty', /blank lines/));
  });
  it('recognises its extensions, and records under another name', () => {
    assert.equal(jsonLinesConverter.recognise(sourceOf('x.ndjson', '{}')), 0.9);
    assert.equal(jsonLinesConverter.recognise(sourceOf('x.log', '{"a":1}\n{"b":2}\n{"torn')), 0.87);
    assert.equal(jsonLinesConverter.recognise(sourceOf('x.json', '{"a":1}\n{"b":2}')), 0.87);
    assert.equal(jsonLinesConverter.recognise(sourceOf('x.json', '{\n "a": 1\n}')), 0);
    assert.equal(jsonLinesConverter.recognise(sourceOf('x.log', 'plain\nlines')), 0);
  });
});
