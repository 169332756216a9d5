import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import type { RunStatus } from '../../../../runtime/contract/training/runFolder.ts';
import {
  fromNow,
  fromTheBeginning,
  watchRun,
  type RunListener,
} from '../../../../runtime/store/runs/watchRun.ts';
import { makeEvent, makeStatus, makeStep } from '../../../fakes/runRecords.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { until } from '../../../fakes/until.ts';

class Told implements RunListener {
  readonly lines: string[] = [];
  onStatus({ state, step }: RunStatus): void {
    this.lines.push(`${state} ${step}`);
  }
  onStep({ step }: { step: number }): void {
    this.lines.push(`step ${step}`);
  }
  onEvent({ type }: { type: string }): void {
    this.lines.push(type);
  }
  onProblem(problem: string): void {
    this.lines.push(problem);
  }
}

describe('watchRun', () => {
  const folder = temporaryFolder();
  let left: AbortController;
  beforeEach(() => (left = new AbortController()));

  const status = (changes: Partial<RunStatus>) =>
    writeFile(folder('status.json'), JSON.stringify(makeStatus(changes)));
  const append = (name: string, record: object) =>
    appendFile(folder(name), `${JSON.stringify(record)}\n`);
  const watch = (told: RunListener, start = fromTheBeginning) =>
    watchRun(folder('.'), told, { start, pollMilliseconds: 5, signal: left.signal });

  it('tells what is written, in its order, until the run ends', async () => {
    const told = new Told();
    const ending = watch(told);
    await append('events.jsonl', makeEvent('run-started'));
    await until(() => told.lines.length === 1);
    await append('metrics.jsonl', makeStep(1));
    await until(() => told.lines.length === 2);
    await append('events.jsonl', makeEvent('run-ended'));
    await status({ state: 'done', step: 1 });
    const { kind } = await ending;
    assert.equal(kind, 'ended');
    assert.deepEqual(told.lines, ['run-started', 'step 1', 'run-ended', 'done 1']);
  });

  it('tells nothing of before when asked to begin now', async () => {
    await append('events.jsonl', makeEvent('run-started'));
    await append('metrics.jsonl', makeStep(1));
    const told = new Told();
    const start = await fromNow(folder('.'));
    await append('metrics.jsonl', makeStep(2));
    await status({ state: 'stopped', step: 2 });
    await watch(told, start);
    assert.deepEqual(told.lines, ['step 2', 'stopped 2']);
    assert.deepEqual(await fromNow(folder('none')), fromTheBeginning);
  });

  it('says that the supervisor is gone', async () => {
    await status({ supervisorPid: 2 ** 22 + 1 });
    assert.equal((await watch(new Told())).kind, 'lost');
  });

  it('can be left, and the run is not touched', async () => {
    await status({});
    const told = new Told();
    const ending = watch(told);
    await until(() => told.lines.length > 0);
    left.abort();
    assert.deepEqual(await ending, { kind: 'left' });
  });

  it('names a line that cannot be read and goes on', async () => {
    await appendFile(folder('metrics.jsonl'), '{"step":\n');
    await append('metrics.jsonl', makeStep(1));
    await status({ state: 'done' });
    const told = new Told();
    await watch(told);
    assert.match(
      told.lines[0] ?? '',
      /^A line of the run cannot be read and is left out: not JSON/,
    );
    assert.equal(told.lines[1], 'step 1');
  });
});
