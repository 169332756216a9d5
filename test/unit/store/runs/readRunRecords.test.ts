import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { readRunRecords } from '../../../../runtime/store/runs/readRunRecords.ts';
import { at } from '../../../fakes/records.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeGroupRecord } from '../../../fakes/trainingRecords.ts';

const { signal } = new AbortController();
const step = (number: number) => ({
  version: 1,
  step: number,
  at,
  metrics: { 'reward/total': 0.5, 'policy/kl': null },
});
const lines = (...records: object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('readRunRecords', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await makeTemporaryFolder()));
  afterEach(() => folder.remove());

  it('finds nothing in a run that has not begun', async () => {
    assert.deepEqual(await readRunRecords(folder.path, signal), {
      groups: [],
      metrics: [],
      problems: [],
    });
  });

  it('reads groups and train steps as they were written, the repeated ones too', async () => {
    const groups = [
      makeGroupRecord(),
      makeGroupRecord({ step: 1, taskId: 'b', outcome: null, passRate: null }),
    ];
    await folder.write('groups.jsonl', lines(...groups, ...groups));
    await folder.write('metrics.jsonl', lines(step(0), step(1), step(1)));
    const records = await readRunRecords(folder.path, signal);
    assert.deepEqual(records.groups, [...groups, ...groups]);
    assert.deepEqual(records.metrics, [step(0), step(1), step(1)]);
    assert.deepEqual(records.problems, []);
  });

  it('keeps fields that it does not know', async () => {
    await folder.write('groups.jsonl', lines({ ...makeGroupRecord(), later: { a: 1 } }));
    assert.deepEqual((await readRunRecords(folder.path, signal)).groups[0]?.['later'], { a: 1 });
  });

  it('names lines that it cannot read, and a last one without its end is not told of', async () => {
    await folder.write('groups.jsonl', `${lines(makeGroupRecord())}{"version":2}\n\n`);
    await appendFile(`${folder.path}/groups.jsonl`, '{"version":1,"st');
    const { groups, problems } = await readRunRecords(folder.path, signal);
    assert.equal(groups.length, 1);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /groups\.jsonl, line 2: version: /);
  });

  it('stops when it is told to', async () => {
    await folder.write('groups.jsonl', lines(makeGroupRecord()));
    await assert.rejects(readRunRecords(folder.path, AbortSignal.abort()), { name: 'AbortError' });
  });
});
