import assert from 'node:assert/strict';
import { tarConverter } from '../../../../runtime/documents/archive/tarConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

interface Entry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly prefix?: string;
}

function block(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

function tarFile(entries: readonly Entry[]): Uint8Array {
  const parts = entries.map(({ name, content = '', type = '0', prefix = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124);
    header.write(type, 156);
    header.write('ustar\0', 257);
    header.write(prefix, 345, 155);
    return Buffer.concat([header, block(content)]);
  });
  return new Uint8Array(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

const convert = (entries: readonly Entry[]) => convertWith(tarConverter, 'x.tar', tarFile(entries));

describe('tarConverter', () => {
  it('lists the files and opens them', async () => {
    const { text } = await convert([
      { name: './a.txt', content: 'one' },
      { name: 'd', type: '5' },
      { name: 'b.txt', prefix: 'd', content: 'two' },
    ]);
    assert.match(text, /Archive of 2 files, 6 bytes/);
    assert.match(
      text,
      /## a\.txt\n\n\[x\.tar\/a\.txt: one\]\n\n## d\/b\.txt\n\n\[x\.tar\/d\/b\.txt: two\]$/,
    );
  });
  it('reads long names of both kinds', async () => {
    const long = `${'n'.repeat(120)}.txt`;
    const record = ` path=${long}\n`;
    const pax = `${record.length + 3}${record}`;
    for (const entry of [
      { name: '././@LongLink', type: 'L', content: `${long}\0` },
      { name: 'PaxHeader', type: 'x', content: pax },
    ]) {
      const { text } = await convert([entry, { name: 'short', content: 'x' }]);
      assert.match(text, new RegExp(`Archive of 1 file[\\s\\S]*\\| ${long} \\| 1 \\|`));
    }
  });
  it('never follows links nor paths that lead out', async () => {
    const { lost } = await convert([
      { name: 'l', type: '2' },
      { name: '../x', content: 'y' },
    ]);
    assert.deepEqual(lost, [
      '1 file is not opened: it is a link or a device.',
      '1 file is not opened: its path leads out of the archive.',
    ]);
  });
  it('says when the archive ends within a file', async () => {
    const cut = tarFile([{ name: 'a', content: 'x'.repeat(600) }]).subarray(0, 700);
    const { lost } = await convertWith(tarConverter, 'x.tar', cut);
    assert.deepEqual(lost, ['1 file is not opened: the archive ends within it.']);
  });
  it('opens one file by its path', async () => {
    const never = new AbortController().signal;
    const source = sourceOf('x.tar', tarFile([{ name: 'a', content: 'one' }]));
    const opened = await tarConverter.openMember?.(source, 'a', never);
    assert.equal(Buffer.from(opened?.bytes ?? []).toString(), 'one');
    await assert.rejects(
      tarConverter.openMember?.(source, 'b', never) ?? Promise.resolve(),
      isProblem('no-member', /It holds a/),
    );
  });
  it('recognises its signature', () => {
    assert.equal(tarConverter.recognise(sourceOf('x', tarFile([{ name: 'a' }]))), 1);
    assert.equal(tarConverter.recognise(sourceOf('x.tar', 'text')), 0);
  });
});
