import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { silentLog } from '../../../../runtime/support/log.ts';
import { AnswerCache } from '../../../../runtime/web/cache/answerCache.ts';
import type { WebResponse } from '../../../../runtime/web/web.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { type VirtualTime, virtualTime } from '../virtualTime.ts';

const answer = (body: string | Uint8Array): WebResponse => ({
  url: 'http://site.example/end',
  status: 203,
  headers: { 'content-type': 'text/plain', 'x-name': 'größe' },
  body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  source: 'network',
});

describe('the cache of answers', () => {
  const folder = temporaryFolder();
  let time: VirtualTime;
  let warnings: string[];
  let names = 0;
  beforeEach(() => {
    time = virtualTime();
    warnings = [];
  });

  const cache = (maxBytes = 1_000_000): AnswerCache =>
    new AnswerCache({
      folder: folder('web'),
      maxBytes,
      clock: time.clock,
      newName: () => `draft${(names += 1)}`,
      log: { ...silentLog, warn: (message) => void warnings.push(message) },
    });
  const files = (): Promise<string[]> => readdir(folder('web'));

  it('gives back what was kept, byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 3_000 }, (_, index) => index % 256);
    await cache().keep('a1', answer(bytes), 1_000);
    assert.deepEqual(await cache().find('a1'), { ...answer(bytes), source: 'cache' });
    await cache().keep('a2', answer(new Uint8Array()), 1_000);
    assert.deepEqual((await cache().find('a2'))?.body, new Uint8Array());
    assert.equal(await cache().find('a3'), null);
    assert.deepEqual(warnings, []);
  });

  it('gives it back until it expires', async () => {
    await cache().keep('a1', answer('old'), 1_000);
    time.advance(999);
    assert.ok(await cache().find('a1'));
    time.advance(1);
    assert.equal(await cache().find('a1'), null);
    await cache().keep('a1', answer('new'), 1_000);
    assert.deepEqual((await cache().find('a1'))?.body, answer('new').body);
  });

  it('leaves nothing but answers, for its owner alone', async () => {
    await cache().keep('a1', answer('one'), 1_000);
    assert.deepEqual(await files(), ['a1.answer']);
    if (process.platform !== 'win32') {
      assert.equal((await stat(folder('web'))).mode & 0o077, 0);
    }
  });

  it('passes over files that are damaged', async () => {
    await cache().keep('a1', answer('a body'), 1_000);
    const file = folder('web', 'a1.answer');
    const whole = await readFile(file);
    const damaged = [
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.from('x')]),
      whole.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.from('{}\na body'),
      Buffer.from(whole.toString().replace('"version":1', '"version":2')),
    ];
    for (const content of damaged) {
      await writeFile(file, content);
      assert.equal(await cache().find('a1'), null);
    }
    await truncate(file);
    await cache().keep('a1', answer('whole again'), 1_000);
    assert.ok(await cache().find('a1'));
  });

  it('stays below its size, and lets go what expires first', async () => {
    const body = new Uint8Array(1_000);
    for (let count = 0; count < 40; count += 1) {
      await cache(10_000).keep(`a${count}`, answer(body), 1_000 + count);
    }
    const left = await files();
    const sizes = await Promise.all(
      left.map(async (name) => (await stat(folder('web', name))).size),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= 12_000, `${bytes} bytes`);
    assert.ok(left.includes('a39.answer') && !left.includes('a0.answer'), left.join());
  });

  it('looks through its folder when a part of its size was written, not each time', async () => {
    const one = cache(16_000);
    const body = new Uint8Array(400);
    await one.keep('a0', answer(body), 1);
    time.advance(10);
    await one.keep('a1', answer(body), 1_000);
    assert.ok((await files()).includes('a0.answer'), 'not yet');
    await one.keep('a2', answer(body), 1_000);
    await one.keep('a3', answer(body), 1_000);
    assert.ok(!(await files()).includes('a0.answer'));
  });

  it('removes drafts of processes that died, not those of living ones, and nothing of others', async () => {
    await mkdir(folder('web'));
    const now = Date.parse(time.clock.now());
    for (const [name, age] of [
      ['old.new', 3_700_000],
      ['young.new', 1_000],
      ['note.txt', 9_000_000],
    ] as const) {
      await writeFile(folder('web', name), 'x');
      await utimes(folder('web', name), (now - age) / 1000, (now - age) / 1000);
    }
    await cache().keep('a1', answer('one'), 1_000);
    assert.deepEqual((await files()).sort(), ['a1.answer', 'note.txt', 'young.new']);
  });

  it('is shared by several writers and readers of one answer', async () => {
    const bodies = ['first', 'second', 'third'].map((text) => text.repeat(20_000));
    await cache().keep('a1', answer(bodies[0] ?? ''), 1_000);
    const writers = bodies.map(async (body) => {
      for (let count = 0; count < 5; count += 1) await cache().keep('a1', answer(body), 1_000);
    });
    const reader = async () => {
      for (let count = 0; count < 20; count += 1) {
        const found = await cache().find('a1');
        assert.ok(found, 'there is a whole answer at every moment');
        assert.ok(bodies.includes(Buffer.from(found.body).toString()));
      }
    };
    await Promise.all([...writers, reader(), reader()]);
    assert.deepEqual(await files(), ['a1.answer']);
    assert.deepEqual(warnings, []);
  });

  it('does without a folder that cannot be written or read', async () => {
    await writeFile(folder('web'), 'a file has the name of the folder');
    await cache().keep('a1', answer('one'), 1_000);
    assert.equal(await cache().find('a1'), null);
    assert.match(warnings.join(), /could not be written.*could not be read/);
    assert.equal(await readFile(folder('web'), 'utf8'), 'a file has the name of the folder');
    assert.deepEqual(await readdir(path.dirname(folder('web'))), ['web']);
  });
});
