import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copySampleWorkspace } from '../../../../extension/tasks/sampleWorkspace.ts';

const source = path.resolve(import.meta.dirname, '../../../../media/sample-workspace');

describe('copy of the sample workspace', () => {
  let parent: string;

  beforeEach(async () => {
    parent = path.join(await mkdtemp(path.join(tmpdir(), 'sample-')), 'made', 'when needed');
  });

  afterEach(() => rm(path.resolve(parent, '../..'), { recursive: true, force: true }));

  it('has the files, and the tasks where those of a workspace lie', async () => {
    const folder = await copySampleWorkspace(source, parent);
    assert.equal(folder, path.join(parent, 'tool-r1-sample'));
    const tasks = await readFile(path.join(folder, '.tool-r1/tasks.jsonl'), 'utf8');
    assert.equal(tasks, await readFile(path.join(source, 'tasks.jsonl'), 'utf8'));
    await assert.rejects(access(path.join(folder, 'tasks.jsonl')));
    await access(path.join(folder, 'kestrel-boats/customers.csv'));
    assert.deepEqual(await readdir(parent), ['tool-r1-sample'], 'something was left behind');
  });

  it('is made once, and keeps what a person did in it', async () => {
    const folder = await copySampleWorkspace(source, parent);
    await writeFile(path.join(folder, '.tool-r1/tasks.jsonl'), 'mine');
    assert.equal(await copySampleWorkspace(source, parent), folder);
    assert.equal(await readFile(path.join(folder, '.tool-r1/tasks.jsonl'), 'utf8'), 'mine');
  });

  it('leaves a folder of the same name alone', async () => {
    await mkdir(path.join(parent, 'tool-r1-sample'), { recursive: true });
    await writeFile(path.join(parent, 'tool-r1-sample/mine.txt'), 'mine');
    assert.equal(await copySampleWorkspace(source, parent), path.join(parent, 'tool-r1-sample-2'));
    assert.deepEqual(await readdir(path.join(parent, 'tool-r1-sample')), ['mine.txt']);
  });

  it('is one when two windows make it at once', async () => {
    const folders = await Promise.all([
      copySampleWorkspace(source, parent),
      copySampleWorkspace(source, parent),
    ]);
    assert.equal(new Set(folders).size, 1);
    assert.deepEqual(await readdir(parent), ['tool-r1-sample']);
  });

  it('leaves nothing behind when it cannot be made', async () => {
    await assert.rejects(copySampleWorkspace(path.join(source, 'missing'), parent));
    assert.deepEqual(await readdir(parent), []);
  });
});
