import assert from 'node:assert/strict';
import { plainTextConverter } from '../../../../runtime/documents/text/plainTextConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

describe('plainTextConverter', () => {
  it('gives text as it is, in any encoding', async () => {
    const code = 'def f(x):\n\treturn "ü"  # _a_\n';
    assert.equal((await convertWith(plainTextConverter, 'f.py', code)).text, code);
    assert.equal(
      (await convertWith(plainTextConverter, 'f', Buffer.from(code, 'utf16le'))).text,
      code,
    );
  });
  it('notes a guessed encoding', async () => {
    const { text, notes } = await convertWith(
      plainTextConverter,
      'x',
      Buffer.from('größe', 'latin1'),
    );
    assert.equal(text, 'größe');
    assert.match(notes?.join() ?? '', /read as windows-1252/);
  });
  it('cuts long text and says so', async () => {
    const { text, lost } = await convertWith(plainTextConverter, 'log', 'line\n'.repeat(500_000));
    assert.ok(text.length <= 2_000_000);
    assert.match(lost.join(), /Only the first/);
  });
  it('refuses blank files, and leaves binary data to others', async () => {
    await assert.rejects(convertWith(plainTextConverter, 'x', ' \n'), isProblem('empty', /blank/));
    assert.equal(
      plainTextConverter.recognise(sourceOf('x.txt', Uint8Array.from([0, 200, 1, 0, 3, 0]))),
      0,
    );
    assert.equal(plainTextConverter.recognise(sourceOf('x', 'text')), 0.2);
  });
});
