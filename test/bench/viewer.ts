// The viewer's side in the runtime: a file of 1 GB with 200,000 trajectories and one trajectory of 127 MB, beside what a
// plain reader takes that parses every line with JSON.parse in the same run.
import { existsSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ListQuery, type IndexState, type ListPage } from '../../runtime/contract/viewing.ts';
import { ViewThread } from '../../runtime/store/viewing/viewThread.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { timed } from './measure.ts';
import type { BenchRow } from './row.ts';
import { longTrajectory, manyTrajectories, rareWord } from './viewerFiles.ts';

const workerFile = new URL('../../dist/viewWorker.mjs', import.meta.url);
const pageRows = 100;
const longestIdle = 20_000;

export async function viewerRows(): Promise<readonly BenchRow[]> {
  if (!existsSync(workerFile)) {
    throw new Error('dist/viewWorker.mjs is missing. Build first: node esbuild.mjs');
  }
  return [...(await manyRows()), ...(await longRows())];
}

async function manyRows(): Promise<BenchRow[]> {
  const file = await manyTrajectories();
  const { size } = await stat(file);
  const label = `${(size / 1e9).toFixed(2)} GB, 200,000 trajectories`;
  const before = settledMemory();
  const measured = await measureMany(file);
  const memory = settledMemory() - before;
  await measured.close();
  const parsed = await timed(() => parseEveryLine(file));
  const baseline = (value: number) => ({ name: 'readline and JSON.parse of all', value });
  return [
    row(`${label}: first rows`, measured.first, 'ms', baseline(parsed), 1500),
    row(
      '- count known, every row indexed',
      measured.indexed / 1000,
      's',
      baseline(parsed / 1000),
      null,
    ),
    row('- page at the end', measured.lastPage, 'ms', baseline(parsed), 200),
    row('- first page by falling reward', measured.sorted, 'ms', baseline(parsed), 1000),
    row(
      '- text in one of 10,000, whole file',
      measured.search / 1000,
      's',
      baseline(parsed / 1000),
      null,
    ),
    row('- memory of the process above idle', memory / 1e6, 'MB', null, 250),
    row(
      '- longest wait of run events meanwhile',
      measured.pause,
      'ms',
      { name: 'the same time without a file', value: measured.idlePause },
      50,
    ),
  ];
}

interface Measured {
  readonly first: number;
  readonly indexed: number;
  readonly lastPage: number;
  readonly sorted: number;
  readonly search: number;
  readonly pause: number;
  /** What other programs of the machine cost at that. */
  readonly idlePause: number;
  readonly close: () => Promise<void>;
}

async function measureMany(file: string): Promise<Measured> {
  const thread = new ViewThread({ workerFile, log: silentLog });
  const states: IndexState[] = [];
  thread.onIndexChanged((state) => states.push(state));
  const pauses = watchPauses();
  const start = performance.now();
  const { handle, state } = await thread.request('open-trajectories', { file });
  states.push(state);
  const list = (query: Partial<ListQuery>, offset = 0): Promise<ListPage> =>
    thread.request('list-trajectories', {
      handle,
      query: ListQuery.parse(query),
      offset,
      limit: pageRows,
    });
  while ((await list({})).rows.length < pageRows) await pause(5);
  const first = performance.now() - start;
  while (states.at(-1)?.complete !== true) await pause(10);
  const indexed = performance.now() - start;
  const longest = pauses();
  const lastPage = await timed(() => list({}, page200k));
  const sorted = await timed(() => list({ sort: 'reward', descending: true }));
  const search = await timed(async () => {
    let found = await list({ text: rareWord });
    while (found.searching) {
      await pause(20);
      found = await list({ text: rareWord });
    }
    if (found.matches !== 20) throw new Error(`found ${found.matches}`);
  });
  const idlePauses = watchPauses();
  await pause(Math.min(indexed, longestIdle));
  return {
    first,
    indexed,
    lastPage,
    sorted,
    search,
    pause: longest,
    idlePause: idlePauses(),
    close: () => thread.close(),
  };
}

const page200k = 200_000 - pageRows;

async function longRows(): Promise<BenchRow[]> {
  const file = await longTrajectory();
  const { size } = await stat(file);
  const ours = await timed(async () => {
    const thread = new ViewThread({ workerFile, log: silentLog });
    const { handle } = await thread.request('open-trajectories', { file });
    const head = await thread.request('read-trajectory', { handle, id: 'long' });
    const { steps } = await thread.request('read-steps', { handle, id: 'long', from: 1, to: 5 });
    if (head.rows.length < 5 || steps.length !== 5) throw new Error('the first steps are missing');
    await thread.close();
  });
  const whole = await timed(async () => {
    const thread = new ViewThread({ workerFile, log: silentLog });
    const { handle } = await thread.request('open-trajectories', { file });
    for (let rows = 0; rows < 4000;) {
      rows = (await thread.request('read-trajectory', { handle, id: 'long' })).rows.length;
    }
    await thread.close();
  });
  const parsed = await timed(async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const line of lines) if (line !== '') JSON.parse(line);
  });
  const baseline = { name: 'readFile and JSON.parse of all', value: parsed };
  const name = `one trajectory of ${(size / 1e6).toFixed(0)} MB`;
  return [
    row(`${name}: head and first steps`, ours, 'ms', baseline, 1000),
    row('- outline of all 4,000 steps', whole, 'ms', baseline, null),
  ];
}

function row(
  name: string,
  value: number,
  unit: string,
  baseline: BenchRow['baseline'],
  most: number | null,
): BenchRow {
  const aim = most === null ? null : { text: `under ${most} ${unit}`, reached: value < most };
  return { name, value, unit, baseline, aim };
}

async function parseEveryLine(file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file) })) JSON.parse(line);
}

/** Bytes that the process holds, after a collection where Node lets one ask for it. */
function settledMemory(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

/** Watches how long this thread is held up, as run events would be; the result gives the longest in milliseconds. */
function watchPauses(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
