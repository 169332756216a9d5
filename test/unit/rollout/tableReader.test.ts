import assert from 'node:assert/strict';
import type { Trajectory } from '../../../runtime/contract/trajectory.ts';
import { KeptEpisodes } from '../../../runtime/rollout/keptEpisodes.ts';
import { TableReader, type TableQuestion } from '../../../runtime/rollout/tableReader.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import {
  echoSandbox,
  FakeSandbox,
  FakeSandboxPool,
  makeStepResult,
} from '../../fakes/fakeSandbox.ts';
import { makeStarted, makeStep } from '../../fakes/records.ts';
import { until } from '../../fakes/until.ts';

const never = new AbortController().signal;
const table = { columns: [{ name: 'a', type: 'int' }], totalRows: 1, totalColumns: 1, rows: [[7]] };
const cancelled = makeStep().observation;

const trajectory: Trajectory = {
  started: makeStarted({ seed: 99 }),
  steps: [
    makeStep({ index: 1, code: 'a = 1' }),
    makeStep({ index: 2, code: null }),
    makeStep({
      index: 3,
      code: 'while True: pass',
      observation: { ...cancelled, kind: 'cancelled' },
    }),
    makeStep({ index: 4, code: 'b = 2' }),
    makeStep({ index: 5, code: 'c = 3' }),
  ],
  ended: null,
  verdicts: [],
  reward: null,
};

function open(sandbox: FakeSandbox = echoSandbox()) {
  sandbox.table = { ok: true, table };
  const pool = new FakeSandboxPool(sandbox);
  const kept = new KeptEpisodes({
    pool,
    maxKept: 2,
    maxAgeMilliseconds: 60_000,
    patienceMilliseconds: 1000,
    onProblem: () => undefined,
  });
  let opened = 0;
  const question = (over: Partial<TableQuestion> = {}): TableQuestion => ({
    place: { trajectoryId: 't', step: 4 },
    name: 'x',
    offset: 3,
    limit: 10,
    open: () => {
      opened += 1;
      const callTool = () => Promise.resolve({ ok: true as const, value: null });
      return Promise.resolve({ trajectory, files: noFiles, tools: [], callTool });
    },
    ...over,
  });
  return { reader: new TableReader(kept), kept, pool, sandbox, question, opened: () => opened };
}

describe('TableReader', () => {
  it('reads from the sandbox that was kept', async () => {
    const { reader, kept, sandbox, question, opened } = open();
    const place = { trajectoryId: 't', step: 4 };
    kept.keep({ place, sandbox, files: noFiles, rebuilt: false });
    assert.deepEqual(await reader.read(question(), never), { ...table, offset: 3, rebuilt: false });
    assert.deepEqual([opened(), sandbox.codes.length], [0, 0]);
    assert.deepEqual(
      sandbox.wishes.map(({ name, offset, limit }) => [name, offset, limit]),
      [['x', 3, 10]],
    );
  });

  it('runs the recorded code again up to the step, but none that never ended by itself', async () => {
    const { reader, sandbox, pool, question } = open();
    const page = await reader.read(question(), never);
    assert.equal(page.rebuilt, true);
    assert.deepEqual(sandbox.codes, ['a = 1', 'b = 2']);
    assert.deepEqual([pool.episodes[0]?.seed, pool.episodes[0]?.quarantine], [99, null]);
  });

  it('keeps what it rebuilt for the next page, and says there too that it was rebuilt', async () => {
    const { reader, question, opened } = open();
    await reader.read(question(), never);
    const page = await reader.read(question({ offset: 13 }), never);
    assert.deepEqual([page.rebuilt, page.offset, opened()], [true, 13, 1]);
  });

  it('runs the code once for pages that are asked for at once', async () => {
    const { reader, question, opened, sandbox } = open();
    const pages = await Promise.all([
      reader.read(question(), never),
      reader.read(question({ offset: 0 }), never),
    ]);
    assert.deepEqual(
      pages.map(({ offset }) => offset),
      [3, 0],
    );
    assert.deepEqual([opened(), sandbox.codes.length], [1, 2]);
  });

  it('says what is wrong with the value, and keeps the namespace', async () => {
    const { reader, sandbox, question, opened } = open();
    sandbox.table = { ok: false, problem: 'x is of type int.' };
    const wrong = (error: unknown) =>
      error instanceof HumanError && error.message === 'x is of type int.';
    await assert.rejects(reader.read(question(), never), wrong);
    await assert.rejects(reader.read(question(), never), wrong);
    assert.equal(opened(), 1);
  });

  it('gives the sandbox back when it is stopped while it runs code', async () => {
    const controller = new AbortController();
    const sandbox = new FakeSandbox(() => {
      controller.abort();
      return makeStepResult({ outcome: 'cancelled' });
    });
    const { reader, question } = open(sandbox);
    await assert.rejects(reader.read(question(), controller.signal), { name: 'AbortError' });
    assert.equal(sandbox.released, 1);
  });

  it('lets who waits for another leave at once', async () => {
    const { reader, question } = open();
    let go: () => void = () => undefined;
    const slow = question({
      open: async () => {
        await new Promise<void>((resolve) => (go = resolve));
        return question().open();
      },
    });
    const first = reader.read(slow, never);
    const controller = new AbortController();
    const second = reader.read(question(), controller.signal);
    controller.abort();
    await assert.rejects(second, { name: 'AbortError' });
    go();
    assert.equal((await first).rebuilt, true);
  });

  it('tries itself when the one it waited for failed', async () => {
    const { reader, question, opened } = open();
    let fail: (error: Error) => void = () => undefined;
    const failing = question({
      open: () => new Promise((_resolve, reject) => (fail = reject)),
    });
    const first = reader.read(failing, never);
    const second = reader.read(question(), never);
    await until(() => fail.length === 1);
    fail(new Error('no file'));
    await assert.rejects(first, { message: 'no file' });
    assert.equal((await second).rebuilt, true);
    assert.equal(opened(), 1);
  });
});
