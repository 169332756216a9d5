import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LabelBook } from '../../../../runtime/labels/labelBook.ts';
import { appendLines } from '../../../../runtime/store/labels/appendLines.ts';
import { LabelFile, labelFileOf } from '../../../../runtime/store/labels/labelFile.ts';
import { ben, makeLabel } from '../../../fakes/labelRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const writer = path.resolve(import.meta.dirname, '../../../fakes/labelWriter.ts');

function startWriter(workspace: string, prefix: string, count: number): ChildProcess {
  const args = ['--import', 'tsx', writer, workspace, prefix, String(count)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The ids that the writer said are on disk, once it is gone. `onId` is called at each. */
function idsOf(child: ChildProcess, onId: (count: number) => void = () => undefined) {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    onId(text.split('\n').length - 1);
  });
  return new Promise<string[]>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(text.split('\n').slice(0, -1)));
  });
}

describe('the label file', () => {
  const inFolder = temporaryFolder();
  const file = () => labelFileOf(inFolder());

  async function open() {
    const book = new LabelBook();
    const labels = await LabelFile.open(inFolder(), book);
    return { book, labels, ids: () => [...book.records()].map(({ id }) => id) };
  }

  async function write(text: string): Promise<void> {
    await mkdir(path.dirname(file()), { recursive: true });
    await writeFile(file(), text);
  }

  const line = (id: string) => `${JSON.stringify(makeLabel({ id }))}\n`;

  it('is empty where there is none, and made by the first label', async () => {
    const { labels, ids } = await open();
    assert.deepEqual([labels.problems, ids()], [[], []]);
    await labels.append([makeLabel({ id: 'a' })]);
    assert.deepEqual(ids(), ['a']);
    assert.equal(await readFile(file(), 'utf8'), line('a'));
    await labels.close();
  });

  it('reports lines that are no labels by their numbers, and reads the others', async () => {
    await write(`${line('a')}{"kind":"label-given"}\nnot json\n\n${line('b')}\u00ff\n${line('c')}`);
    const { labels, ids } = await open();
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    const [first, second, third] = labels.problems;
    assert.match(first ?? '', /^labels\.jsonl line 2: not a label: /);
    assert.match(second ?? '', /^labels\.jsonl line 3: not a label: not JSON/);
    assert.match(third ?? '', /^labels\.jsonl line 6: /);
    assert.equal(labels.problems.length, 3);
    await labels.close();
  });

  it('reports a line that is not UTF-8', async () => {
    await write('');
    await appendFile(
      file(),
      Buffer.concat([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from(line('a'))]),
    );
    const { labels, ids } = await open();
    assert.deepEqual(labels.problems, ['labels.jsonl line 1: it is not UTF-8 text.']);
    assert.deepEqual(ids(), ['a']);
    await labels.close();
  });

  it('names the first of many broken lines and counts the rest', async () => {
    await write('x\n'.repeat(50) + line('a'));
    const { labels } = await open();
    assert.equal(labels.problems.length, 21);
    assert.equal(labels.problems.at(-1), 'labels.jsonl has 30 more lines that cannot be read.');
    await labels.close();
  });

  it('says that a last line is torn, and starts the next label on a line of its own', async () => {
    await write(line('a') + line('b').slice(0, 40));
    const { labels, ids } = await open();
    assert.match(labels.problems.join(), /line 2: .*its writer was stopped/);
    await labels.append([makeLabel({ id: 'c' })]);
    assert.deepEqual(ids(), ['a', 'c']);
    assert.match(labels.problems.join(), /^labels\.jsonl line 2: not a label/);
    assert.deepEqual((await readFile(file(), 'utf8')).split('\n')[2], line('c').trimEnd());
    await labels.close();
  });

  it('takes a whole last line without an end, once', async () => {
    await write(line('a') + line('b').trimEnd());
    const { labels, ids } = await open();
    assert.deepEqual([ids(), labels.problems], [['a', 'b'], []]);
    await appendFile(file(), `\n${line('c')}`);
    assert.equal(await labels.refresh(), true);
    assert.deepEqual([ids(), labels.problems], [['a', 'b', 'c'], []]);
    await labels.close();
  });

  it('sees what another window appends, and that nothing was', async () => {
    const mine = await open();
    const other = await open();
    await other.labels.append([makeLabel({ id: 'a' })]);
    assert.equal(await mine.labels.refresh(), true);
    assert.deepEqual(mine.ids(), ['a']);
    assert.equal(await mine.labels.refresh(), false);
    await Promise.all([mine.labels.close(), other.labels.close()]);
  });

  it('follows a file that a merge replaced, and one that is gone', async () => {
    await write(line('a') + line('b'));
    const { labels, ids } = await open();
    await writeFile(inFolder('merged'), line('b') + line('c'));
    await rename(inFolder('merged'), file());
    assert.equal(await labels.refresh(), true);
    assert.deepEqual(ids(), ['b', 'c']);
    await rm(file());
    assert.equal(await labels.refresh(), true);
    assert.deepEqual(ids(), []);
    await labels.append([makeLabel({ id: 'd' })]);
    assert.deepEqual(ids(), ['d']);
    await labels.close();
  });

  it('calls back when others wrote, until it is told to end', async () => {
    const { labels, ids } = await open();
    const ending = new AbortController();
    const seen = new Promise<void>((resolve, reject) => {
      void labels.follow(20, ending.signal, resolve, reject);
    });
    await appendLines(file(), [makeLabel({ id: 'a' })]);
    await seen;
    assert.deepEqual(ids(), ['a']);
    ending.abort();
    await labels.close();
  });

  it('refuses clearly where it cannot be written', async () => {
    await writeFile(inFolder('.tool-r1'), 'a file');
    const labels = new LabelBook();
    await assert.rejects(
      async () => (await LabelFile.open(inFolder(), labels)).append([makeLabel()]),
      /labels\.jsonl/,
    );
  });
});

