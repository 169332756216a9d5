import assert from 'node:assert/strict';
import { appendFile, truncate, writeFile } from 'node:fs/promises';
import { TrajectoryReader } from '../../../runtime/store/trajectoryReader.ts';
import { TrajectoryStore } from '../../../runtime/store/trajectoryStore.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { makeEnded, makeStarted, makeStep } from '../../fakes/records.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { asLines, makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

function failsWith(code: string, text: RegExp) {
  return (error: unknown) =>
    error instanceof FailureError && error.failure.code === code && text.test(error.message);
}

describe('TrajectoryReader', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('run.trajectories.jsonl');

  async function openWith(content: string | Buffer): Promise<TrajectoryReader> {
    await writeFile(file(), content);
    return TrajectoryReader.open(file());
  }

  it('summarises each trajectory in the order of the file', async () => {
    const reader = await openWith(
      asLines([...makeTrajectoryRecords('b', 3), ...makeTrajectoryRecords('a', 1)]),
    );
    assert.deepEqual(reader.problems, []);
    assert.deepEqual(
      reader.summaries.map(({ id, steps, stopReason, finalAnswer, totalReward }) => [
        id,
        steps,
        stopReason,
        finalAnswer,
        totalReward,
      ]),
      [
        ['b', 3, 'final-answer', '42', 1.6],
        ['a', 1, 'final-answer', '42', 1.6],
      ],
    );
    assert.equal(reader.summaries[0]!.question, 'Visits in März — 😀?');
  });

  it('puts one trajectory together again', async () => {
    const records = makeTrajectoryRecords('t1');
    const reader = await openWith(asLines([...makeTrajectoryRecords('t0'), ...records]));
    const { trajectory, problems } = await reader.load('t1');
    assert.deepEqual(problems, []);
    assert.deepEqual(trajectory.started, records[0]);
    assert.deepEqual(trajectory.steps, [makeStep({ index: 1 }), makeStep({ index: 2 })]);
    assert.equal(trajectory.ended?.finalAnswer, '42');
    assert.equal(trajectory.verdicts.length, 1);
    assert.equal(trajectory.reward?.total, 1.6);
  });

  it('keeps keys that it does not know', async () => {
    const future = { ...makeStarted({ trajectoryId: 't1' }), weather: { rain: true } };
    const { trajectory } = await (await openWith(asLines([future]))).load('t1');
    assert.deepEqual(trajectory.started['weather'], { rain: true });
  });

  it('reports broken lines by number and opens the rest', async () => {
    const lines = makeTrajectoryRecords('t1').map((record) => JSON.stringify(record));
    lines.splice(1, 0, '{"kind":', '', '{"kind":"weather-changed"}', '[]');
    const reader = await openWith(`${lines.join('\n')}\n`);
    assert.deepEqual(
      reader.problems.map(({ line, torn }) => [line, torn]),
      [
        [2, false],
        [4, false],
        [5, false],
      ],
    );
    assert.match(reader.problems[0]!.message, /not JSON/);
    assert.equal((await reader.load('t1')).trajectory.steps.length, 2);
  });

  it('says which step is missing', async () => {
    const records = makeTrajectoryRecords('t1', 3);
    records.splice(2, 1);
    const { problems } = await (await openWith(asLines(records))).load('t1');
    assert.deepEqual(problems, ['step 2 is missing']);
  });

  it('says what is there twice', async () => {
    const started = makeStarted({ trajectoryId: 't1' });
    const step = { version: 1, trajectoryId: 't1', kind: 'step-ended', step: makeStep() };
    const reader = await openWith(asLines([started, started, step, step]));
    const { trajectory, problems } = await reader.load('t1');
    assert.deepEqual(problems, ['it is started 2 times', 'step 1 is there twice']);
    assert.equal(trajectory.steps.length, 1);
  });

  it('does not show a trajectory without its first record, and says so', async () => {
    const reader = await openWith(asLines([makeEnded({ trajectoryId: 't1' })]));
    await assert.rejects(reader.load('t1'), failsWith('store/no-trajectory', /not its first one/));
    await assert.rejects(
      reader.load('t2'),
      failsWith('store/no-trajectory', /has no trajectory t2/),
    );
  });

  it('says that there is no file', async () => {
    await assert.rejects(
      TrajectoryReader.open(inFolder('none')),
      failsWith('store/no-file', /There is no file/),
    );
  });

  it('opens an empty file', async () => {
    const reader = await openWith('');
    assert.deepEqual([reader.summaries, reader.problems], [[], []]);
  });

  describe('cut at any byte', () => {
    it('opens, and loses the record in flight at most', async () => {
      const records = makeTrajectoryRecords('t1', 2);
      const whole = Buffer.from(asLines(records));
      for (let size = 0; size <= whole.length; size += 1) {
        const reader = await openWith(whole.subarray(0, size));
        const complete = countRecords(records, size);
        assert.equal(recordsSeen(reader), complete, `cut at byte ${size}`);
        assert.equal(
          reader.problems.every((problem) => problem.torn),
          true,
        );
      }
    });

    it('goes on after the cut without touching what was there', async () => {
      const records = makeTrajectoryRecords('t1', 2);
      const whole = Buffer.from(asLines(records));
      for (let size = 0; size <= whole.length; size += 37) {
        await writeFile(file(), whole.subarray(0, size));
        const store = await TrajectoryStore.open(file());
        for (const record of makeTrajectoryRecords('t2', 1)) await store.append(record);
        await store.close();
        const reader = await TrajectoryReader.open(file());
        const { trajectory, problems } = await reader.load('t2');
        assert.deepEqual(problems, [], `cut at byte ${size}`);
        assert.equal(trajectory.reward?.total, 1.6);
        assert.equal(recordsSeen(reader, 't1'), countRecords(records, size));
      }
    });

    /** How many records lie whole before a cut; one that misses only its line end counts. */
    function countRecords(records: readonly unknown[], size: number): number {
      let end = 0;
      return records.filter((record) => {
        end += Buffer.byteLength(JSON.stringify(record)) + 1;
        return end - 1 <= size;
      }).length;
    }

    function recordsSeen(reader: TrajectoryReader, id = 't1'): number {
      return reader.summaries.find((summary) => summary.id === id)?.records ?? 0;
    }
  });

  describe('refresh', () => {
    it('reads only what was appended', async () => {
      const records = makeTrajectoryRecords('t1');
      const reader = await openWith(asLines(records.slice(0, 2)));
      assert.equal(reader.summaries[0]!.steps, 1);
      await appendFile(file(), asLines(records.slice(2)));
      await reader.refresh();
      assert.equal(reader.summaries[0]!.steps, 2);
      assert.equal(reader.summaries[0]!.totalReward, 1.6);
      assert.equal((await reader.load('t1')).trajectory.steps.length, 2);
    });

    it('waits for the end of a line that is being written', async () => {
      const text = asLines(makeTrajectoryRecords('t1'));
      const middle = text.indexOf('\n') + 40;
      const reader = await openWith(text.slice(0, middle));
      assert.deepEqual(
        reader.problems.map(({ line, torn }) => [line, torn]),
        [[2, true]],
      );
      await appendFile(file(), text.slice(middle));
      await reader.refresh();
      assert.deepEqual(reader.problems, []);
      assert.equal(reader.summaries[0]!.steps, 2);
    });

    it('counts lines right after a record that got its line end later', async () => {
      const text = asLines(makeTrajectoryRecords('t1').slice(0, 1));
      const reader = await openWith(text.slice(0, -1));
      assert.equal(reader.summaries.length, 1);
      await appendFile(file(), '\nbroken\n');
      await reader.refresh();
      assert.equal(reader.problems[0]!.line, 2);
    });

    it('starts anew when the file became shorter', async () => {
      const reader = await openWith(asLines(makeTrajectoryRecords('t1')));
      await truncate(file(), 0);
      await appendFile(file(), asLines([makeStarted({ trajectoryId: 't9' })]));
      await reader.refresh();
      assert.deepEqual(
        reader.summaries.map((summary) => summary.id),
        ['t9'],
      );
    });
  });
});
