import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { allFormats } from '../../../../runtime/store/formats/allFormats.ts';
import { openSource } from '../../../../runtime/store/formats/openSource.ts';
import { FileSummaries } from '../../../../runtime/store/viewing/fileSummaries.ts';
import { makeEnded, makeStarted } from '../../../fakes/records.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { asLines } from '../../../fakes/trajectoryRecords.ts';

describe('FileSummaries', () => {
  const inFolder = temporaryFolder();
  const file = () => inFolder('run.trajectories.jsonl');
  let writer: ChildProcess;
  let opened: number;
  let summaries: FileSummaries;

  beforeEach(async () => {
    writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    await once(writer, 'spawn');
    opened = 0;
    summaries = new FileSummaries();
  });
  afterEach(() => end());

  async function end(): Promise<void> {
    if (writer.exitCode !== null || writer.signalCode !== null) return;
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }

  /** What is said of each trajectory: its id, why it stopped, whether it was interrupted. */
  async function endings(): Promise<unknown[]> {
    const { recent } = await summaries.of(file(), (name) => {
      opened += 1;
      return openSource(allFormats, name);
    });
    return recent.map(({ id, stopReason, interrupted }) => [id, stopReason, interrupted]);
  }

  it('says that one is interrupted once its writer is gone, without reading the file again', async () => {
    const known = { pid: writer.pid ?? 0, host: hostname() };
    await writeFile(
      file(),
      asLines([
        makeStarted({ trajectoryId: 'ended', writer: known }),
        makeEnded({ trajectoryId: 'ended' }),
        makeStarted({ trajectoryId: 'open', writer: known }),
      ]),
    );
    assert.deepEqual(await endings(), [
      ['ended', 'final-answer', false],
      ['open', null, false],
    ]);
    await end();
    assert.deepEqual(await endings(), [
      ['ended', 'final-answer', false],
      ['open', null, true],
    ]);
    assert.equal(opened, 1);
  });

  it('takes one whose writer is not named for interrupted', async () => {
    await writeFile(file(), asLines([makeStarted({ trajectoryId: 'old' })]));
    assert.deepEqual(await endings(), [['old', null, true]]);
  });
});
