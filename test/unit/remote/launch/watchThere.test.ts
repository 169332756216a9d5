import assert from 'node:assert/strict';
import type { RunStatus } from '../../../../runtime/contract/training/runFolder.ts';
import type { Look, LookedAt } from '../../../../runtime/remote/link/machineLink.ts';
import { watchThere } from '../../../../runtime/remote/launch/watchThere.ts';
import type { RunListener, WatchEnding } from '../../../../runtime/store/runs/watchRun.ts';
import { failure } from '../../../../runtime/support/errors.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';

/** A run as it lies on the machine; a test lets it grow. */
class GrowingRun extends FolderMachine {
  status: string | null = null;
  metrics = '';
  alive = true;
  isAway = false;
  /** Bytes of metrics that were given. */
  given = 0;

  override look({ followed, pids }: Look): Promise<LookedAt> {
    if (this.isAway) return Promise.reject(failure('remote', 'offline', 'No route to host.'));
    const growth = followed.map(({ path, from, limit }) => {
      const all = Buffer.from(path.endsWith('metrics.jsonl') ? this.metrics : '');
      const bytes = all.subarray(from, from + limit);
      this.given += bytes.length;
      return { path, from, bytes, size: all.length, generation: '1' };
    });
    const { status } = this;
    const files = status === null ? [] : [{ path: 'status.json', stamp: status, text: status }];
    const alive = Object.fromEntries(pids.map((pid) => [pid, this.alive]));
    return Promise.resolve({ entries: {}, files, growth, alive, now: 0 });
  }
}

function status(state: RunStatus['state'], step: number): string {
  const at = `2026-03-01T14:25:${10 + step}.000Z`;
  const rest = { host: 'a100', activity: '', totalSteps: 4, processes: [], problem: null };
  return JSON.stringify({ version: 1, runId: 'r', state, at, step, supervisorPid: 42, ...rest });
}

function line(step: number): string {
  const at = '2026-03-01T14:25:30.000Z';
  return `${JSON.stringify({ version: 1, step, at, metrics: {} })}\n`;
}

describe('looking on at a run of a machine', () => {
  let run: GrowingRun;
  let steps: number[];
  let problems: string[];
  beforeEach(() => {
    run = new GrowingRun('/');
    steps = [];
    problems = [];
  });

  /** Does one thing at each pause, and gives up when there is nothing left to do. */
  async function watch(...then: (() => void)[]): Promise<WatchEnding> {
    const left = new AbortController();
    const listener: RunListener = {
      onStatus: () => undefined,
      onStep: ({ step }) => steps.push(step),
      onEvent: () => undefined,
      onProblem: (problem) => problems.push(problem),
    };
    return watchThere(run, '/run', listener, {
      pause: () => {
        const next = then.shift();
        if (next === undefined) left.abort();
        else next();
        return Promise.resolve();
      },
      onOffline: (problem) => problems.push(problem),
      signal: left.signal,
    });
  }

  it('tells every line once, also one that came in pieces', async () => {
    run.status = status('running', 1);
    run.metrics = line(1) + line(2).slice(0, 20);
    const ending = await watch(
      () => (run.metrics = line(1) + line(2)),
      () => {
        run.metrics += line(3);
        run.status = status('done', 3);
      },
      () => undefined,
    );
    assert.equal(ending.kind, 'ended');
    assert.deepEqual(steps, [1, 2, 3]);
    assert.equal(run.given, run.metrics.length);
  });

  it('waits out a break and goes on at the byte where it was', async () => {
    run.status = status('running', 1);
    run.metrics = line(1);
    const ending = await watch(
      () => (run.isAway = true),
      () => (run.metrics += line(2)),
      () => (run.isAway = false),
    );
    assert.equal(ending.kind, 'left');
    assert.deepEqual(steps, [1, 2]);
    assert.deepEqual(problems, ['No route to host.', 'No route to host.']);
    assert.equal(run.given, run.metrics.length);
  });

  it('does not take a run for dead before its end is written or its process is gone', async () => {
    run.status = status('running', 1);
    run.alive = false;
    const lost = await watch(
      () => undefined,
      () => undefined,
    );
    assert.equal(lost.kind, 'lost');
    run.alive = true;
    assert.equal(
      (
        await watch(
          () => undefined,
          () => undefined,
        )
      ).kind,
      'left',
    );
    run.status = null;
    assert.equal((await watch(() => undefined)).kind, 'left');
  });

  it('passes over a broken line, and says so', async () => {
    run.status = status('running', 1);
    run.metrics = `${line(1)}broken\n${line(2)}`;
    await watch();
    assert.deepEqual(steps, [1, 2]);
    assert.match(problems[0] ?? '', /^A line of the run cannot be read/);
  });

  it('reads what is long in bites, without waiting between them', async () => {
    run.status = status('running', 1);
    const many = 12_000;
    run.metrics = Array.from({ length: many }, (_, index) => line(index + 1)).join('');
    assert.ok(run.metrics.length > 500_000);
    await watch();
    assert.equal(steps.length, many);
  });

  it('gives other problems of the machine to whoever asked', async () => {
    run.look = () => Promise.reject(failure('remote', 'refused', 'Permission denied.'));
    await assert.rejects(watch(), { message: 'Permission denied.' });
  });
});
