import assert from 'node:assert/strict';
import type { ConvertContext } from '../../../../runtime/documents/document.ts';
import { DocumentError } from '../../../../runtime/documents/document.ts';
import { zipConverter } from '../../../../runtime/documents/archive/zipConverter.ts';
import { convertWith, isProblem, quotingContext, sourceOf } from '../../../fakes/convertWith.ts';
import { docxFile, zipFile } from '../../../fakes/officeFiles.ts';

const never = new AbortController().signal;
const open = async (bytes: Uint8Array, member: string): Promise<string> => {
  const opened = await zipConverter.openMember?.(sourceOf('x.zip', bytes), member, never);
  return `${opened?.name ?? ''}: ${Buffer.from(opened?.bytes ?? []).toString('utf8')}`;
};

function encrypted(bytes: Uint8Array): Uint8Array {
  const marked = Buffer.from(bytes);
  for (
    let at = marked.indexOf('PK\x01\x02');
    at !== -1;
    at = marked.indexOf('PK\x01\x02', at + 1)
  ) {
    marked.writeUInt16LE(1, at + 8);
  }
  return marked;
}

describe('zipConverter', () => {
  it('lists the files with their sizes and opens them', async () => {
    const { format, text, lost } = await convertWith(
      zipConverter,
      'x.zip',
      zipFile({ 'a/one.txt': 'first', 'two.csv': 'x,y' }),
    );
    assert.equal(format, 'zip');
    assert.equal(
      text,
      '# x.zip\n\nArchive of 2 files, 8 bytes unpacked.\n\n| File | Bytes |\n| --- | --- |\n| a/one.txt | 5 |\n| two.csv | 3 |\n\n## a/one.txt\n\n[x.zip/a/one.txt: first]\n\n## two.csv\n\n[x.zip/two.csv: x,y]',
    );
    assert.deepEqual(lost, []);
  });
  it('never opens a name that leads out of the archive', async () => {
    const bytes = zipFile({ '../evil.txt': 'x', 'good.txt': 'y' });
    const { text, lost } = await convertWith(zipConverter, 'x.zip', bytes);
    assert.match(text, /\| \.\.\/evil\.txt \| 1 \| its path leads out of the archive \|/);
    assert.ok(!text.includes('## ../evil.txt'));
    assert.deepEqual(lost, ['1 file is not opened: its path leads out of the archive.']);
    await assert.rejects(
      open(bytes, '../evil.txt'),
      isProblem('corrupt', /not opened: its path leads out/),
    );
  });
  it('passes over folders and what macOS adds', async () => {
    const { text } = await convertWith(
      zipConverter,
      'x.zip',
      zipFile({ 'd/': '', '__MACOSX/._a': 'x', 'd/.DS_Store': 'x', a: 'y' }),
    );
    assert.match(text, /Archive of 1 file,/);
  });
  it('names an inner file that cannot be read and goes on', async () => {
    const context: ConvertContext = {
      ...quotingContext,
      convertInner: (source) =>
        source.name.endsWith('bad')
          ? Promise.reject(new DocumentError('unknown-format', 'binary data'))
          : Promise.resolve({ format: 'text', text: 'fine', lost: ['a table'] }),
    };
    const { text, lost } = await convertWith(
      zipConverter,
      'x.zip',
      zipFile({ bad: '1', good: '2' }),
      context,
    );
    assert.match(text, /## bad\n\n\(binary data\)\n\n## good\n\nfine/);
    assert.deepEqual(lost, ['good: a table']);
  });
  it('refuses a bomb inside, and shows the rest', async () => {
    const { text } = await convertWith(
      zipConverter,
      'x.zip',
      zipFile({ bomb: new Uint8Array(30_000_000), ok: 'fine' }),
    );
    assert.match(text, /## bomb\n\n\(x\.zip\/bomb would unpack to 30000000 bytes/);
    assert.match(text, /\[x\.zip\/ok: fine\]/);
  });
  it('only lists an archive of many files, and says how to read one', async () => {
    const members = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, 'x']),
    );
    const { text } = await convertWith(zipConverter, 'x.zip', zipFile(members));
    assert.match(text, /inspect_file_as_text\("x\.zip\/f0\.txt"\)/);
    assert.ok(!text.includes('## f0.txt'));
  });
  it('cuts inner texts that would be too long together', async () => {
    const members = { a: 'x'.repeat(299_990), b: 'y'.repeat(500), c: 'z' };
    const { text, lost } = await convertWith(zipConverter, 'x.zip', zipFile(members));
    assert.ok(text.length < 302_000);
    assert.ok(
      lost.some((sentence) => /^a is cut after|^b is cut after/.test(sentence)),
      lost.join(),
    );
    assert.ok(
      lost.some((sentence) => /^c is not shown/.test(sentence)),
      lost.join(),
    );
  });
  it('asks for a password when every file has one', async () => {
    const bytes = encrypted(zipFile({ 'a.txt': 'x', 'b.txt': 'y' }));
    await assert.rejects(
      convertWith(zipConverter, 'x.zip', bytes),
      isProblem('password', /It holds a\.txt, b\.txt\. Ask for/),
    );
  });
  it('takes an empty archive', async () => {
    const { text } = await convertWith(zipConverter, 'x.zip', zipFile({}));
    assert.equal(text.trim(), '# x.zip\n\nThe archive holds no files.');
  });
  it('stops when it is told to', async () => {
    const controller = new AbortController();
    controller.abort();
    const context = { ...quotingContext, signal: controller.signal };
    await assert.rejects(convertWith(zipConverter, 'x.zip', zipFile({ a: 'b' }), context), {
      name: 'AbortError',
    });
  });
  it('opens one file by its path and names near ones when there is none', async () => {
    const bytes = zipFile({ 'd/report.txt': 'r', 'e.txt': 'x' });
    assert.equal(await open(bytes, 'd/report.txt'), 'x.zip/d/report.txt: r');
    await assert.rejects(
      open(bytes, 'report.txt'),
      isProblem('no-member', /Did you mean d\/report\.txt\?/),
    );
    await assert.rejects(
      open(bytes, 'nothing'),
      isProblem('no-member', /It holds d\/report\.txt, e\.txt/),
    );
  });
  it('takes archives and leaves Office files to others', () => {
    assert.equal(zipConverter.recognise(sourceOf('x', zipFile({ a: 'b' }))), 0.9);
    assert.equal(zipConverter.recognise(sourceOf('x.zip', docxFile(''))), 0);
    assert.equal(zipConverter.recognise(sourceOf('x', zipFile({ a: 'b' }).subarray(0, 20))), 0.9);
  });
});
