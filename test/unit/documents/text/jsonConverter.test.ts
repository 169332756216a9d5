import assert from 'node:assert/strict';
import { jsonConverter } from '../../../../runtime/documents/text/jsonConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const convert = (content: string, name = 'x.json') => convertWith(jsonConverter, name, content);

describe('jsonConverter', () => {
  it('indents and keeps every digit', async () => {
    const { format, text } = await convert('{"id":12345678901234567890,"list":[1,{"a":null}]}');
    assert.equal(format, 'json');
    assert.equal(text, '{\n "id": 12345678901234567890,\n "list": [\n  1,\n  {"a": null}\n ]\n}');
  });
  it('heads a long file with its shape', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => ({
      id: index,
      name: `n${index}`,
      tags: ['a'],
    }));
    const { text } = await convert(JSON.stringify(rows));
    assert.ok(
      text.startsWith(
        'Shape:\n- The file: array of 900 items\n  - each item: object\n    - id: number\n    - name: string\n    - tags: array of 1 item\n',
      ),
      text.slice(0, 300),
    );
    assert.ok(text.includes('\n\nContent:\n['));
  });
  it('gives text that is no JSON as it is, with the place of the mistake', async () => {
    const content = '{"a": 1,\n "b": 2,}';
    const { text, notes } = await convert(content);
    assert.equal(text, content);
    assert.match(
      notes?.join() ?? '',
      /^The file is not valid JSON \(.*\bline 2,? column 9.*\); it is given as text\.$/,
    );
  });
  it('cuts a huge file and says so', async () => {
    const { text, lost } = await convert(
      JSON.stringify(Array.from({ length: 150_000 }, (_, i) => ({ value: i }))),
    );
    assert.ok(text.length < 2_001_000);
    assert.match(lost.join(), /Only the first/);
  });
  it('refuses a blank file', async () => {
    await assert.rejects(convert(' \n'), isProblem('empty', /blank/));
  });
  it('recognises its extension, and JSON without any', () => {
    assert.equal(jsonConverter.recognise(sourceOf('x.geojson', '{}')), 0.85);
    assert.equal(jsonConverter.recognise(sourceOf('data', '[{"a": 1}]')), 0.5);
    assert.equal(jsonConverter.recognise(sourceOf('notes', '{ just a brace')), 0);
    assert.equal(jsonConverter.recognise(sourceOf('x.py', '[1, 2]')), 0);
  });
});
