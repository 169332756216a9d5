import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { RunReader } from '../../../../runtime/remote/runs/runReader.ts';
import { fill, RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeGroupRecord, makeStepMetrics } from '../../../fakes/trainingRecords.ts';

describe('RunReader', () => {
  const folder = temporaryFolder();
  const make = () => RunFolderFixture.make(folder('run'));
  const open = () => new RunReader(folder('run'), 'opened');

  it('knows nothing of a folder that is not there', async () => {
    const reader = open();
    assert.deepEqual(await reader.refresh(), { isChanged: false, steps: [], events: [], gpus: [] });
    assert.equal(reader.job, null);
    assert.equal(reader.status, null);
  });

  it('reads everything once, and then what is new', async () => {
    const run = await make();
    await run.beat({ step: 1 });
    await run.measure(1);
    await run.tell('one');
    await run.group({ taskId: 'sum' });
    await run.write('tasks.jsonl', '{"version":1,"id":"sum","question":"1 + 1?","files":[]}\n');
    const reader = open();
    const first = await reader.refresh();
    assert.equal(first.isChanged, true);
    assert.equal(reader.job?.runId, 'run-1');
    assert.equal(reader.status?.step, 1);
    assert.deepEqual(reader.tasks, [{ id: 'sum', question: '1 + 1?', files: [] }]);
    assert.equal(reader.visits.last('sum', 9)?.step, 1);
    assert.deepEqual(await reader.refresh(), { isChanged: false, steps: [], events: [], gpus: [] });
    await run.measure(2);
    await run.tell('two');
    const { steps, events } = await reader.refresh();
    assert.deepEqual(
      [steps.map(({ step }) => step), events.map(({ message }) => message)],
      [[2], ['two']],
    );
    assert.equal(reader.events.length, 2);
    assert.equal(reader.table.lines.length, 2);
  });

  it('takes a status that was replaced', async () => {
    const run = await make();
    await run.beat({ state: 'starting' });
    const reader = open();
    await reader.refresh();
    await run.beat({ state: 'running', step: 7 });
    assert.equal((await reader.refresh()).isChanged, true);
    assert.deepEqual([reader.status?.state, reader.status?.step], ['running', 7]);
  });

  it('begins queues and figures anew when their files were written anew', async () => {
    const run = await make();
    for (const step of [0, 1, 2]) await run.group({ step, taskId: `task-${step}` });
    for (const step of [1, 2, 3]) await run.measure(step);
    const reader = open();
    await reader.refresh();
    for (const [name, record] of [
      ['groups.jsonl', makeGroupRecord({ step: 0, taskId: 'task-0' })],
      ['metrics.jsonl', makeStepMetrics(1)],
    ] as const) {
      await writeFile(folder('new'), `${JSON.stringify(record)}\n`);
      await rename(folder('new'), run.file(name));
    }
    await reader.refresh();
    assert.equal(reader.visits.lastStep, 1);
    assert.equal(reader.visits.last('task-2', 9), null);
    assert.equal(reader.table.lines.length, 1);
  });

  it('passes over lines that cannot be read', async () => {
    const run = await make();
    await run.measure(1);
    await run.write('metrics.jsonl', '{"version":1,"st\n[]\n');
    await run.measure(2);
    const reader = open();
    await reader.refresh();
    assert.deepEqual(
      reader.table.lines.map(({ step }) => step),
      [1, 2],
    );
  });

  it('reads for a list no more than how the figures begin and how they end', async () => {
    const run = await make();
    await run.tell('one');
    await run.group();
    const written = await fill(run, 'metrics.jsonl', 300_000, (index) =>
      makeStepMetrics(index + 1, { a: index }),
    );
    const reader = new RunReader(folder('run'), 'listed');
    const { events } = await reader.refresh();
    const steps = reader.table.lines.map(({ step }) => step);
    assert.ok(steps.length < written / 2);
    const counted = Array.from({ length: 10 }, (_, index) => index + 1);
    assert.deepEqual(steps.slice(0, 10), counted);
    assert.deepEqual(
      steps.slice(-10).reverse(),
      counted.map((back) => written + 1 - back),
    );
    assert.deepEqual(events, []);
    assert.equal(reader.visits.lastStep, 0);
  });

  it('keeps the newest events of many, and the cards of the last quarter of an hour', async () => {
    const run = await make();
    for (let index = 0; index < 250; index += 1) await run.tell(`event ${index}`);
    const at = '2026-05-04T09:30:00.000Z';
    for (let step = 0; step < 70; step += 1) {
      await run.append('gpu.jsonl', { version: 1, at, step, gpus: [] });
    }
    const reader = open();
    await reader.refresh();
    assert.equal(reader.events.length, 200);
    assert.equal(reader.events.at(-1)?.message, 'event 249');
    assert.deepEqual([reader.gpus.length, reader.gpus.at(-1)?.step], [60, 69]);
  });

  it('says what is wrong with a run that cannot be read', async () => {
    await make();
    await writeFile(folder('run', 'run.json'), '{"version": 2}');
    await assert.rejects(open().refresh(), /run\.json is not a training run: version/);
  });
});
