import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { readTasks } from '../../../runtime/store/taskStore.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TerminalSession } from '../../fakes/terminalSession.ts';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/toolrl');
const Added = z.object({
  file: z.string(),
  added: z.array(z.string()),
  alreadyThere: z.array(z.string()),
});

describe('tool-r1 import', () => {
  const inFolder = temporaryFolder();

  async function call(...args: string[]) {
    const session = new TerminalSession({ cwd: inFolder('.') });
    const code = await session.call(...args);
    return { code, out: session.out.text, err: session.err.text };
  }

  it('adds the tasks of a Parquet table, each once', async () => {
    const file = path.join(fixtures, 'verl-snappy.parquet');
    const first = await call('import', file);
    assert.deepEqual([first.code, first.err], [0, '']);
    assert.equal(
      first.out,
      `5 tasks from ${file} (ToolRL rows) added to ${path.join('.tool-r1', 'tasks.jsonl')}.\n`,
    );
    const { tasks, problems } = await readTasks(inFolder('.tool-r1', 'tasks.jsonl'));
    assert.deepEqual([tasks.length, problems], [5, []]);
    const again = await call('import', file);
    assert.match(again.out, /^0 tasks .*; 5 were there already\.\n$/);
  });

  it('writes to the file that is named, with names of files from there', async () => {
    await writeFile(inFolder('q.jsonl'), '{"question": "How many?", "files": ["data/a.csv"]}');
    const { code, out } = await call('import', 'q.jsonl', '--out', 'train.jsonl', '--json');
    assert.equal(code, 0);
    const { file, added } = Added.parse(JSON.parse(out));
    assert.deepEqual([file, added.length], [inFolder('train.jsonl'), 1]);
    const { tasks } = await readTasks(file);
    assert.deepEqual(tasks[0]?.files, ['data/a.csv']);
  });

  it('adds what it can, names the rest, and tells by its exit code', async () => {
    await writeFile(inFolder('half.json'), '[{"question": "Why?"}, {"answer": "So."}]');
    const { code, out, err } = await call('import', 'half.json');
    assert.equal(code, 2);
    assert.match(out, /^1 task from half\.json \(JSON\) added to /);
    assert.match(err, /half\.json, line 1: row 2: there is no question/);
  });

  it('says in one line what is wrong with a file', async () => {
    const { code, err } = await call('import', 'missing.parquet');
    assert.equal(code, 2);
    assert.match(err, /There is no file .*missing\.parquet\. Check the path\.\n$/);
    await writeFile(inFolder('x.pdf'), '');
    const other = await call('import', 'x.pdf');
    assert.equal(other.code, 2);
    assert.match(other.err, /Tasks are imported from JSON Lines/);
  });
});

describe('tool-r1 generate', () => {
  const inFolder = temporaryFolder();

  async function call(...args: string[]) {
    const session = new TerminalSession({ cwd: inFolder('.') });
    const code = await session.call('generate', ...args);
    return { code, out: session.out.text, err: session.err.text };
  }

  it('writes the same tasks for the same seed', async () => {
    const { code, out } = await call('--count', '20', '--seed', '3', '--out', 'a.jsonl');
    assert.deepEqual([code, out], [0, '20 tasks made with seed 3 added to a.jsonl.\n']);
    await call('--count', '20', '--seed', '3', '--out', 'b.jsonl');
    assert.equal(
      await readFile(inFolder('a.jsonl'), 'utf8'),
      await readFile(inFolder('b.jsonl'), 'utf8'),
    );
    const { tasks, problems } = await readTasks(inFolder('a.jsonl'));
    assert.deepEqual([tasks.length, problems], [20, []]);
  });

  it('refuses a count that makes no sense', async () => {
    const { code, err } = await call('--count', '0');
    assert.equal(code, 2);
    assert.match(err, /It must be a whole number from 1 to 10000\./);
  });
});
