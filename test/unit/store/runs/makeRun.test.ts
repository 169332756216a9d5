import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import {
  makeRun,
  refuseTakenFolder,
  renewProcesses,
} from '../../../../runtime/store/runs/makeRun.ts';
import { readJob } from '../../../../runtime/store/runs/readRun.ts';
import { readTasks } from '../../../../runtime/store/taskStore.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { writeTrainingTasks } from '../../../fakes/trainingFiles.ts';

describe('makeRun', () => {
  const folder = temporaryFolder();

  async function newRun() {
    const { tasks } = await readTasks(await writeTrainingTasks(folder('given')));
    return { job: makeJob(), tasks };
  }

  it('writes what the readers read', async () => {
    const run = await newRun();
    await makeRun(folder('runs/one'), run);
    assert.deepEqual(await readJob(folder('runs/one')), run.job);
    assert.deepEqual((await readTasks(folder('runs/one/tasks.jsonl'))).tasks, run.tasks);
    assert.deepEqual((await readdir(folder('runs/one'))).sort(), [
      'logs',
      'run.json',
      'tasks.jsonl',
    ]);
  });

  it('takes an empty folder and leaves nothing beside it', async () => {
    await mkdir(folder('one'));
    await makeRun(folder('one'), await newRun());
    assert.deepEqual((await readdir(folder('.'))).sort(), ['given', 'one']);
  });

  it('of two at the same time one wins whole', async () => {
    const run = await newRun();
    const other = { ...run, job: { ...run.job, runId: 'run-2' } };
    const outcomes = await Promise.allSettled([
      makeRun(folder('one'), run),
      makeRun(folder('one'), other),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const failed = outcomes.find(({ status }) => status === 'rejected');
    assert.match(String(failed?.status === 'rejected' ? failed.reason : ''), /holds a run already/);
    assert.deepEqual((await readdir(folder('.'))).sort(), ['given', 'one']);
  });

  it('does not touch what is there', async () => {
    await mkdir(folder('one'));
    await writeFile(folder('one/mine'), 'mine');
    await assert.rejects(makeRun(folder('one'), await newRun()), /one is not empty/);
    assert.deepEqual(await readdir(folder('one')), ['mine']);
    await writeFile(folder('two'), 'a file');
    await assert.rejects(refuseTakenFolder(folder('two')), /two is a file\. Name a folder/);
    await refuseTakenFolder(folder('three'));
  });

  it('renews the processes alone, and keeps keys that it does not know', async () => {
    const run = await newRun();
    await makeRun(folder('one'), { ...run, job: { ...run.job, later: { a: 1 } } });
    const job = await readJob(folder('one'));
    const processes = { ...job.processes, python: '/other/python' };
    await renewProcesses(folder('one'), { ...job, processes });
    const text = await readFile(folder('one/run.json'), 'utf8');
    assert.deepEqual(await readJob(folder('one')), { ...job, processes });
    assert.match(text, /"later"/);
  });
});
