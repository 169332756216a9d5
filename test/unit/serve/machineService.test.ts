import assert from 'node:assert/strict';
import type { MachineListing } from '../../../runtime/contract/machine.ts';
import { requests } from '../../../runtime/contract/requests.ts';
import type { RunChanged } from '../../../runtime/remote/runs/openedRun.ts';
import type { EditorMachines } from '../../../runtime/remote/machineServices.ts';
import { Prompts } from '../../../runtime/remote/machines/prompts.ts';
import { RunWatches } from '../../../runtime/remote/runs/runWatches.ts';
import { TrainingRuns } from '../../../runtime/remote/runs/trainingRuns.ts';
import { machineService, type MachineService } from '../../../runtime/serve/machineService.ts';
import type { Notify } from '../../../runtime/serve/requestHandlers.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { FolderLink } from '../../fakes/folderLink.ts';
import { RunFolderFixture } from '../../fakes/runFolders.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { until } from '../../fakes/until.ts';

const { signal } = new AbortController();

/** What the services were asked, and listeners that they were given. */
class ScriptedMachines {
  readonly asked: string[] = [];
  readonly prompts = new Prompts(() => 'prompt-1');
  readonly runs: TrainingRuns;
  readonly #folder: string;
  #changed: (machine: MachineListing) => void = () => undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.runs = new TrainingRuns({
      machines: {
        list: () => Promise.resolve([this.listing]),
        folder: () => folder,
        link: () => new FolderLink(folder),
      },
      watches: new RunWatches(() => {
        throw new Error('There is no other machine in this test.');
      }),
      ...{ clock: systemClock, log: silentLog, randomHex: () => 'handle-1' },
      ...{ ownRuns: folder, tickMilliseconds: 5 },
    });
  }

  get listing(): MachineListing {
    return { name: 'this computer', connection: { state: 'connecting' }, facts: null };
  }

  get place() {
    return { machine: 'this computer', folder: `${this.#folder}/first` };
  }

  change(): void {
    this.#changed(this.listing);
  }

  services(): EditorMachines {
    const note = (what: string) => this.asked.push(what);
    const scripted = {
      prompts: this.prompts,
      runs: this.runs,
      machines: {
        list: () => Promise.resolve([this.listing]),
        folder: () => this.#folder,
        attach: (name: string) => (note(`attach ${name}`), Promise.resolve(this.listing)),
        detach: (name: string) => (note(`detach ${name}`), Promise.resolve()),
        retry: (name: string) => (note(`retry ${name}`), Promise.resolve(this.listing)),
        sshHosts: () => Promise.resolve(['a100']),
        remember: (name: string) => (note(`remember ${name}`), Promise.resolve()),
        onChanged: (listener: (machine: MachineListing) => void) => {
          this.#changed = listener;
        },
      },
      training: {
        inspect: () => Promise.resolve({ facts: null, checks: [] }),
        start: () => (note('start'), Promise.resolve(this.place)),
        resume: (_: unknown, step: number | null) => {
          note(`resume ${step ?? 'newest'}`);
          return Promise.resolve(this.place);
        },
      },
      checkpoints: {
        refuseUnresumable: () => (note('check'), Promise.resolve()),
        download: (_: unknown, { to }: { to: string }) => {
          note(`download ${to}`);
          return Promise.resolve(7);
        },
      },
      stop: (_: unknown, wish: string) => (note(`stop ${wish}`), Promise.resolve([])),
      close: () => this.runs.close(),
    };
    return scripted as unknown as EditorMachines;
  }
}

