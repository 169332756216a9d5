import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Refreshed, RefreshWish } from '../../../../runtime/remote/mirror/machineMirror.ts';
import { MachineWatch, type WatchTimes } from '../../../../runtime/remote/mirror/machineWatch.ts';
import { machineMirrorFiles } from '../../../../runtime/remote/mirror/mirrorFiles.ts';
import { WantedRuns } from '../../../../runtime/remote/mirror/wantedRuns.ts';
import { systemClock } from '../../../../runtime/support/clock.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { until } from '../../../fakes/until.ts';

const never = 1e9;
const times: WatchTimes = {
  ...{ tick: 2, open: never, live: never, idle: never },
  lock: { pollMilliseconds: 5, touchMilliseconds: 20, staleMilliseconds: 300 },
};

/** A mirror that notes what it is asked, and answers as it is told. */
class ScriptedMirror {
  readonly asked: { readonly wanted: readonly string[]; readonly sweeps: boolean }[] = [];
  outcome: Refreshed = { changed: [], isBehind: false, hasLive: true };
  problem: Error | null = null;

  refresh({ wanted, sweeps }: RefreshWish): Promise<Refreshed> {
    this.asked.push({ wanted: [...wanted], sweeps });
    return this.problem === null ? Promise.resolve(this.outcome) : Promise.reject(this.problem);
  }
}

describe('MachineWatch', () => {
  const folder = temporaryFolder();
  const opened: MachineWatch[] = [];
  let mirror: ScriptedMirror;

  beforeEach(() => (mirror = new ScriptedMirror()));
  afterEach(() => Promise.all(opened.splice(0).map((watch) => watch.close())));

  function open(over: Partial<WatchTimes> = {}, name = 'own', own = mirror): MachineWatch {
    const watch = new MachineWatch({
      mirror: own,
      wanted: new WantedRuns(machineMirrorFiles(folder()).wanted, name),
      folder: folder(),
      ...{ clock: systemClock, log: silentLog, times: { ...times, ...over } },
    });
    opened.push(watch);
    watch.start();
    return watch;
  }

  it('refreshes at once, and looks for new runs at that', async () => {
    open();
    await until(() => mirror.asked.length === 1);
    assert.deepEqual(mirror.asked, [{ wanted: [], sweeps: true }]);
    await delay(30);
    assert.equal(mirror.asked.length, 1);
  });

  it('refreshes for a run that somebody opens, then as often as a page wants', async () => {
    const watch = open({ open: 10 });
    await until(() => mirror.asked.length === 1);
    const release = watch.want('first');
    await until(() => mirror.asked.length > 3);
    assert.deepEqual(mirror.asked[1], { wanted: ['first'], sweeps: true });
    assert.deepEqual(mirror.asked[2], { wanted: ['first'], sweeps: false });
    release();
    await delay(30);
    const before = mirror.asked.length;
    await delay(50);
    assert.equal(mirror.asked.length, before);
  });

  it('looks seldom at what nobody looks at, and seldomer when nothing lives', async () => {
    open({ live: 10 });
    await until(() => mirror.asked.length > 2);
    assert.equal(mirror.asked[1]?.sweeps, false);
    mirror.outcome = { ...mirror.outcome, hasLive: false };
    await delay(30);
    const before = mirror.asked.length;
    await delay(50);
    assert.equal(mirror.asked.length, before);
  });

  it('goes on at once while more is there than a look could give', async () => {
    mirror.outcome = { ...mirror.outcome, isBehind: true };
    open();
    await until(() => mirror.asked.length > 5);
    mirror.outcome = { ...mirror.outcome, isBehind: false };
  });

  it('sweeps when somebody is in a hurry', async () => {
    const watch = open();
    await until(() => mirror.asked.length === 1);
    watch.hurry();
    await until(() => mirror.asked.length === 2);
    assert.equal(mirror.asked[1]?.sweeps, true);
  });

  it('goes on when the machine is not heard', async () => {
    mirror.problem = new Error('Connection timed out');
    open({ open: 5 });
    await until(() => mirror.asked.length > 3);
    mirror.problem = null;
    const before = mirror.asked.length;
    await until(() => mirror.asked.length > before);
  });

  it('leaves the machine to one of several, which hears the wishes of all', async () => {
    open();
    await until(() => mirror.asked.length === 1);
    const other = new ScriptedMirror();
    const second = open({}, 'other', other);
    second.want('theirs');
    await until(() => mirror.asked.length === 2);
    assert.deepEqual(mirror.asked[1]?.wanted, ['theirs']);
    assert.equal(other.asked.length, 0);
    await opened.shift()?.close();
    await until(() => other.asked.length > 0);
    assert.deepEqual(other.asked[0]?.wanted, ['theirs']);
  });

  it('asks nothing after it was closed', async () => {
    const watch = open({ live: 2 });
    await until(() => mirror.asked.length > 1);
    await watch.close();
    const before = mirror.asked.length;
    await delay(30);
    assert.equal(mirror.asked.length, before);
  });
});
