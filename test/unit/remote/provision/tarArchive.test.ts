import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeTarArchive, type Packed } from '../../../../runtime/remote/provision/tarArchive.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const signal = new AbortController().signal;

describe('an archive of files', () => {
  const folder = temporaryFolder();

  async function file(name: string, content: string | Uint8Array): Promise<Packed> {
    const at = folder('in', name.replaceAll('/', '_').slice(-60));
    await mkdir(folder('in'), { recursive: true });
    await writeFile(at, content);
    return { name, file: at, bytes: (await stat(at)).size };
  }

  /** Unpacked by Python, as on a machine. */
  function unpack(archive: string, target: string): void {
    const program = 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])';
    execFileSync('python3', ['-c', program, archive, target], { stdio: 'pipe' });
  }

  it('holds every file, whatever its size and however long its name', async () => {
    const long = `${'a'.repeat(60)}/${'b'.repeat(60)}/${'ü'.repeat(40)}.txt`;
    const sizes = [0, 1, 511, 512, 513, 300_000];
    const files = await Promise.all([
      ...sizes.map((size) => file(`sizes/${size}`, Buffer.alloc(size, size % 251))),
      file(long, 'long'),
    ]);
    await writeTarArchive(files, folder('out.tar.gz'), signal);
    unpack(folder('out.tar.gz'), folder('out'));
    for (const { name, file: from } of files) {
      assert.deepEqual(await readFile(path.join(folder('out'), name)), await readFile(from), name);
    }
  });

  it('is the same for the same files, whenever they were written', async () => {
    const one = await file('a.txt', 'text');
    await writeTarArchive([one], folder('first'), signal);
    await utimes(one.file, 1, 1);
    await writeTarArchive([one], folder('second'), signal);
    assert.deepEqual(await readFile(folder('first')), await readFile(folder('second')));
  });

  it('is refused when a file changes meanwhile, or a name does not fit', async () => {
    const one = await file('a.txt', 'text');
    await assert.rejects(
      writeTarArchive([{ ...one, bytes: 3 }], folder('out'), signal),
      /changed while it was packed/,
    );
    const name = 'x'.repeat(101);
    await assert.rejects(writeTarArchive([{ ...one, name }], folder('out'), signal), /too long/);
  });

  it('can be given up', async () => {
    const one = await file('a.txt', Buffer.alloc(5_000_000));
    await assert.rejects(writeTarArchive([one], folder('out'), AbortSignal.abort()), {
      name: 'AbortError',
    });
  });
});
