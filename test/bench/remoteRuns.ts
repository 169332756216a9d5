// Looking at a training run on an ssh host of this computer's loopback: how soon a window that is opened again shows its charts, what
// an hour of looking costs on the wire, and how little of large files is read.
import { execFile } from 'node:child_process';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { composeMachineServices } from '../../runtime/composeMachines.ts';
import { Prompts } from '../../runtime/remote/machines/prompts.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { fill, RunFolderFixture } from '../fakes/runFolders.ts';
import { makeGpus } from '../fakes/runPages.ts';
import { makeStepMetrics } from '../fakes/trainingRecords.ts';
import { until } from '../fakes/until.ts';
import { type SshHost, SshHosts } from '../remote/sshHosts.ts';
import { timed } from './measure.ts';
import type { BenchRow } from './row.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const events = 100_000;
const trainSteps = 1000;
const largeBytes = 1_000_000_000;
const minute = 60_000;

export async function remoteRunRows(): Promise<readonly BenchRow[]> {
  const hosts = await SshHosts.start();
  try {
    const host = await hosts.add('a100');
    const first = await makeLongRun(host);
    return [...(await reattachRows(hosts, first)), ...(await wireRows(hosts, host, first))];
  } finally {
    await hosts.close();
  }
}

async function reattachRows(hosts: SshHosts, first: RunFolderFixture): Promise<BenchRow[]> {
  const before = openWindow(hosts);
  await before.machines.attach('a100', signal);
  const attached = await timed(() => showAll(before, first));
  await before.close();
  for (let step = 1; step <= 50; step += 1) await first.measure(trainSteps + step);
  const window = openWindow(hosts);
  const stale = await timed(() => showSteps(window, first, 1));
  await window.close();
  const fresh = openWindow(hosts);
  const reopened = await timed(() => showSteps(fresh, first, trainSteps + 50));
  await fresh.close();
  const settings = `${events.toLocaleString('en')} events, ${trainSteps} train steps`;
  return [
    row('first attach to all charts', settings, attached, 'ms', 5000),
    row('reattach to first chart', settings, stale, 'ms', 2000),
    row('- to the train steps made meanwhile', settings, reopened, 'ms', 2000),
  ];
}

async function wireRows(
  hosts: SshHosts,
  host: SshHost,
  first: RunFolderFixture,
): Promise<BenchRow[]> {
  const window = openWindow(hosts);
  const watched = await watchedBytes(window, host, first);
  await first.beat({ state: 'done', step: trainSteps + 51 });
  await window.runs.renewed('a100', signal);
  await delay(2000);
  const idle = await bytesOver(host, minute);
  const read = await readAtHost(host, async () => {
    await makeLargeRun(host);
    await window.runs.renewed('a100', signal);
    const large = path.join(host.home, '.tool-r1', 'runs', 'large');
    const { handle, page } = await window.runs.open(
      { machine: 'a100', folder: large },
      600,
      signal,
    );
    await until(async () => {
      if (page.events.length > 0) return true;
      const again = await window.runs.open({ machine: 'a100', folder: large }, 600, signal);
      return again.page.events.length > 0;
    }, 20_000);
    const wish = { log: 'trainer.log', from: null, generation: null, limit: 64_000 };
    await window.runs.opened(handle).logs.slice(wish, signal);
  });
  await window.close();
  return [
    row('sent and received while a run is watched', livingRun, watched / 1000, 'kB/min', 25),
    row('sent and received while idle', 'one machine, no run lives', idle / 1000, 'kB/min', 5),
    row('read at the host to open a run', '1 GB of events, 1 GB of log', read / 1e6, 'MB', 4),
  ];
}

const livingRun = 'one run with eight cards, its page open';

/** In a minute of a run that lives, with one train step in it, while a person has its page open. */
async function watchedBytes(
  { runs }: MachineServices,
  host: SshHost,
  run: RunFolderFixture,
): Promise<number> {
  const living = new AbortController();
  const life = live(run, living.signal);
  await runs.list([]);
  await runs.renewed('a100', signal);
  const { handle } = await runs.open({ machine: 'a100', folder: run.folder }, 600, signal);
  await delay(5000);
  const bytes = await bytesOver(host, minute);
  runs.closeRun(handle);
  living.abort();
  await life;
  return bytes;
}

/** Writes what supervisor and trainer write: a heartbeat every 5 s, the cards every 15 s, a train step after half a minute. */
async function live(run: RunFolderFixture, over: AbortSignal): Promise<void> {
  let step = trainSteps + 50;
  for (let beats = 0; !over.aborted; beats += 1) {
    if (beats === 7) await makeTrainStep(run, (step += 1));
    if (beats % 3 === 0) await run.append('gpu.jsonl', makeGpus(Date.now()).at(-1) ?? {});
    const activity = `Sampling: ${beats * 5} of 256 rollouts`;
    await run.beat({ supervisorPid: process.pid, step, activity, at: new Date().toISOString() });
    await delay(5000, undefined, { signal: over }).catch(() => undefined);
  }
}

