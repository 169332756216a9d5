import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { RunRecords, StepTrajectories } from '../../../runtime/rolloutServer/runRecords.ts';
import { failureOf } from '../../fakes/failureOf.ts';
import { makeEnded, makeStarted } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeGroupRecord } from '../../fakes/trainingRecords.ts';

describe('RunRecords', () => {
  const inFolder = temporaryFolder();
  const open = () => new RunRecords(inFolder());
  const groupSteps = async () =>
    (await readFile(inFolder('groups.jsonl'), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { step: number }).step);

  async function sample(records: RunRecords, step: number): Promise<void> {
    const sink = await records.openTrajectories(step);
    await sink.append(makeStarted());
    await sink.append(makeEnded());
    await sink.close();
  }

  it('keeps the trajectories of each step in a file of its own', async () => {
    const records = open();
    await sample(records, 0);
    await sample(records, 12);
    assert.deepEqual((await readdir(inFolder('rollouts'))).sort(), [
      '0.trajectories.jsonl',
      '12.trajectories.jsonl',
    ]);
    const lines = (await readFile(inFolder('rollouts', '12.trajectories.jsonl'), 'utf8')).split(
      '\n',
    );
    assert.equal(lines.length, 3);
  });

  it('begins the file of a step anew when the step is sampled again', async () => {
    const records = open();
    await sample(records, 3);
    const before = await readFile(inFolder('rollouts', '3.trajectories.jsonl'), 'utf8');
    await sample(records, 3);
    assert.equal(await readFile(inFolder('rollouts', '3.trajectories.jsonl'), 'utf8'), before);
  });

  it('makes no file for a step without rollouts', async () => {
    const sink = await open().openTrajectories(0);
    await sink.close();
    assert.deepEqual(await readdir(inFolder()), []);
  });

  it('tells whoever appends that the file cannot be written', async () => {
    await writeFile(inFolder('rollouts'), 'in the way');
    const failure = await failureOf(open().openTrajectories(0));
    assert.equal(failure.code, 'store/path-taken');
    const sink = new StepTrajectories(inFolder('rollouts', 'in', 'it.trajectories.jsonl'));
    assert.equal((await failureOf(sink.append(makeStarted()))).code, 'store/path-taken');
    await sink.close();
  });

  it('adds groups in their order', async () => {
    const records = open();
    await records.addGroups([0, 0].map((step) => makeGroupRecord({ step })));
    await records.addGroups([makeGroupRecord({ step: 1 })]);
    assert.deepEqual(await groupSteps(), [0, 0, 1]);
  });

  it('forgets a step and those after it, with what a crash tore', async () => {
    const records = open();
    for (const step of [0, 1, 2, 10]) {
      await sample(records, step);
      await records.addGroups([makeGroupRecord({ step })]);
    }
    await writeFile(inFolder('groups.jsonl'), '{"version":1,"step":10,"ep', { flag: 'a' });
    await writeFile(inFolder('rollouts', 'notes.txt'), 'mine');
    await records.forgetFrom(2);
    assert.deepEqual(await groupSteps(), [0, 1]);
    assert.deepEqual((await readdir(inFolder('rollouts'))).sort(), [
      '0.trajectories.jsonl',
      '1.trajectories.jsonl',
      'notes.txt',
    ]);
  });

  it('leaves a file alone in which there is nothing to forget', async () => {
    await mkdir(inFolder('rollouts'));
    // Not as this product would write it, so that a rewriting would show.
    const line = JSON.stringify({ extra: 1, ...makeGroupRecord({ step: 1 }) });
    await writeFile(inFolder('groups.jsonl'), `${line}\n`);
    await open().forgetFrom(2);
    assert.equal(await readFile(inFolder('groups.jsonl'), 'utf8'), `${line}\n`);
    await open().forgetFrom(5);
  });

  it('has nothing to forget in a new run', async () => {
    await open().forgetFrom(0);
    assert.deepEqual(await readdir(inFolder()), []);
  });
});