describe('several processes on one label file', function () {
  this.timeout(120_000);
  const inFolder = temporaryFolder();

  it('lose nothing', async () => {
    const children = ['a', 'b', 'c'].map((prefix) => startWriter(inFolder(), prefix, 60));
    const ids = (await Promise.all(children.map((child) => idsOf(child)))).flat();
    assert.equal(ids.length, 180);
    const book = new LabelBook();
    const labels = await LabelFile.open(inFolder(), book);
    assert.deepEqual([...book.records()].map(({ id }) => id).sort(), ids.sort());
    assert.deepEqual(labels.problems, []);
    await labels.close();
  });

  it('lose at most the label in flight when one is killed, and go on after it', async () => {
    for (const kills of [3, 20]) {
      const child = startWriter(inFolder(), `killed-${kills}`, 10_000);
      const ids = await idsOf(child, (count) => {
        if (count >= kills) child.kill('SIGKILL');
      });
      const [after] = await idsOf(startWriter(inFolder(), `after-${kills}`, 1));
      const book = new LabelBook();
      const labels = await LabelFile.open(inFolder(), book);
      for (const id of [...ids, after ?? 'missing']) assert.ok(book.has(id), id);
      const more = [...book.records()].filter(({ id }) => id.startsWith(`killed-${kills}-`)).length;
      assert.ok(more - ids.length <= 1, `${more} in the file, ${ids.length} reported`);
      await labels.close();
    }
  });
});

describe('two branches that both add labels', () => {
  const inFolder = temporaryFolder();
  const git = (...args: string[]) => {
    const identity = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.org',
      '-c',
      'init.defaultBranch=main',
    ];
    return execFileSync('git', [...identity, ...args], { cwd: inFolder(), encoding: 'utf8' });
  };

  async function add(...ids: string[]): Promise<void> {
    const labels = await LabelFile.open(inFolder(), new LabelBook());
    for (const id of ids) await labels.append([makeLabel({ id, rater: ben })]);
    await labels.close();
    git('add', '-A');
    git('commit', '-qm', ids.join(' '));
  }

  it('merge without a conflict', async () => {
    git('init', '-q');
    await add('base');
    git('checkout', '-qb', 'other');
    await add('other-1', 'other-2');
    git('checkout', '-q', 'main');
    await add('main-1');
    git('merge', '-q', 'other', '-m', 'merged');
    const book = new LabelBook();
    const labels = await LabelFile.open(inFolder(), book);
    const ids = [...book.records()].map(({ id }) => id).sort();
    assert.deepEqual(ids, ['base', 'main-1', 'other-1', 'other-2']);
    assert.deepEqual(labels.problems, []);
    await labels.close();
  });

  it('say so once, and leave what a person wrote there', async () => {
    await mkdir(inFolder('.tool-r1'));
    const attributes = inFolder('.tool-r1', '.gitattributes');
    await writeFile(attributes, '*.bin binary');
    git('init', '-q');
    await add('a', 'b');
    await add('c');
    const text = await readFile(attributes, 'utf8');
    assert.equal(text, '*.bin binary\nlabels.jsonl merge=union\n');
  });
});
