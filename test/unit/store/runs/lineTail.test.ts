import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { LineTail } from '../../../../runtime/store/runs/lineTail.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('LineTail', () => {
  const folder = temporaryFolder();

  it('waits for the file, for the ends of lines, and gives each line once', async () => {
    const tail = new LineTail(folder('a'));
    assert.deepEqual(await tail.read(), []);
    await appendFile(folder('a'), 'one\ntw');
    assert.deepEqual(await tail.read(), ['one']);
    assert.deepEqual(await tail.read(), []);
    await appendFile(folder('a'), 'o\n\nthree\n');
    assert.deepEqual(await tail.read(), ['two', '', 'three']);
  });

  it('begins at a byte', async () => {
    await writeFile(folder('a'), 'größer\nzwei\n');
    assert.deepEqual(await new LineTail(folder('a'), Buffer.byteLength('größer\n')).read(), [
      'zwei',
    ]);
  });

  it('reads what is larger than a block', async () => {
    const long = 'ü'.repeat(400_000);
    await writeFile(folder('a'), `${long}\nshort\n`);
    assert.deepEqual(await new LineTail(folder('a')).read(), [long, 'short']);
  });

  it('gives the same lines however they are written', async () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 9 }), { maxLength: 12 });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(9), { maxLength: 20 }), async (parts, cuts) => {
        const lines = parts.map((part) => part.replaceAll('\n', ' '));
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const file = folder(`p${(number += 1)}`);
        const tail = new LineTail(file);
        const read: string[] = [];
        let from = 0;
        for (const cut of [...cuts, bytes.length]) {
          await appendFile(file, bytes.subarray(from, from + cut));
          from = Math.min(bytes.length, from + cut);
          read.push(...(await tail.read()));
        }
        assert.deepEqual(read, lines);
      }),
      { numRuns: 50 },
    );
  });

  it('says what it cannot read', async () => {
    await assert.rejects(new LineTail(folder('.')).read(), /is a folder/);
  });
});
