import assert from 'node:assert/strict';
import { CheckpointList } from '../../../../webview/checkpoints/checkpointList.ts';
import { Comparison } from '../../../../webview/checkpoints/comparison.ts';
import { RowWork } from '../../../../webview/checkpoints/rowWork.ts';
import type { RunHost } from '../../../../webview/run/runContext.ts';
import { makeCheckpoints, makeComparison } from '../../../fakes/checkpoints.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const read = { checkpoints: makeCheckpoints(now), keep: { last: 3, best: 1 }, served: [] };

/** A request that is under way until the test answers it. */
interface Held {
  readonly name: string;
  readonly params: unknown;
  readonly answer: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

/** Answers nothing by itself; a request that is given up fails as it does on a page. */
class HeldHost {
  readonly held: Held[] = [];
  readonly request = ((
    name: string,
    params: unknown,
    { signal }: { readonly signal?: AbortSignal } = {},
  ) =>
    new Promise<unknown>((answer, fail) => {
      const gone = new DOMException('It was given up.', 'AbortError');
      signal?.addEventListener('abort', () => fail(gone));
      this.held.push({ name, params, answer, fail });
    })) as RunHost['request'];

  at(index: number): Held {
    const held = this.held[index];
    if (held === undefined) throw new Error(`There is no request ${index}.`);
    return held;
  }
}

/** Lets everything go on that an answer set free. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function stepsOf({ read: known }: CheckpointList): number[] | null {
  return known?.checkpoints.map(({ step }) => step) ?? null;
}

function kindOf({ state }: Comparison): string | null {
  return state?.kind ?? null;
}

describe('CheckpointList', () => {
  it('gives the newest first, and keeps what it knew when a reading fails', async () => {
    const host = new HeldHost();
    const list = new CheckpointList(host, () => undefined);
    const first = list.refresh();
    assert.ok(list.isReading);
    assert.equal(stepsOf(list), null);
    host.at(0).answer(read);
    await first;
    assert.deepEqual(stepsOf(list), [300, 250, 200, 150, 100, 50]);
    const second = list.refresh();
    host.at(1).fail(new Error('The machine is gone.'));
    await second;
    assert.equal(list.problem, 'The machine is gone.');
    assert.equal(stepsOf(list)?.length, 6);
    const third = list.refresh();
    host.at(2).answer(read);
    await third;
    assert.equal(list.problem, null);
    assert.equal(list.isReading, false);
  });

  it('follows a reading under way by one more, however often it is asked', async () => {
    const host = new HeldHost();
    const list = new CheckpointList(host, () => undefined);
    const all = [list.refresh(), list.refresh(), list.refresh()];
    assert.equal(host.held.length, 1);
    host.at(0).answer({ ...read, checkpoints: [] });
    await settled();
    assert.equal(host.held.length, 2);
    host.at(1).answer(read);
    await Promise.all(all);
    assert.equal(host.held.length, 2);
    assert.equal(stepsOf(list)?.length, 6);
  });

  it('tells nobody any more once it was stopped', async () => {
    const host = new HeldHost();
    let changes = 0;
    const list = new CheckpointList(host, () => (changes += 1));
    const reading = list.refresh();
    const before = changes;
    list.stop();
    await reading;
    assert.equal(changes, before);
  });
});

describe('Comparison', () => {
  const pair = { first: 100, second: 250 };

  it('asks once for a pair, and again when what is known of it does not hold', async () => {
    const host = new HeldHost();
    const comparison = new Comparison(host, () => undefined);
    const shown = comparison.show(pair);
    assert.equal(kindOf(comparison), 'reading');
    host.at(0).answer(makeComparison());
    await shown;
    await comparison.show({ ...pair });
    assert.equal(host.held.length, 1);
    assert.equal(kindOf(comparison), 'compared');
    comparison.forget();
    void comparison.show(pair);
    assert.equal(host.held.length, 2);
  });

  it('shows the pair that was chosen last, whichever answer comes last', async () => {
    const host = new HeldHost();
    const comparison = new Comparison(host, () => undefined);
    const first = comparison.show(pair);
    const second = comparison.show({ first: 200, second: 300 });
    host.at(1).answer(makeComparison());
    host.at(0).answer(makeComparison());
    await Promise.all([first, second]);
    assert.deepEqual(comparison.state?.pair, { first: 200, second: 300 });
    assert.equal(kindOf(comparison), 'compared');
    await comparison.show(null);
    assert.equal(kindOf(comparison), null);
  });

  it('keeps the reason when two cannot be compared', async () => {
    const host = new HeldHost();
    const comparison = new Comparison(host, () => undefined);
    const shown = comparison.show(pair);
    host.at(0).fail(new Error('Step 100 was evaluated on other tasks.'));
    await shown;
    assert.deepEqual(comparison.state, {
      ...{ kind: 'refused', pair, message: 'Step 100 was evaluated on other tasks.' },
    });
  });
});

describe('RowWork', () => {
  it('does one thing at a time with each checkpoint', async () => {
    const host = new HeldHost();
    const done: unknown[] = [];
    const work = new RowWork({
      ...{ host, changed: () => undefined, complain: () => undefined },
      done: (...what) => done.push(what),
    });
    const serving = work.start('serve', 300);
    const evaluating = work.start('evaluate', 200);
    await work.start('download', 300);
    assert.deepEqual(
      host.held.map(({ name }) => name),
      ['serve-checkpoint', 'evaluate-checkpoint'],
    );
    assert.equal(work.underWay(300), 'serve');
    host.at(0).answer({});
    host.at(1).answer({ isDone: false });
    await Promise.all([serving, evaluating]);
    assert.deepEqual(done, [['serve', 300]], 'the person chose no tasks');
    assert.equal(work.underWay(300), null);
  });

  it('says what went wrong, and is free again', async () => {
    const host = new HeldHost();
    const complaints: unknown[] = [];
    const work = new RowWork({
      ...{ host, changed: () => undefined, done: () => assert.fail('it was not done') },
      complain: (error) => complaints.push(error),
    });
    const pinning = work.start('pin', 100);
    const problem = new Error('The disk is full.');
    host.at(0).fail(problem);
    await pinning;
    assert.deepEqual(complaints, [problem]);
    assert.equal(work.underWay(100), null);
    void work.start('unpin', 100);
    assert.deepEqual(host.at(1).params, { step: 100, pinned: false });
  });
});
