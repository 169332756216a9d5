import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { assembleTrajectory } from '../../../runtime/store/assembleTrajectory.ts';
import { loadTrajectory } from '../../../runtime/store/loadTrajectory.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { makeEnded, makeStarted } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

describe('loadTrajectory', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('x.jsonl');
  const never = new AbortController().signal;

  it('finds the records of one trajectory among others', async () => {
    const wanted = makeTrajectoryRecords('t1', 3);
    const others = makeTrajectoryRecords('t10', 3);
    const parent = { trajectoryId: 't1', relation: 'retry', step: 0 } as const;
    const branch = { ...makeStarted({ trajectoryId: 't2' }), parent };
    const mixed = wanted.flatMap((record, index) => [others[index], record]);
    await writeFile(file(), `\uFEFF${asLines([...mixed, branch])}"t1" is no record\n`);
    const { trajectory } = assembleTrajectory(wanted);
    assert.deepEqual(await loadTrajectory(file(), 't1', never), trajectory);
  });

  it('takes a last record without a line end, and not a torn one', async () => {
    const text = asLines(makeTrajectoryRecords('t1', 2));
    await writeFile(file(), text.slice(0, -1));
    assert.equal((await loadTrajectory(file(), 't1', never)).reward?.total, 1.6);
    await writeFile(file(), text.slice(0, -2));
    assert.equal((await loadTrajectory(file(), 't1', never)).reward, null);
  });

  it('says when there is none', async () => {
    await writeFile(file(), asLines([makeEnded({ trajectoryId: 't1' })]));
    const fails = (text: RegExp) => (error: unknown) =>
      error instanceof FailureError &&
      error.failure.boundary === 'store' &&
      text.test(error.message);
    await assert.rejects(loadTrajectory(file(), 't1', never), fails(/but not its first one/));
    await assert.rejects(loadTrajectory(file(), 't2', never), fails(/has no t2/));
    await assert.rejects(loadTrajectory(inFolder('no'), 't2', never), fails(/There is no file/));
  });

  it('stops when it is told to', async () => {
    await writeFile(file(), '');
    await assert.rejects(loadTrajectory(file(), 't1', AbortSignal.abort()), { name: 'AbortError' });
  });
});
