import assert from 'node:assert/strict';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import type { RunJob } from '../../../../runtime/contract/training/runFolder.ts';
import { RunListing, RunPage } from '../../../../runtime/contract/training/runView.ts';
import { MachineMirror } from '../../../../runtime/remote/mirror/machineMirror.ts';
import { MachineWatch } from '../../../../runtime/remote/mirror/machineWatch.ts';
import { machineMirrorFiles } from '../../../../runtime/remote/mirror/mirrorFiles.ts';
import { WantedRuns } from '../../../../runtime/remote/mirror/wantedRuns.ts';
import type { RunChanged } from '../../../../runtime/remote/runs/openedRun.ts';
import { RunWatches } from '../../../../runtime/remote/runs/runWatches.ts';
import { TrainingRuns, type KnownMachines } from '../../../../runtime/remote/runs/trainingRuns.ts';
import { systemClock } from '../../../../runtime/support/clock.ts';
import { silentLog } from '../../../../runtime/support/log.ts';
import { FolderLink } from '../../../fakes/folderLink.ts';
import { RunFolderFixture } from '../../../fakes/runFolders.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { until } from '../../../fakes/until.ts';

const { signal } = new AbortController();
const times = {
  ...{ tick: 5, open: 10, live: 20, idle: 40 },
  lock: { pollMilliseconds: 10, touchMilliseconds: 20, staleMilliseconds: 500 },
};

/** A window of this computer, with one machine attached. */
class Window {
  readonly runs: TrainingRuns;
  readonly lists: (readonly RunListing[])[] = [];
  readonly news: RunChanged[] = [];

  constructor(link: FolderLink, folder: (...names: string[]) => string, name = 'window') {
    const mirrorFolder = folder('mirrors', 'box');
    const files = machineMirrorFiles(mirrorFolder);
    const machines: KnownMachines = {
      list: () =>
        Promise.resolve(
          [thisComputer, 'box'].map((machine) => ({
            ...{ name: machine, connection: link.connection, facts: null },
          })),
        ),
      link: () => link,
      folder: () => mirrorFolder,
    };
    this.runs = new TrainingRuns({
      machines,
      watches: new RunWatches(
        () =>
          new MachineWatch({
            mirror: new MachineMirror({ link, folder: mirrorFolder, clock: systemClock }),
            wanted: new WantedRuns(files.wanted, name),
            ...{ folder: mirrorFolder, clock: systemClock, log: silentLog, times },
          }),
      ),
      clock: systemClock,
      log: silentLog,
      randomHex: () => 'handle-1',
      ownRuns: folder('own'),
      tickMilliseconds: 5,
    });
    this.runs.onRuns((runs) => this.lists.push(runs));
    this.runs.onRun((_, news) => this.news.push(news));
  }

  /** The state of a run in the list that was told last. */
  stateOf(name: string): string | undefined {
    return this.lists.at(-1)?.find((run) => run.name === name)?.state;
  }
}

