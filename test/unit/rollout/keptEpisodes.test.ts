import assert from 'node:assert/strict';
import { KeptEpisodes, type KeptEpisodesOptions } from '../../../runtime/rollout/keptEpisodes.ts';
import type { Episode, Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { noFiles, type ChosenFiles } from '../../../runtime/support/chosenFiles.ts';
import { echoSandbox, FakeSandboxPool, type FakeSandbox } from '../../fakes/fakeSandbox.ts';
import { testEpisode } from '../../fakes/sandboxPool.ts';
import { until } from '../../fakes/until.ts';

const never = new AbortController().signal;
const someFile: ChosenFiles = {
  files: [{ name: 'a.csv', hostPath: '/a.csv', bytes: 1 }],
  leftOut: [],
};

function open(changes: Partial<KeptEpisodesOptions> = {}) {
  const problems: unknown[] = [];
  const kept = new KeptEpisodes({
    pool: new FakeSandboxPool(echoSandbox()),
    maxKept: 2,
    maxAgeMilliseconds: 60_000,
    patienceMilliseconds: 5,
    onProblem: (error) => problems.push(error),
    ...changes,
  });
  const keep = (trajectoryId: string, changed: { rebuilt?: boolean; files?: ChosenFiles } = {}) => {
    const sandbox = echoSandbox();
    const place = { trajectoryId, step: 1 };
    kept.keep({ place, sandbox, files: noFiles, rebuilt: false, ...changed });
    return sandbox;
  };
  const take = (trajectoryId: string, files = noFiles) =>
    kept.take({ trajectoryId, step: 1 }, files);
  return { kept, keep, take, problems };
}

/** A pool without a free sandbox until one comes back. */
class FullPool extends FakeSandboxPool {
  #give: ((sandbox: Sandbox) => void) | null = null;

  override acquire(episode: Episode): Promise<Sandbox> {
    this.episodes.push(episode);
    return new Promise((resolve) => (this.#give = resolve));
  }

  giveBack(sandbox: Sandbox): void {
    this.#give?.(sandbox);
  }
}

const isReleased = (sandbox: FakeSandbox) => () => sandbox.released === 1;

describe('kept episodes', () => {
  it('hand a sandbox over once, and only where the step is the last one', async () => {
    const { kept, keep, take } = open();
    const sandbox = keep('a');
    assert.equal(await kept.take({ trajectoryId: 'a', step: 2 }, noFiles), null);
    assert.equal(await take('a'), sandbox);
    assert.equal(await take('a'), null);
    assert.equal(sandbox.released, 0);
  });

  it('hand none over with other files, nor one that was rebuilt, nor one that is dead', async () => {
    const { keep, take } = open();
    keep('a', { files: someFile });
    assert.equal(await take('a'), null);
    assert.notEqual(await take('a', someFile), null);
    keep('b', { rebuilt: true });
    assert.equal(await take('b'), null);
    const dead = keep('c');
    dead.isAlive = false;
    assert.equal(await take('c'), null);
    await until(isReleased(dead));
  });

  it('are given up, the one used longest ago first, when there are too many', async () => {
    const { kept, keep, take } = open();
    const [a, b] = [keep('a'), keep('b')];
    await kept.use({ trajectoryId: 'a', step: 1 }, () => Promise.resolve());
    keep('c');
    await until(isReleased(b));
    assert.equal(a.released, 0);
    assert.equal(await take('b'), null);
  });

  it('make way for a rollout that waits', async () => {
    const pool = new FullPool(new Error('full'));
    const { kept, keep } = open({ pool });
    const a = keep('a');
    const waiting = kept.acquire(testEpisode(), never);
    await until(isReleased(a));
    pool.giveBack(a);
    assert.equal(await waiting, a);
  });

  it('stay while the pool has a free sandbox', async () => {
    const { kept, keep } = open();
    const a = keep('a');
    await kept.acquire(testEpisode(), never);
    assert.equal(a.released, 0);
  });

  it('are given up after a while without use', async () => {
    const { keep, take } = open({ maxAgeMilliseconds: 20 });
    const a = keep('a');
    await until(isReleased(a));
    assert.equal(await take('a'), null);
  });

  it('are used by one after the other, and not given up under a user', async () => {
    const { kept, keep, take } = open();
    const a = keep('a');
    const order: string[] = [];
    const place = { trajectoryId: 'a', step: 1 };
    let finish = () => {};
    const slow = kept.use(place, async () => {
      order.push('slow begins');
      await new Promise<void>((resolve) => (finish = resolve));
      order.push('slow ends');
      throw new Error('it went wrong');
    });
    const quick = kept.use(place, () => Promise.resolve(order.push('quick')));
    keep('b');
    keep('c');
    assert.equal(a.released, 0);
    await until(() => order.length === 1);
    const taken = take('a');
    finish();
    await assert.rejects(slow ?? Promise.resolve(), { message: 'it went wrong' });
    await quick;
    assert.deepEqual(order, ['slow begins', 'slow ends', 'quick']);
    assert.equal(await taken, a);
    assert.equal(
      kept.use(place, () => Promise.resolve()),
      null,
    );
  });

  it('replace what was kept for the same place', async () => {
    const { keep, take } = open();
    const [old, recent] = [keep('a'), keep('a')];
    await until(isReleased(old));
    assert.equal(await take('a'), recent);
  });

  it('are all given back at the end, and later ones at once', async () => {
    const { kept, keep, problems } = open();
    const a = keep('a');
    const b = keep('b');
    b.release = () => Promise.reject(new Error('stuck'));
    await kept.close();
    assert.equal(a.released, 1);
    assert.equal(problems.length, 1);
    await until(isReleased(keep('c')));
  });
});