describe('machineService', () => {
  const folder = temporaryFolder();
  let scripted: ScriptedMachines;
  let service: MachineService;
  let opened: number;
  let told: { readonly name: string; readonly params: unknown; readonly inOrder: boolean }[];
  let run: RunFolderFixture;

  beforeEach(async () => {
    scripted = new ScriptedMachines(folder());
    opened = 0;
    told = [];
    const noting =
      (inOrder: boolean): Notify =>
      (name, params) =>
        told.push({ name, params, inOrder });
    service = machineService({
      open: () => {
        opened += 1;
        return Promise.resolve(scripted.services());
      },
      runtime: { run: () => Promise.reject(new Error('Nothing is rolled out in this test.')) },
      notify: noting(false),
      tell: noting(true),
      now: () => '2026-05-04T10:00:00.000Z',
    });
    run = await RunFolderFixture.make(scripted.place.folder);
    await run.beat({ supervisorPid: process.pid });
  });
  afterEach(() => service.close());

  const handlers = () => service.handlers;
  const call = { callId: 'c1' };

  it('opens nothing before the first request, and all of it once', async () => {
    assert.equal(opened, 0);
    await service.close();
    assert.equal(opened, 0);
    await handlers()['list-machines']({}, signal);
    await handlers()['list-ssh-hosts']({}, signal);
    assert.equal(opened, 1);
  });

  it('attaches, retries and forgets machines', async () => {
    const machine = { machine: 'this computer' } as const;
    await handlers()['attach-machine']({ ...machine, ...call }, signal);
    await handlers()['retry-machine'](machine, signal);
    await handlers()['inspect-machine']({ ...machine, ...call }, signal);
    await handlers()['detach-machine'](machine, signal);
    assert.deepEqual(scripted.asked, [
      'attach this computer',
      'retry this computer',
      'remember this computer',
      'detach this computer',
    ]);
  });

  it('passes on what ssh asks, and the answer', async () => {
    await handlers()['list-machines']({}, signal);
    const asked = { machine: 'box', question: 'Passphrase?', kind: 'secret' } as const;
    const answer = scripted.prompts.ask(asked, signal);
    assert.deepEqual(told, [
      { name: 'ssh-asked', params: { ...asked, promptId: 'prompt-1' }, inOrder: true },
    ]);
    await handlers()['answer-prompt']({ promptId: 'prompt-1', answer: 'open' }, signal);
    assert.equal(await answer, 'open');
  });

  it('tells how a machine stands', async () => {
    await handlers()['list-machines']({}, signal);
    scripted.change();
    assert.deepEqual(told, [{ name: 'machine-changed', params: scripted.listing, inOrder: true }]);
  });

  it('starts, stops and resumes, and gives how the run stands then', async () => {
    const wish = requests['start-training'].params.parse({
      ...{ machine: 'this computer', workspace: '/w', tasks: 't', model: 'm', device: 'cpu' },
      ...call,
    });
    const place = { place: scripted.place, ...call };
    assert.equal((await handlers()['start-training'](wish, signal)).run.name, 'first');
    const stopped = await handlers()['stop-training']({ ...place, wish: 'now' }, signal);
    assert.deepEqual(stopped.stillHeld, []);
    assert.equal(stopped.run.state, 'running');
    await handlers()['resume-training']({ ...place, step: null }, signal);
    assert.deepEqual(scripted.asked, ['start', 'stop now', 'check', 'resume newest']);
  });

  it('lists and opens runs, and tells what is new of them', async () => {
    const { runs } = requests['list-runs'].result.parse(
      await handlers()['list-runs']({ workspaces: [] }, signal),
    );
    assert.equal(runs[0]?.name, 'first');
    const open = { place: scripted.place, mostPoints: 600 };
    const { handle, page } = requests['open-run'].result.parse(
      await handlers()['open-run'](open, signal),
    );
    assert.equal(page.listing.state, 'running');
    await run.measure(1);
    await until(() => told.some(({ name }) => name === 'run-changed'));
    const news = told.find(({ name }) => name === 'run-changed');
    assert.equal(news?.inOrder, true);
    const { metrics, ...rest } = news.params as RunChanged & { handle: string; at: string };
    assert.deepEqual(metrics?.steps, [1]);
    assert.equal(rest.handle, handle);
    assert.equal(rest.at, '2026-05-04T10:00:00.000Z');
    await run.beat({ state: 'done' });
    await until(() => told.some(({ name }) => name === 'runs-changed'));
    await handlers()['close-run']({ handle }, signal);
    const closed = handlers()['list-run-logs']({ handle }, signal);
    await assert.rejects(closed, /not open any more/);
  });

  it('reads queue, logs and rollouts of an open run', async () => {
    await run.write('tasks.jsonl', '{"version":1,"id":"sum","question":"1 + 1?","files":[]}\n');
    await run.group({ taskId: 'sum' });
    await run.write('logs/trainer.log', 'step 1\n');
    await run.write('rollouts/0.trajectories.jsonl', '{}\n');
    const open = { place: scripted.place, mostPoints: 600 };
    const { handle } = await handlers()['open-run'](open, signal);
    const shown = { filter: '', show: 'all', sort: 'task', follow: null } as const;
    const query = { ...shown, offset: 0, limit: 10 };
    const queue = await handlers()['read-queue']({ handle, step: null, ...query }, signal);
    assert.deepEqual(
      queue.rows.map(({ taskId, state }) => [taskId, state]),
      [['sum', 'active']],
    );
    const { logs } = await handlers()['list-run-logs']({ handle }, signal);
    assert.deepEqual(logs, [{ name: 'trainer.log', bytes: 7 }]);
    const wish = { log: 'trainer.log', from: null, generation: null, limit: 100 };
    assert.equal((await handlers()['read-run-log']({ handle, ...wish }, signal)).text, 'step 1\n');
    const found = await handlers()['find-step']({ handle, step: 1 }, signal);
    assert.equal(found.file, run.file('rollouts/0.trajectories.jsonl'));
    assert.equal((await handlers()['find-step']({ handle, step: 2 }, signal)).file, null);
    const { file } = await handlers()['fetch-step']({ handle, step: 1, ...call }, signal);
    assert.equal(file, run.file('rollouts/0.trajectories.jsonl'));
  });

  it('downloads a checkpoint', async () => {
    const wish = { place: scripted.place, step: 2, to: '/here', ...call };
    assert.deepEqual(await handlers()['download-checkpoint'](wish, signal), { bytes: 7 });
    assert.deepEqual(scripted.asked, ['download /here']);
  });
});
