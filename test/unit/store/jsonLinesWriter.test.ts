import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { JsonLinesWriter } from '../../../runtime/store/jsonLinesWriter.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { skipBecause } from '../../fakes/skip.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

function failsWith(code: string) {
  return (error: unknown) => error instanceof FailureError && error.failure.code === code;
}

describe('JsonLinesWriter', () => {
  const inFolder = temporaryFolder();
  const content = () => readFile(inFolder('a', 'b', 'file.jsonl'), 'utf8');
  const open = () => JsonLinesWriter.open(inFolder('a', 'b', 'file.jsonl'));

  it('makes folders and writes one record a line', async () => {
    const writer = await open();
    await writer.append({ n: 1 });
    await writer.append({ n: 'zwei\nZeilen' });
    await writer.close();
    assert.equal(await content(), '{"n":1}\n{"n":"zwei\\nZeilen"}\n');
  });

  it('has the record in the file when append resolves', async () => {
    const writer = await open();
    await writer.append({ n: 1 });
    assert.equal(await content(), '{"n":1}\n');
    await writer.close();
  });

  it('keeps the order of appends that are made at once', async () => {
    const writer = await open();
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    await Promise.all(numbers.map((n) => writer.append(n)));
    await writer.close();
    assert.deepEqual((await content()).trim().split('\n').map(Number), numbers);
  });

  it('appends to what is there', async () => {
    await (await openAndAppend(1)).close();
    await (await openAndAppend(2)).close();
    assert.equal(await content(), '1\n2\n');
  });

  it('never glues a record to a line that was torn', async () => {
    await (await openAndAppend({ n: 1 })).close();
    await appendFile(inFolder('a', 'b', 'file.jsonl'), '{"n":2,"te');
    await (await openAndAppend({ n: 3 })).close();
    assert.equal(await content(), '{"n":1}\n{"n":2,"te\n{"n":3}\n');
  });

  it('waits for what was appended before it closes', async () => {
    const writer = await open();
    const appended = writer.append(1);
    await writer.close();
    await appended;
    assert.equal(await content(), '1\n');
  });

  it('refuses appends after close, and closes twice', async () => {
    const writer = await open();
    await writer.close();
    await writer.close();
    await assert.rejects(writer.append(1), failsWith('store/write-failed'));
  });

  it('says that the disk is full', async function () {
    if (!existsSync('/dev/full')) skipBecause(this, 'only Linux has a device that is full');
    const writer = await JsonLinesWriter.open('/dev/full');
    await assert.rejects(writer.append(1), failsWith('store/disk-full'));
    await assert.rejects(writer.append(2), failsWith('store/disk-full'));
    await writer.close();
  });

  it('says that something else has the name', async () => {
    await writeFile(inFolder('taken'), '');
    await assert.rejects(
      JsonLinesWriter.open(inFolder('taken', 'file.jsonl')),
      failsWith('store/path-taken'),
    );
    await mkdir(inFolder('folder.jsonl'));
    await assert.rejects(
      JsonLinesWriter.open(inFolder('folder.jsonl')),
      failsWith('store/path-taken'),
    );
  });

  it('says that it may not write there', async function () {
    if (process.getuid?.() === 0) {
      // Permissions do not bind root, but no one makes files in /sys.
      if (!existsSync('/sys/kernel')) skipBecause(this, 'root may write everywhere here');
      await assert.rejects(JsonLinesWriter.open('/sys/x.jsonl'), failsWith('store/read-only'));
      return;
    }
    await mkdir(inFolder('closed'));
    await chmod(inFolder('closed'), 0o500);
    await assert.rejects(
      JsonLinesWriter.open(inFolder('closed', 'file.jsonl')),
      failsWith('store/read-only'),
    );
  });

  async function openAndAppend(record: unknown): Promise<JsonLinesWriter> {
    const writer = await open();
    await writer.append(record);
    return writer;
  }
});