async function makeTrainStep(run: RunFolderFixture, step: number): Promise<void> {
  await run.append('metrics.jsonl', makeStepMetrics(step, figures));
  await run.tell(`Train step ${step} is done`);
  for (let group = 0; group < 16; group += 1) await run.group({ step: step - 1 });
}

const figures = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [`figure/${index}`, Math.sin(index)]),
);

function openWindow(hosts: SshHosts): MachineServices {
  return composeMachineServices({
    folder: path.resolve('runtime'),
    cacheDirectory: path.join(hosts.folder, 'cache'),
    env: hosts.env,
    platform: process.platform,
    log: silentLog,
    prompts: new Prompts(() => 'prompt'),
  });
}

/** Opens the run, as a page does, and waits until its charts have so many train steps. */
async function showSteps(
  { runs }: MachineServices,
  { folder }: RunFolderFixture,
  steps: number,
): Promise<void> {
  let newest = 0;
  const stop = runs.onRun((_, { metrics }) => (newest = metrics?.steps.at(-1) ?? newest));
  await runs.list([]);
  const place = { machine: 'a100', folder };
  const seen = async () => (await runs.list([])).some((one) => one.place.folder === folder);
  await until(seen, 30_000);
  const { page } = await runs.open(place, 600, signal);
  newest = Math.max(newest, page.metrics.steps.at(-1) ?? 0);
  await until(() => newest >= steps, 30_000);
  stop();
}

/** Until the page has every train step. */
async function showAll({ runs }: MachineServices, { folder }: RunFolderFixture): Promise<void> {
  const place = { machine: 'a100', folder };
  await runs.list([]);
  await until(async () => {
    if (!(await runs.list([])).some((one) => one.place.folder === folder)) return false;
    return (await runs.open(place, 600, signal)).page.metrics.totalSteps >= trainSteps;
  }, 30_000);
}

async function makeLongRun(host: SshHost): Promise<RunFolderFixture> {
  const folder = path.join(host.home, '.tool-r1', 'runs', 'long');
  const made = await RunFolderFixture.make(folder, { totalSteps: 2000 });
  await made.beat({ supervisorPid: process.pid, step: trainSteps });
  const at = '2026-05-04T09:30:00.000Z';
  const event = (index: number) => ({
    ...{ version: 1, at, type: 'step-ended', message: `Train step ${index} ended.` },
  });
  const line = JSON.stringify(event(events)).length + 1;
  await fill(made, 'events.jsonl', events * line, event);
  for (let step = 1; step <= trainSteps; step += 1) {
    await made.append('metrics.jsonl', makeStepMetrics(step, figures));
  }
  return made;
}

/** Most of the large files is a hole; whoever read them whole would read all of it. */
async function makeLargeRun(host: SshHost): Promise<void> {
  const folder = path.join(host.home, '.tool-r1', 'runs', 'large');
  const made = await RunFolderFixture.make(folder);
  await made.beat({ state: 'done' });
  await made.measure(1);
  for (const name of ['events.jsonl', 'logs/trainer.log']) {
    await writeFile(made.file(name), '');
    await truncate(made.file(name), largeBytes);
    await made.write(name, '\n');
    await fill(made, name, 400_000, () => ({
      ...{
        version: 1,
        at: '2026-05-04T09:30:00.000Z',
        type: 'step-ended',
        message: 'x'.repeat(80),
      },
    }));
  }
}

/** Bytes of both directions, with those of ssh itself. */
async function bytesOver(host: SshHost, milliseconds: number): Promise<number> {
  const before = await bytesSoFar(host);
  await delay(milliseconds);
  return (await bytesSoFar(host)) - before;
}

async function bytesSoFar({ server: { port } }: SshHost): Promise<number> {
  const { stdout } = await run('ss', ['-tinH', `sport = :${port}`]);
  const counts = stdout.match(/bytes_(?:sent|received):(\d+)/g) ?? [];
  return counts.reduce((sum, count) => sum + Number(count.split(':')[1]), 0);
}

/** Bytes that the program on the host read meanwhile. */
async function readAtHost({ home }: SshHost, work: () => Promise<void>): Promise<number> {
  const before = await readSoFar(home);
  await work();
  return (await readSoFar(home)) - before;
}

async function readSoFar(home: string): Promise<number> {
  let sum = 0;
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const env = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (!env.split('\0').includes(`HOME=${home}`) || !command.startsWith('python')) continue;
    const io = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
    sum += Number(/rchar: (\d+)/.exec(io)?.[1] ?? 0);
  }
  return sum;
}

function row(name: string, settings: string, value: number, unit: string, most: number): BenchRow {
  const aim = { text: `at most ${most} ${unit}`, reached: value <= most };
  return { name, settings, value, unit, baseline: null, aim };
}
