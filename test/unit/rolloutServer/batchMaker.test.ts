import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type { BatchProgress } from '../../../runtime/contract/training/rolloutServer.ts';
import { Batch } from '../../../runtime/contract/training/rolloutServer.ts';
import type { MadeBatch } from '../../../runtime/rolloutServer/batchMaker.ts';
import { startTraining, type TrainingState } from '../../../runtime/training/trainingState.ts';
import { linesOf, readLinesOf } from '../../fakes/stateLines.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { smallTraining } from '../../fakes/trainingRecords.ts';
import {
  makePolicy,
  makeRequest,
  openTraining,
  taskIds,
  type TrainingParts,
} from '../../fakes/trainingServer.ts';

const never = new AbortController().signal;

describe('BatchMaker', () => {
  const inFolder = temporaryFolder();
  const fresh = () => startTraining(taskIds, 7);

  function make(
    { maker, gate }: TrainingParts,
    step: number,
    state: TrainingState,
    told: BatchProgress[] = [],
  ): Promise<MadeBatch> {
    gate.open(makePolicy(step));
    const onProgress = (progress: BatchProgress) => void told.push(progress);
    return maker.make({ request: makeRequest(step), state, onProgress }, never);
  }

  it('makes the groups that the trainer asked for, as the contract has them', async () => {
    const { batch } = await make(openTraining(inFolder()), 0, fresh());
    const parsed = Batch.parse({ ...batch, stop: false });
    assert.equal(parsed.step, 0);
    assert.equal(parsed.finished, false);
    assert.equal(parsed.counters.statuses.ok, 8);
    for (const { trajectories, nGenerated } of parsed.groups) {
      assert.equal(nGenerated, 4);
      assert.equal(trajectories.length, 4);
      for (const row of trajectories) {
        assert.ok(row.fresh);
        assert.equal(row.completionIds.length, row.mask.length);
        assert.equal(row.completionIds.length, row.logProbs.length);
      }
    }
  });

  it('says how far it is', async () => {
    const told: BatchProgress[] = [];
    await make(openTraining(inFolder()), 0, fresh(), told);
    assert.deepEqual(told[0], { done: 0, total: 0, phase: 'waiting-for-policy' });
    assert.deepEqual(told[1], { done: 0, total: 8, phase: 'sampling' });
    assert.deepEqual(told.at(-2), { done: 8, total: 8, phase: 'sampling' });
    assert.deepEqual(told.at(-1), { done: 8, total: 8, phase: 'scoring' });
  });

  it('samples nothing before there is a policy', async () => {
    const { maker, gate, rollouts } = openTraining(inFolder());
    const onProgress = () => undefined;
    const making = maker.make({ request: makeRequest(0), state: fresh(), onProgress }, never);
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(rollouts.wishes.length, 0);
    gate.open(makePolicy(0));
    await making;
    assert.equal(rollouts.wishes.length, 8);
  });

  it('refuses to sample from another policy than the one asked for', async () => {
    const { maker, gate, rollouts } = openTraining(inFolder());
    gate.open(makePolicy(3));
    const onProgress = () => undefined;
    const making = maker.make({ request: makeRequest(4), state: fresh(), onProgress }, never);
    await assert.rejects(making, { status: 409, message: /version 4, and the token server has 3/ });
    assert.equal(rollouts.wishes.length, 0);
  });

  it('records trajectories and groups of the step', async () => {
    await make(openTraining(inFolder()), 0, fresh());
    assert.deepEqual(await readdir(inFolder('rollouts')), ['0.trajectories.jsonl']);
    const groups = (await readFile(inFolder('groups.jsonl'), 'utf8')).trim().split('\n');
    assert.equal(groups.length, 2);
  });

  it('leaves the state as it was when it breaks off', async () => {
    const parts = openTraining(inFolder());
    const state = fresh();
    const before = linesOf(state);
    parts.rollouts.before = () => Promise.reject(new Error('power cut'));
    await assert.rejects(make(parts, 0, state), /power cut/);
    assert.deepEqual(linesOf(state), before);
    // What is sampled again is what would have been sampled.
    parts.rollouts.before = () => Promise.resolve();
    const again = await make(parts, 0, state);
    const straight = await make(openTraining(inFolder('other')), 0, fresh());
    assert.deepEqual(again.batch.groups, straight.batch.groups);
  });

  it('takes cached trajectories at the second visit, sampled under an older policy', async () => {
    const parts = openTraining(inFolder());
    let state = fresh();
    const rows: { fresh: boolean; policyVersion: number; step: number }[] = [];
    for (let step = 0; step < 6; step += 1) {
      const made = await make(parts, step, state);
      state = made.state;
      for (const { trajectories } of made.batch.groups) {
        rows.push(
          ...trajectories.map((row) => ({
            fresh: row.fresh,
            policyVersion: row.policyVersion,
            step,
          })),
        );
      }
    }
    assert.ok(rows.some((row) => !row.fresh));
    for (const row of rows) assert.equal(row.policyVersion === row.step, row.fresh);
  });

  it('ends with a batch without groups when the train steps are over', async () => {
    const { optimiser } = smallTraining();
    const short = openTraining(inFolder(), { optimiser: { ...optimiser, maxSteps: 1 } });
    const { state } = await make(short, 0, fresh());
    const { batch } = await make(short, 1, state);
    assert.equal(batch.finished, true);
    assert.deepEqual(batch.groups, []);
  });

  it('gives the same batches when it goes on from a written state', async () => {
    const steps = [0, 1, 2, 3];
    const straight: MadeBatch[] = [];
    const resumed: MadeBatch[] = [];
    for (const step of steps) {
      const state = straight.at(-1)?.state ?? fresh();
      straight.push(await make(openTraining(inFolder('straight')), step, state));
      // A new server for each step: nothing but the lines is carried over.
      const read = readLinesOf(linesOf(resumed.at(-1)?.state ?? fresh()));
      assert.ok(read.ok);
      resumed.push(await make(openTraining(inFolder('resumed')), step, read.value));
    }
    assert.deepEqual(
      resumed.map(({ batch }) => batch.groups),
      straight.map(({ batch }) => batch.groups),
    );
    const lines = (made: MadeBatch | undefined) => linesOf(made!.state);
    assert.deepEqual(lines(resumed.at(-1)), lines(straight.at(-1)));
  });
});
