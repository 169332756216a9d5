import assert from 'node:assert/strict';
import { JsonLinesWriter } from '../../../runtime/store/jsonLinesWriter.ts';
import { readSamples, sampleFileOf } from '../../../runtime/store/sampleFile.ts';
import { at } from '../../fakes/records.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const [ours, theirs] = ['a'.repeat(64), 'b'.repeat(64)];

const sample = (index: number, over: object = {}) => ({
  version: 1,
  taskId: 'x',
  taskHash: 'c'.repeat(64),
  settingsHash: ours,
  model: 'm',
  recipe: 'r',
  index,
  seed: 1,
  at,
  correctness: 1,
  stopReason: 'final-answer',
  cause: null,
  milliseconds: 2,
  ...over,
});

describe('sample file', () => {
  let folder: TemporaryFolder;
  let file = '';
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
    file = `${folder.path}/tasks.samples.jsonl`;
  });
  afterEach(() => folder.remove());

  const places: readonly (readonly [tasks: string, samples: string])[] = [
    ['/w/tasks.jsonl', '/w/tasks.samples.jsonl'],
    ['/w.x/tasks', '/w.x/tasks.samples.jsonl'],
    ['/w/my.tasks.jsonl', '/w/my.tasks.samples.jsonl'],
  ];
  for (const [tasks, samples] of places) {
    it(`of ${tasks} is ${samples}`, () => assert.equal(sampleFileOf(tasks), samples));
  }

  it('has no samples before it is there', async () => {
    assert.deepEqual(await readSamples(file, ours, signal), { samples: [], broken: 0 });
  });

  it('gives the samples of the settings that are asked for', async () => {
    const writer = await JsonLinesWriter.open(file);
    for (const record of [sample(0), sample(0, { settingsHash: theirs }), sample(1)])
      await writer.append(record);
    await writer.close();
    const { samples } = await readSamples(file, ours, signal);
    assert.deepEqual(samples, [sample(0), sample(1)]);
    assert.equal((await readSamples(file, theirs, signal)).samples.length, 1);
  });

  it('counts what it cannot read, and reads on', async () => {
    const text = [sample(0), sample(1, { correctness: 2 }), sample(2)].map((record) =>
      JSON.stringify(record),
    );
    await folder.write('tasks.samples.jsonl', `${text.join('\n')}\n\n\u0000\n{"version":1,"ta`);
    const { samples, broken } = await readSamples(file, ours, signal);
    assert.deepEqual([samples.map(({ index }) => index), broken], [[0, 2], 3]);
  });

  it('goes on after a line that was torn', async () => {
    await folder.write('tasks.samples.jsonl', `${JSON.stringify(sample(0))}\n{"version":1,"ta`);
    const writer = await JsonLinesWriter.open(file);
    await writer.append(sample(1));
    await writer.close();
    const { samples, broken } = await readSamples(file, ours, signal);
    assert.deepEqual([samples.length, broken], [2, 1]);
  });

  it('fails for a folder in its place', async () => {
    await assert.rejects(readSamples(folder.path, ours, signal), { name: 'FailureError' });
  });

  it('stops when it is told to', async () => {
    await folder.write('tasks.samples.jsonl', `${JSON.stringify(sample(0))}\n`);
    await assert.rejects(readSamples(file, ours, AbortSignal.abort()), { name: 'AbortError' });
  });
});
