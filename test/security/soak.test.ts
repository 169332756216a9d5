// 500 episodes with honest and hostile steps in random order, four at a time: all of them end, and nothing is left.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox, SandboxPool, StepResult } from '../../runtime/sandbox/sandbox.ts';
import {
  cacheDirectory,
  never,
  openSandboxPool,
  runCode,
  testEpisode,
} from '../fakes/sandboxPool.ts';
import { seededRandom, type Random } from '../fakes/random.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { canSeeProcesses, descendants, memoryOf } from './processes.ts';

const episodeCount = 500;
const processes = 2;
const lanes = 4;
const seed = 20260312;
const hostileMilliseconds = 200;
const megabyte = 1 << 20;
const limits = { maxMemoryBytes: 160 * megabyte, maxFileBytes: 32 * megabyte };
/** For each lane its heap, its files, a copy of both, and the interpreter; for each process Node and what its lanes share. */
const mostMemory = (lanes * (2 * 160 + 2 * 32 + 100) + processes * 250) * megabyte;

const honest = [
  'rows = [(n, n * n) for n in range(1000)]\nprint(sum(b for _, b in rows))',
  'import json, statistics\nprint(statistics.mean(json.loads("[1, 2, 3]")))',
  'with open("/tmp/a.csv", "w") as f:\n    f.write("a,b\\n1,2\\n")\nimport csv\nprint(list(csv.reader(open("/tmp/a.csv"))))',
  'with open(f"/out/result.txt", "w") as f:\n    f.write("x" * 10000)',
  'blob = bytearray(8 << 20)',
];
const hostile = [
  'while True: pass',
  '1 / 0',
  'def f(): return f()\nf()',
  'raise SystemExit',
  'x = bytearray(3 << 30)',
  'x = list(range(10**9))',
  'print("x" * (1 << 22))',
  'with open("/tmp/x", "wb") as f:\n    for _ in range(300): f.write(b"x" * (1 << 20))',
  'files = [open(f"/tmp/{n}", "w") for n in range(100)]',
  'import os',
  'print = 1',
  '(broken',
  'eval("1" + "+1" * 20000)',
  'final_answer(1)',
  'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
];
/** Rare, because each costs a worker and a second. */
const costly = ['sum(range(10**12))'];

describe('a long run of random hostile episodes', function () {
  this.timeout(240_000);
  let pool: SandboxPool;
  let output: TemporaryFolder;
  before(async () => {
    output = await makeTemporaryFolder();
    pool = openSandboxPool({ processes, workersPerProcess: lanes / processes });
  });
  after(async () => {
    await pool.close();
    await output.remove();
  });

  it(`${episodeCount} episodes end, and leave no process, no file and no memory`, async function () {
    if (!canSeeProcesses) {
      console.log(
        '      (skipped: processes and memory are read from /proc, which only Linux has)',
      );
      this.skip();
    }
    const outcomes = new Map<string, number>();
    const memory: number[] = [];
    let started = 0;
    let ended = 0;
    const lane = async (): Promise<void> => {
      while (started < episodeCount) {
        const number = started;
        started += 1;
        const results = await playEpisode(pool, number, output.path);
        for (const { outcome } of results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        ended += 1;
        if (ended % 25 === 0) memory.push(memoryOfSandboxes());
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    console.log(`      ${summary(outcomes, memory)}`);
    assert.equal(ended, episodeCount);
    assert.ok(outcomes.size >= 6, `too few kinds of outcomes: ${[...outcomes.keys()].join(', ')}`);
    assertBounded(memory);

    await pool.close();
    assert.deepEqual(descendants(process.pid).filter(isSandbox), []);
    assert.deepEqual(stagedFolders(), []);
  });
});

/** One to four steps; then the episode must still know its number, unless its state was lost and said so. */
async function playEpisode(
  pool: SandboxPool,
  number: number,
  quarantine: string,
): Promise<StepResult[]> {
  const random = seededRandom(seed + number);
  const folder = path.join(quarantine, String(number));
  mkdirSync(folder);
  const settings = { ...testEpisode().settings, ...limits };
  const episode = { ...testEpisode(), seed: number, settings, quarantine: folder };
  const sandbox = await pool.acquire(episode, never);
  try {
    const results = [await runCode(sandbox, `number = ${number}`)];
    const count = 1 + random.below(4);
    for (let step = 0; step < count; step += 1) results.push(await runStep(sandbox, random));
    const last = await runCode(sandbox, 'number');
    const lost = results.some((result) => result.recovery === 'lost');
    if (!lost) assert.equal(last.value, String(number), JSON.stringify([last, results.at(-1)]));
    for (const name of readdirSync(folder)) assert.equal(name, 'result.txt');
    return results;
  } finally {
    await sandbox.release();
  }
}

function runStep(sandbox: Sandbox, random: Random): Promise<StepResult> {
  const chance = random.next();
  if (chance >= 0.5) return runCode(sandbox, random.pick(honest));
  return runCode(sandbox, random.pick(chance < 0.02 ? costly : hostile), {
    timeoutMilliseconds: hostileMilliseconds,
    maxOutputCharacters: 2_000,
  });
}

const isSandbox = ({ command }: { command: string }): boolean => command.includes('sandbox');

function memoryOfSandboxes(): number {
  const sandboxes = descendants(process.pid).filter(isSandbox);
  return sandboxes.reduce((sum, { id }) => sum + memoryOf(id), 0);
}

/** The second half may not need more than the first, but for a little: growth means a leak. */
function assertBounded(memory: readonly number[]): void {
  const half = Math.floor(memory.length / 2);
  const first = Math.max(...memory.slice(0, half));
  const second = Math.max(...memory.slice(half));
  const most = Math.max(first, second);
  assert.ok(second < first * 1.3 + 50 * megabyte, `grew from ${first} to ${second} bytes`);
  assert.ok(most < mostMemory, `needed ${most} bytes`);
  assert.ok(most > 50 * megabyte, 'the memory of the sandboxes was not seen');
}

function summary(outcomes: ReadonlyMap<string, number>, memory: readonly number[]): string {
  const counts = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  const most = Math.round(Math.max(...memory) / megabyte);
  const last = Math.round((memory.at(-1) ?? 0) / megabyte);
  return `steps: ${counts}; memory at most ${most} MB, at the end ${last} MB`;
}

/** Folders in which this process staged files for its sandboxes. */
function stagedFolders(): string[] {
  const sessions = readdirSync(path.join(cacheDirectory, 'sandbox', 'sessions'));
  return sessions.filter((name) => name.startsWith(`${process.pid}-`));
}
