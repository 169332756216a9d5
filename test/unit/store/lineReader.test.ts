import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { readLines, type Line, type LineReading } from '../../../runtime/store/lineReader.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('readLines', () => {
  const inFolder = temporaryFolder();

  async function read(content: string | Buffer, reading: LineReading = {}): Promise<Line[]> {
    await writeFile(inFolder('file'), content);
    const lines: Line[] = [];
    for await (const line of readLines(inFolder('file'), reading)) lines.push(line);
    return lines;
  }

  it('gives number, offset, length and text of each line', async () => {
    assert.deepEqual(await read('one\nzwölf\n'), [
      { number: 1, offset: 0, bytes: 4, ended: true, text: 'one', problem: null },
      { number: 2, offset: 4, bytes: 7, ended: true, text: 'zwölf', problem: null },
    ]);
  });

  it('tells a last line without a line end', async () => {
    const lines = await read('one\ntwo');
    assert.deepEqual(
      lines.map(({ text, ended }) => [text, ended]),
      [
        ['one', true],
        ['two', false],
      ],
    );
  });

  it('gives the same lines for any size of the pieces it reads', async () => {
    const content = 'ä😀\n\n{"a":"日本"}\r\nend\n';
    const whole = await read(content);
    for (let chunkBytes = 1; chunkBytes <= 9; chunkBytes += 1) {
      assert.deepEqual(await read(content, { chunkBytes }), whole);
    }
    assert.deepEqual(
      whole.map((line) => line.text),
      ['ä😀', '', '{"a":"日本"}', 'end'],
    );
  });

  it('takes a byte order mark away', async () => {
    assert.equal((await read('\uFEFFone\n'))[0]!.text, 'one');
  });

  it('starts anywhere when asked', async () => {
    const lines = await read('one\ntwo\nthree\n', { start: 4, firstNumber: 2 });
    assert.deepEqual(
      lines.map(({ number, offset, text }) => [number, offset, text]),
      [
        [2, 4, 'two'],
        [3, 8, 'three'],
      ],
    );
  });

  it('reports a line past the limit and goes on after it', async () => {
    const lines = await read(`${'x'.repeat(3_000_000)}\nok\n`, { maxLineBytes: 2 * 1024 * 1024 });
    assert.equal(lines[0]!.text, null);
    assert.equal(lines[0]!.problem, 'longer than 2 MB');
    assert.equal(lines[0]!.bytes, 3_000_001);
    assert.equal(lines[1]!.text, 'ok');
  });

  it('reports bytes that are no UTF-8 and goes on after them', async () => {
    const lines = await read(Buffer.from([0xff, 0xfe, 0x0a, 0x61, 0x0a]));
    assert.equal(lines[0]!.problem, 'not UTF-8 text');
    assert.equal(lines[1]!.text, 'a');
  });

  it('gives nothing for an empty file', async () => {
    assert.deepEqual(await read(''), []);
  });

  it('stops when the signal is aborted', async () => {
    await assert.rejects(read('one\n', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('says that a file is not there, or is a folder', async () => {
    const drain = async (file: string) => {
      for await (const line of readLines(file)) assert.fail(String(line.number));
    };
    await assert.rejects(
      drain(inFolder('none')),
      (error) => error instanceof FailureError && error.failure.code === 'store/no-file',
    );
    await mkdir(inFolder('folder'));
    await assert.rejects(
      drain(inFolder('folder')),
      (error) => error instanceof FailureError && error.failure.code === 'store/is-folder',
    );
  });
});
