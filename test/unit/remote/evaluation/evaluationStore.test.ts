import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EvaluationCopy } from '../../../../runtime/remote/evaluation/evaluationCopy.ts';
import { evaluatedTasks } from '../../../../runtime/remote/evaluation/evaluationRecords.ts';
import {
  bunch,
  EvaluationStore,
  newestThere,
} from '../../../../runtime/remote/evaluation/evaluationStore.ts';
import { makeEvaluated } from '../../../fakes/evaluatedTasks.ts';
import { failureOf } from '../../../fakes/failureOf.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const key = '0123456789abcdef';
const heldOut = { passRate: 1, low: 0.5, high: 1, tasks: 2 };
const summary = { version: 1, key, tasksFile: 'held-out.jsonl', heldOut } as const;

describe('where an evaluation is kept', () => {
  const folder = temporaryFolder();
  let link: FolderMachine;
  beforeEach(() => {
    link = new FolderMachine(folder(''));
  });
  afterEach(async () => {
    for (const name of ['there', 'here', 'elsewhere']) {
      await rm(folder(name), { recursive: true, force: true });
    }
  });

  const open = (computer = 'here') => {
    const copy = new EvaluationCopy(folder(computer));
    return new EvaluationStore({ link, folder: folder('there'), key, copy });
  };
  const partsThere = () => path.join(folder('there'), 'evaluations', key);
  const linesThere = async () => {
    const names = await readdir(partsThere()).catch(() => []);
    const texts = names.map((name) => readFile(path.join(partsThere(), name), 'utf8'));
    return (await Promise.all(texts))
      .join('')
      .split('\n')
      .filter((line) => line !== '');
  };
  const tasksThere = async () =>
    [...evaluatedTasks((await linesThere()).join('\n')).values()].map(({ taskId }) => taskId);
  const ids = (records: ReadonlyMap<string, { readonly taskId: string }>) =>
    [...records.values()].map(({ taskId }) => taskId).sort();

  it('gets lines in bunches while they are made, and each once', async () => {
    const store = open();
    await store.read(signal);
    const made = Array.from({ length: 2 * bunch + 3 }, (_, at) => makeEvaluated(`t${at}`));
    for (const one of made) await store.append(one, signal);
    await store.close(signal);
    assert.ok(link.sent.length >= 2, 'they did not wait for the end');
    const ids = made.map(({ taskId }) => taskId).sort();
    assert.deepEqual((await tasksThere()).sort(), ids);
    assert.equal((await linesThere()).length, made.length, 'no line is there twice');
    const before = link.sent.length;
    const again = open();
    assert.equal((await again.read(signal)).size, made.length);
    await again.publish(summary, signal);
    await again.publish(summary, signal);
    assert.equal(link.sent.length, before + 1, 'how it went, once');
  });

  it('keeps what cannot go over, and brings it the next time', async () => {
    const store = open();
    await store.append(makeEvaluated('a'), signal);
    link.isCut = true;
    await store.append(makeEvaluated('b'), signal);
    await store.close(signal);
    assert.deepEqual(await linesThere(), []);
    const offline = open();
    assert.equal((await failureOf(offline.read(signal))).code, 'remote/offline');
    assert.deepEqual(ids(await offline.readCopy()), ['a', 'b']);
    link.isCut = false;
    const later = open();
    await later.read(signal);
    await later.publish(summary, signal);
    assert.deepEqual((await tasksThere()).sort(), ['a', 'b']);
  });

  it('sends no task that nobody scored, because it is tried again', async () => {
    const store = open();
    await store.append(makeEvaluated('a', { correctness: null, cause: 'cut off' }), signal);
    await store.close(signal);
    assert.deepEqual(await linesThere(), []);
    assert.equal((await open().read(signal)).size, 1, 'what went wrong is known here');
  });

  it('has what another computer made, read once', async () => {
    const other = open('elsewhere');
    await other.append(makeEvaluated('a'), signal);
    await other.close(signal);
    assert.deepEqual(ids(await open().read(signal)), ['a']);
    const before = link.roundTrips;
    assert.deepEqual(ids(await open().read(signal)), ['a']);
    assert.equal(link.roundTrips, before + 1, 'the names of the parts alone');
    link.isCut = true;
    assert.deepEqual(ids(await open().readCopy()), ['a'], 'also while the machine is away');
  });

  it('passes over what is no part, and what a crash has torn', async () => {
    await mkdir(partsThere(), { recursive: true });
    await writeFile(path.join(partsThere(), 'notes.txt'), 'mine');
    await mkdir(folder('here'), { recursive: true });
    const line = JSON.stringify(makeEvaluated('a'));
    await writeFile(folder('here', `${key}.jsonl`), `${line}\n${line.slice(0, 30)}`);
    const store = open();
    assert.deepEqual(ids(await store.read(signal)), ['a']);
    await store.append(makeEvaluated('b'), signal);
    await store.close(signal);
    assert.deepEqual((await tasksThere()).sort(), ['a', 'b']);
  });

  it('says how the last evaluation went, there and in the copy', async () => {
    const place = { link, folder: folder('there'), copy: new EvaluationCopy(folder('here')) };
    assert.equal(await newestThere(place, signal), null);
    await open('elsewhere').publish(summary, signal);
    assert.deepEqual(await newestThere(place, signal), summary);
    assert.deepEqual(await place.copy.newest(), summary);
    await appendFile(folder('there', 'evaluations', 'newest.json'), 'torn');
    assert.equal(await newestThere(place, signal), null);
    assert.deepEqual(await place.copy.newest(), summary, 'what was read before stays');
  });

  it('says what cannot be written here', async () => {
    await writeFile(folder('here'), 'a file');
    const { code } = await failureOf(open().append(makeEvaluated('a'), signal));
    assert.equal(code, 'store/path-taken');
    await rm(folder('here'));
  });
});
