// The program that answers on machines, run here by the Python of this computer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { composeMachines } from '../../../../runtime/composeMachines.ts';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import type { Look, LookedAt, MachineLink } from '../../../../runtime/remote/link/machineLink.ts';
import { Prompts } from '../../../../runtime/remote/machines/prompts.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const signal = new AbortController().signal;
const source = path.resolve('runtime/remote/link/agent.py');

describe('the program that answers on a machine', function () {
  this.timeout(30_000);
  let folder: TemporaryFolder;
  let link: MachineLink;

  before(async () => {
    folder = await makeTemporaryFolder();
    link = composeMachines({
      folder: path.resolve('runtime'),
      cacheDirectory: path.join(folder.path, 'cache'),
      env: { ...process.env, HOME: folder.path },
      platform: process.platform,
      log: silentLog,
      prompts: new Prompts(() => 'prompt'),
    }).link(thisComputer);
    await link.home(signal);
  });
  after(async () => {
    await link.close();
    await folder.remove();
  });

  const file = (...names: string[]): string => path.join(folder.path, ...names);
  const look = (asked: Partial<Look>): Promise<LookedAt> =>
    link.look({ folders: [], files: [], followed: [], pids: [], ...asked }, signal);
  const follow = async (name: string, from: number, limit = 1_000, tailOnly = false) => {
    const { growth } = await look({ followed: [{ path: file(name), from, limit, tailOnly }] });
    const [grown] = growth;
    assert.ok(grown !== undefined);
    return { ...grown, text: Buffer.from(grown.bytes).toString() };
  };

  it('is Python that 3.9 can parse', () => {
    const check = 'import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))';
    execFileSync('python3', ['-c', check, source]);
  });

  it('knows the numbers that are also written in TypeScript', async () => {
    const text = await readFile(source, 'utf8');
    assert.match(text, /struct\.Struct\(">IIBI"\)/);
    assert.match(text, /\nMOST_FRAME_BYTES = 64 \* 1024 \* 1024\n/);
    assert.match(text, /\nTUNNEL_BYTES = 256 \* 1024\n/);
    assert.match(text, /\nBLOCK_BYTES = 64 \* 1024\n/);
  });

  it('has a folder of its own for this user alone', async () => {
    const mode = execFileSync('stat', ['-c', '%a', file('.tool-r1')])
      .toString()
      .trim();
    assert.equal(mode, '700');
    assert.deepEqual(await readdir(file('.tool-r1')), []);
  });

  describe('looks', () => {
    it('at folders, with what links point to', async () => {
      await mkdir(file('runs/a'), { recursive: true });
      await writeFile(file('runs/notes'), '1234');
      await symlink(file('gone'), file('runs/broken'));
      const { entries, now } = await look({ folders: [file('runs'), file('none')] });
      const listed = entries[file('runs')]!.map(({ name, kind }) => `${kind} ${name}`).sort();
      assert.deepEqual(listed, ['file notes', 'folder a', 'other broken']);
      assert.equal(entries[file('none')], null);
      assert.ok(Math.abs(now - Date.now()) < 5_000);
    });

    it('at small files that changed, by name and by pattern', async () => {
      await folder.write('many/1/status.json', 'one');
      await folder.write('many/2/status.json', 'two');
      await folder.write('many/[x]/status.json', 'odd');
      const pattern = { path: file('many/*/status.json'), stamp: null };
      const first = (await look({ files: [pattern] })).files;
      assert.deepEqual(first.map(({ text }) => text).sort(), ['odd', 'one', 'two']);
      const known = first.map(({ path: place, stamp }) => ({ path: place, stamp }));
      assert.deepEqual((await look({ files: [pattern, ...known] })).files, []);
      await folder.write('many/2/status.json', 'three');
      const changed = (await look({ files: [pattern, ...known] })).files;
      assert.deepEqual(
        changed.map(({ text }) => text),
        ['three'],
      );
    });

    it('at no file that is large, and at none that is not there', async () => {
      await folder.write('large.json', Buffer.alloc(1_100_000));
      const files = ['large.json', 'absent.json'].map((name) => ({
        path: file(name),
        stamp: null,
      }));
      assert.deepEqual((await look({ files })).files, []);
    });

    it('at processes, dead ones too', async () => {
      const { alive } = await look({ pids: [process.pid, 1, 4_194_303] });
      assert.deepEqual(alive, { [process.pid]: true, 1: true, 4194303: false });
    });
  });

  describe('follows a file', () => {
    it('from the byte that the asker has', async () => {
      await folder.write('events.jsonl', 'one\ntwo\n');
      assert.equal((await follow('events.jsonl', 0)).text, 'one\ntwo\n');
      assert.equal((await follow('events.jsonl', 8)).text, '');
      await appendFile(file('events.jsonl'), 'three\n');
      const { text, from, size } = await follow('events.jsonl', 8);
      assert.deepEqual({ text, from, size }, { text: 'three\n', from: 8, size: 14 });
    });

    it('with at most so many bytes, the rest next time', async () => {
      await folder.write('log', '0123456789');
      assert.equal((await follow('log', 2, 3)).text, '234');
      assert.equal((await follow('log', 5, 100)).text, '56789');
    });

    it('by its last lines alone when much is new', async () => {
      await folder.write('long', 'first line\nsecond line\nthird line\n');
      const { text, from } = await follow('long', 0, 15, true);
      assert.deepEqual({ text, from }, { text: 'third line\n', from: 23 });
      assert.equal((await follow('long', 0, 11, true)).text, 'third line\n');
      assert.equal((await follow('long', 0, 5, true)).text, '');
      assert.equal((await follow('long', 23, 100, true)).text, 'third line\n');
    });

    it('from the beginning when it was written anew, as another generation after a rotation', async () => {
      await folder.write('rotated', 'a long text that was there before\n');
      const { generation } = await follow('rotated', 0);
      await rename(file('rotated'), file('rotated.1'));
      await folder.write('rotated', 'new\n');
      const after = await follow('rotated', 34);
      assert.deepEqual([after.from, after.text], [0, 'new\n']);
      assert.notEqual(after.generation, generation);
    });

    it('that is not there', async () => {
      const { size, text } = await follow('absent', 10);
      assert.deepEqual({ size, text }, { size: null, text: '' });
    });
  });

  describe('deletes', () => {
    it('what is its own and what is of a run', async () => {
      await folder.write('.tool-r1/models/m/weights', 'x');
      await folder.write('project/runs/r/run.json', '{}');
      await folder.write('project/runs/r/checkpoints/checkpoint-2/weights', 'x');
      await link.remove(file('.tool-r1/models/m'), signal);
      await link.remove(file('project/runs/r/checkpoints/checkpoint-2'), signal);
      await link.remove(file('.tool-r1/models/m'), signal);
      assert.deepEqual(await readdir(file('.tool-r1/models')), []);
      assert.deepEqual(await readdir(file('project/runs/r/checkpoints')), []);
    });

    it('nothing else, by whatever path', async () => {
      await folder.write('precious/thesis.txt', 'x');
      await symlink(file('precious'), file('.tool-r1/link'));
      const paths = ['precious', '.tool-r1', '.tool-r1/../precious', '.tool-r1/link/thesis.txt'];
      for (const name of paths) {
        const failed = await failureOf(link.remove(`${folder.path}/${name}`, signal));
        assert.match(failed.message, /is not deleted/, name);
      }
      assert.deepEqual(await readdir(file('precious')), ['thesis.txt']);
      await link.remove(file('.tool-r1/link'), signal);
      assert.deepEqual(await readdir(file('precious')), ['thesis.txt']);
    });
  });

  describe('puts a file in its place', () => {
    it('whole, with its mode, going on where an earlier attempt ended', async () => {
      const bytes = Buffer.alloc(300_000, 'weights ');
      const part = await partAfterPut(bytes);
      await writeFile(part, bytes.subarray(0, 200_000));
      const seen: number[] = [];
      const onProgress = ({ done }: { done: number }) => void seen.push(done);
      await link.put({ bytes }, file('sent/m.bin'), { signal, onProgress, mode: 0o755 });
      assert.equal(seen[0], 200_000);
      assert.deepEqual(await readFile(file('sent/m.bin')), bytes);
      assert.deepEqual(await readdir(file('sent')), ['m.bin']);
    });

    it('also when what the earlier attempt left is damaged', async () => {
      const bytes = Buffer.alloc(300_000, 'other weights ');
      await writeFile(await partAfterPut(bytes), Buffer.alloc(250_000, 'damage'));
      await link.put({ bytes }, file('sent/m.bin'), { signal });
      assert.deepEqual(await readFile(file('sent/m.bin')), bytes);
    });

    it('and does not send it again when it is there', async () => {
      const bytes = Buffer.alloc(100_000, 'x');
      await link.put({ bytes }, file('twice.bin'), { signal });
      const seen: number[] = [];
      const onProgress = ({ done }: { done: number }) => void seen.push(done);
      await link.put({ bytes }, file('twice.bin'), { signal, onProgress });
      assert.deepEqual(seen, [100_000]);
    });

    it('empty ones too', async () => {
      await link.put({ bytes: new Uint8Array(0) }, file('empty'), { signal });
      await link.fetch(file('empty'), file('empty-back'), { signal });
      assert.equal((await readFile(file('empty-back'))).length, 0);
    });

    /** Where an attempt for this content leaves what it brought. */
    const partAfterPut = async (bytes: Buffer): Promise<string> => {
      const { createHash } = await import('node:crypto');
      const key = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      await mkdir(file('sent'), { recursive: true });
      return file('sent', `.m.bin.${key}.part`);
    };
  });

  describe('fetches a file', () => {
    it('going on where an earlier attempt ended', async () => {
      const bytes = Buffer.alloc(3_000_000, 'trajectory ');
      await folder.write('rollouts.jsonl', bytes);
      const stop = new AbortController();
      const first = link.fetch(file('rollouts.jsonl'), file('here/r.jsonl'), {
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done > 1_000_000) stop.abort();
        },
      });
      await assert.rejects(first, { name: 'AbortError' });
      assert.equal((await readdir(file('here'))).filter((name) => name === 'r.jsonl').length, 0);
      const seen: number[] = [];
      const onProgress = ({ done }: { done: number }) => void seen.push(done);
      await link.fetch(file('rollouts.jsonl'), file('here/r.jsonl'), { signal, onProgress });
      assert.ok(seen[0]! > 1_000_000, `went on at ${seen[0]}`);
      assert.deepEqual(await readFile(file('here/r.jsonl')), bytes);
      assert.deepEqual(await readdir(file('here')), ['r.jsonl']);
    });

    it('of which another state was begun, from the start', async () => {
      await folder.write('changing.bin', Buffer.alloc(2_000_000, 'a'));
      const stop = new AbortController();
      const onProgress = () => stop.abort();
      const options = { signal: stop.signal, onProgress };
      const first = link.fetch(file('changing.bin'), file('there/c.bin'), options);
      await assert.rejects(first, { name: 'AbortError' });
      const bytes = Buffer.alloc(2_000_000, 'b');
      await folder.write('changing.bin', bytes);
      await link.fetch(file('changing.bin'), file('there/c.bin'), { signal });
      assert.deepEqual(await readFile(file('there/c.bin')), bytes);
    });
  });

  it('says which file or program is not there', async () => {
    const noFile = await failureOf(link.fetch(file('absent'), file('x'), { signal }));
    assert.equal(noFile.code, 'remote/no-file');
    assert.match(noFile.message, /^this computer: No such file or directory: '.*absent'\.$/);
    const noProgram = await failureOf(link.run({ argv: ['no-such-program'], signal }));
    assert.match(noProgram.message, /no-such-program/);
  });

  it('says by which signal a program ended: none but a missing code', async () => {
    const { code } = await link.run({ argv: ['/bin/sh', '-c', 'kill -9 $$'], signal });
    assert.equal(code, null);
  });
});
