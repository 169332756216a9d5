import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import type { RunJob } from '../../../runtime/contract/training/runFolder.ts';
import { readRun, type Run } from '../../../runtime/rolloutServer/readRun.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeJob, smallRecipe } from '../../fakes/trainingRecords.ts';

describe('readRun', () => {
  const inFolder = temporaryFolder();

  async function write(tasks: string, job: RunJob = makeJob()): Promise<void> {
    await writeFile(inFolder('run.json'), JSON.stringify(job));
    await writeFile(inFolder('tasks.jsonl'), tasks);
  }

  const read = (): Promise<Run> => readRun(inFolder(), new AbortController().signal);
  const task = (over: object) =>
    `${JSON.stringify({ version: 1, id: 'a', question: 'q', ...over })}\n`;

  async function problem(): Promise<string> {
    const error: unknown = await read().catch((reason: unknown) => reason);
    assert.ok(error instanceof HumanError, String(error));
    assert.ok(!error.message.includes('\n'), 'more than one line');
    return error.message;
  }

  it('reads the run and its tasks, with their files found', async () => {
    await mkdir(inFolder('data'));
    await writeFile(inFolder('data', 'sales.csv'), 'a,b\n');
    await write(task({ files: ['data/sales.csv'], referenceAnswer: '3' }) + task({ id: 'b' }));
    const { job, training, tasks } = await read();
    assert.equal(job.runId, 'run-1');
    assert.equal(training.queue.groupSize, 4);
    assert.deepEqual([...tasks.keys()], ['a', 'b']);
    assert.deepEqual(tasks.get('a')?.task.files, [inFolder('data', 'sales.csv')]);
    assert.deepEqual(
      tasks.get('a')?.files.files.map(({ name, bytes }) => [name, bytes]),
      [['sales.csv', 4]],
    );
  });

  it('says that there is no run', async () => {
    assert.match(await problem(), /There is no .*run\.json\. Name the folder of a run/);
    await writeFile(inFolder('run.json'), '{"version":1}');
    assert.match(await problem(), /run\.json describes no run: runId: .* Begin a run with/);
  });

  it('names task and file of a missing attachment', async () => {
    await write(task({}) + task({ id: 'b', files: ['gone.csv'] }));
    assert.match(
      await problem(),
      /^Task b of .*tasks\.jsonl: There is no file or folder .*gone\.csv/,
    );
  });

  it('trains on no part of a broken task file', async () => {
    await write(`${task({})}{"id":"b"\n`);
    assert.match(await problem(), /tasks\.jsonl line 2: not JSON.* Mend the line/);
    await write(task({}) + task({}));
    assert.match(await problem(), /line 2: the id a is taken by line 1/);
    await write('\n');
    assert.match(await problem(), /has no task/);
  });

  it('refuses a recipe whose samples cannot be trained on', async () => {
    const recipe = smallRecipe();
    const { training, ...others } = recipe;
    assert.ok(training);
    await write(task({}), makeJob({ recipe: others }));
    assert.match(await problem(), /Recipe tool-r1 does not train/);
    await write(
      task({}),
      makeJob({ recipe: { ...recipe, agent: { ...recipe.agent, topP: 0.9 } } }),
    );
    assert.match(await problem(), /agent\.topP 0\.9/);
    await write(
      task({}),
      makeJob({ recipe: { ...recipe, agent: { ...recipe.agent, temperature: 0 } } }),
    );
    assert.match(await problem(), /agent\.temperature 0/);
  });
});