describe('TrainingRuns', () => {
  const folder = temporaryFolder();
  let link: FolderLink;
  let window: Window;

  beforeEach(() => {
    link = new FolderLink(folder('home', '.tool-r1'));
    link.living.add(4711);
    window = new Window(link, folder);
  });
  afterEach(() => window.runs.close());

  const place = () => ({
    machine: 'box',
    folder: folder('home', '.tool-r1', 'runs', 'first'),
  });
  const remoteRun = () => RunFolderFixture.make(place().folder);
  const localRun = (name = 'mine', job: Partial<RunJob> = {}) =>
    RunFolderFixture.make(folder('space', '.tool-r1', 'runs', name), job);

  const listed = async () => {
    await window.runs.list([folder('space')]);
    await until(() => window.stateOf('first') !== undefined);
  };

  describe('of this computer', () => {
    it('are listed newest first, as the contract has them', async () => {
      await (await localRun('one')).beat({ supervisorPid: process.pid });
      const two = await localRun('two', { createdAt: '2026-06-01T00:00:00.000Z' });
      await two.beat({ supervisorPid: process.pid, step: 3 });
      const runs = await window.runs.list([folder('space'), folder('space')]);
      assert.deepEqual(
        runs
          .map((run) => RunListing.parse(run))
          .map(({ name, state, step }) => [name, state, step]),
        [
          ['two', 'running', 3],
          ['one', 'running', 0],
        ],
      );
      assert.equal(runs[0]?.place.machine, thisComputer);
    });

    it('are left out when they cannot be read, and the others stay', async () => {
      await (await localRun('good')).beat({ state: 'done' });
      const bad = await localRun('bad');
      await writeFile(bad.file('run.json'), '{"version": 1}');
      const runs = await window.runs.list([folder('space')]);
      assert.deepEqual(
        runs.map(({ name }) => name),
        ['good'],
      );
    });

    it('are known without a list, those of further workspaces too', async () => {
      await (await localRun('one')).beat({ state: 'done' });
      const names = async (workspaces: readonly string[]) =>
        (await window.runs.known(workspaces)).map(({ name }) => name);
      assert.deepEqual(await names([]), []);
      assert.deepEqual(await names([folder('space')]), ['one']);
      await window.runs.list([folder('space')]);
      assert.deepEqual(await names([folder('space'), folder('elsewhere')]), ['one']);
    });

    it('are told when they change, and only then', async () => {
      const run = await localRun();
      await run.beat({ state: 'queued', supervisorPid: process.pid });
      await window.runs.list([folder('space')]);
      await run.beat({ state: 'done', step: 10 });
      await until(() => window.stateOf('mine') === 'done');
      const told = window.lists.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(window.lists.length, told);
      await run.remove();
      await until(() => window.lists.at(-1)?.length === 0);
    });

    it('open with a page, and give news of it until they are closed', async () => {
      const run = await localRun();
      await run.beat({ supervisorPid: process.pid });
      await run.measure(1);
      await run.tell('one');
      const opened = await window.runs.open(
        { machine: thisComputer, folder: run.folder },
        600,
        signal,
      );
      const page = RunPage.parse(opened.page);
      assert.deepEqual(page.metrics.steps, [1]);
      assert.equal(page.events.length, 1);
      assert.equal('processes' in page.job, false);
      assert.equal(page.readBytes, (await readFile(run.file('metrics.jsonl'))).length);
      await run.measure(2);
      await run.tell('two');
      await until(() => window.news.some(({ metrics }) => metrics !== null));
      await until(() => window.news.some(({ events }) => events.length > 0));
      const steps = window.news.flatMap(({ metrics }) => metrics?.steps ?? []);
      assert.deepEqual(steps, [2]);
      const events = window.news.flatMap((news) => news.events.map(({ message }) => message));
      assert.deepEqual(events, ['two']);
      window.runs.closeRun(opened.handle);
      const told = window.news.length;
      await run.measure(3);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(window.news.length, told);
      assert.throws(() => window.runs.opened(opened.handle), /not open any more/);
    });

    it('tell each look at the cards once, also when nothing else is new', async () => {
      const run = await localRun();
      await run.beat({ supervisorPid: process.pid });
      const look = (step: number) => ({
        version: 1,
        at: `2026-05-04T09:30:0${step}.000Z`,
        step,
        gpus: [],
      });
      await run.append('gpu.jsonl', look(1));
      const here = { machine: thisComputer, folder: run.folder };
      const { page } = await window.runs.open(here, 600, signal);
      const told = () => [...page.gpus, ...window.news.flatMap(({ gpus }) => gpus)];
      await run.append('gpu.jsonl', look(2));
      await until(() => told().length === 2);
      await run.append('gpu.jsonl', look(3));
      await run.tell('one');
      await until(() => window.news.some(({ events }) => events.length > 0) && told().length >= 3);
      assert.deepEqual(
        told().map(({ step }) => step),
        [1, 2, 3],
      );
    });

    it('show why they crashed', async () => {
      const run = await localRun();
      await run.beat({ state: 'crashed', problem: 'The trainer ended with code 1.' });
      await run.write('logs/trainer.log', 'step 3\nCUDA out of memory. Tried\n');
      const here = { machine: thisComputer, folder: run.folder };
      const { page } = await window.runs.open(here, 600, signal);
      assert.equal(page.crash?.log, 'trainer.log');
      assert.equal(
        page.crash.lines.find(({ isCause }) => isCause)?.text,
        'CUDA out of memory. Tried',
      );
    });

    it('refuse a folder without a run', async () => {
      const none = { machine: thisComputer, folder: folder('nothing') };
      await assert.rejects(window.runs.open(none, 600, signal), /There is no run in/);
    });
  });

  describe('of another machine', () => {
    it('appear in the list once they were seen', async () => {
      await (await remoteRun()).beat({ step: 4 });
      await listed();
      const [run] = window.lists.at(-1) ?? [];
      assert.deepEqual(run?.place, place());
      assert.equal(run.state, 'running');
      assert.equal(run.step, 4);
    });

    it('are known after one look at every machine', async () => {
      await (await remoteRun()).beat({ step: 4 });
      assert.deepEqual(await window.runs.known([]), []);
      assert.deepEqual(await window.runs.renewAll(signal), []);
      assert.deepEqual(
        (await window.runs.known([])).map(({ place: { machine } }) => machine),
        ['box'],
      );
      link.isCut = true;
      assert.match((await window.runs.renewAll(signal))[0] ?? '', /^box is offline: /);
    });

    it('are offline, not dead, while the machine is not heard, and come back', async () => {
      const run = await remoteRun();
      await run.beat();
      await listed();
      link.isCut = true;
      await until(() => window.stateOf('first') === 'offline');
      await run.beat({ step: 5 });
      link.isCut = false;
      await until(() => window.lists.at(-1)?.[0]?.step === 5);
      assert.equal(window.stateOf('first'), 'running');
    });

    it('have every event and train step once after a cut', async () => {
      const run = await remoteRun();
      await run.beat();
      await run.tell('event 1');
      await run.measure(1);
      await listed();
      const { page } = await window.runs.open(place(), 600, signal);
      const messages = () => [
        ...page.events.map(({ message }) => message),
        ...window.news.flatMap(({ events }) => events.map(({ message }) => message)),
      ];
      const steps = () => [
        ...page.metrics.steps,
        ...window.news.flatMap(({ metrics }) => metrics?.steps ?? []),
      ];
      await until(() => messages().length === 1 && steps().length === 1);
      for (let index = 2; index <= 12; index += 1) {
        link.isCut = index % 3 === 0;
        await run.tell(`event ${index}`);
        await run.measure(index);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      link.isCut = false;
      await until(() => messages().length >= 12 && steps().length >= 12);
      assert.deepEqual(
        messages(),
        Array.from({ length: 12 }, (_, index) => `event ${index + 1}`),
      );
      assert.deepEqual(
        steps(),
        Array.from({ length: 12 }, (_, index) => index + 1),
      );
    });

    it('open offline from what was seen', async () => {
      const run = await remoteRun();
      await run.beat({ step: 1 });
      await run.measure(1);
      await listed();
      const open = await window.runs.open(place(), 600, signal);
      await until(async () => {
        const { page } = await window.runs.open(place(), 600, signal);
        return page.metrics.steps.length === 1;
      });
      window.runs.closeRun(open.handle);
      link.isCut = true;
      await until(() => window.stateOf('first') === 'offline');
      const { page } = await window.runs.open(place(), 600, signal);
      assert.equal(page.listing.state, 'offline');
      assert.equal(page.listing.lastState, 'running');
      assert.deepEqual(page.metrics.steps, [1]);
    });

    it('are watched by one window however many there are, and by another when that goes', async () => {
      const run = await remoteRun();
      await run.beat();
      const other = new Window(link, folder, 'other');
      await listed();
      await other.runs.list([]);
      await until(() => other.stateOf('first') !== undefined || other.lists.length === 0);
      await window.runs.close();
      const before = link.looks.length;
      await run.beat({ step: 9 });
      await until(() => other.lists.at(-1)?.[0]?.step === 9);
      assert.ok(link.looks.length > before);
      await other.runs.close();
      const ended = link.looks.length;
      await new Promise((resolve) => setTimeout(resolve, 60));
      assert.equal(link.looks.length, ended);
    });

    it('whose folder is deleted leave the list; a page that is open says so', async () => {
      const run = await remoteRun();
      await run.beat();
      await run.measure(1);
      await listed();
      await window.runs.open(place(), 600, signal);
      await run.remove();
      await until(() => window.lists.at(-1)?.length === 0);
      await until(() => window.news.at(-1)?.listing.state === 'crashed');
      assert.match(window.news.at(-1)?.listing.problem ?? '', /folder of the run is gone/);
    });

    it('are listed as soon as they show up after a start', async () => {
      await window.runs.list([]);
      const starting = window.runs.listingOf(place(), signal);
      // It is looked at between the two as well.
      const createdAt = new Date().toISOString();
      const run = await RunFolderFixture.make(place().folder, { createdAt });
      await run.beat({ state: 'starting' });
      assert.equal((await starting).state, 'starting');
    });

    it('have their rollouts fetched once', async () => {
      const run = await remoteRun();
      await run.beat();
      await run.write('rollouts/2.trajectories.jsonl', '{"a":1}\n');
      await listed();
      const { handle } = await window.runs.open(place(), 600, signal);
      const opened = window.runs.opened(handle);
      const fetch = (step: number) => opened.fetchStep(step, signal, () => undefined);
      assert.equal(await opened.findStep(3), null);
      const file = await fetch(3);
      assert.equal(await opened.findStep(3), file);
      assert.equal(path.basename(file), '2.trajectories.jsonl');
      assert.equal(await readFile(file, 'utf8'), '{"a":1}\n');
      assert.equal(await fetch(3), file);
      assert.equal(link.fetched, 1);
      await appendFile(run.file('rollouts/2.trajectories.jsonl'), '{"b":2}\n');
      await fetch(3);
      assert.equal(link.fetched, 2);
      await assert.rejects(fetch(4), /Train step 4 has no rollouts yet/);
      link.isCut = true;
      assert.equal(await fetch(3), file);
    });

    it('have logs that are read by byte offset, also after a rotation', async () => {
      const run = await remoteRun();
      await run.beat();
      await run.write('logs/trainer.log', 'one\n10%\r20%\rtwo\n');
      await listed();
      const { logs } = window.runs.opened((await window.runs.open(place(), 600, signal)).handle);
      assert.deepEqual(await logs.list(signal), [{ name: 'trainer.log', bytes: 16 }]);
      const read = (from: number | null, generation: string | null) =>
        logs.slice({ log: 'trainer.log', from, generation, limit: 1000 }, signal);
      const first = await read(null, null);
      assert.deepEqual([first.text, first.from, first.to, first.size], ['one\ntwo\n', 0, 16, 16]);
      assert.equal((await read(first.to, first.generation)).text, '');
      await rename(run.file('logs/trainer.log'), run.file('logs/trainer.log.1'));
      await run.write('logs/trainer.log', 'a longer line than there was before\n');
      const next = await read(first.to, first.generation);
      assert.equal(next.text, 'a longer line than there was before\n');
      assert.notEqual(next.generation, first.generation);
      const missing = { log: 'other.log', from: null, generation: null, limit: 10 };
      await assert.rejects(logs.slice(missing, signal), /no log other\.log/);
      await assert.rejects(logs.slice({ ...missing, log: '../run.json' }, signal), /no log/);
    });
  });
});
