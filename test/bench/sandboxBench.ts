// The sandbox beside what people would use instead: CPython without isolation, a fork server, smolagents' local executor,
// plain Pyodide.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PyodideSandboxPool } from '../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox, StepOptions } from '../../runtime/sandbox/sandbox.ts';
import type { SandboxPoolOptions } from '../../runtime/sandbox/sandboxOptions.ts';
import { never, openSandboxPool, plainEpisode, testCache } from '../fakes/sandboxPool.ts';
import { BaselineProcess } from './baselineProcess.ts';
import { interleave, median, timed } from './measure.ts';
import type { BenchRow } from './row.ts';
import { smolagentsPython } from './smolagentsEnvironment.ts';

const here = import.meta.dirname;
const python = 'python3';
const stepsPerEpisode = 5;
const manyCalls = 'for i in range(1000):\n    value = echo(i)\n';
const echo = {
  name: 'echo',
  description: 'Gives back what it is given.',
  parameters: [{ name: 'x', type: 'object', description: 'Anything.' }],
  returns: 'object',
  isFinal: false,
};
const finalAnswer = {
  name: 'final_answer',
  description: 'Ends the task.',
  parameters: [{ name: 'answer', type: 'object', description: 'The answer.' }],
  returns: 'None',
  isFinal: true,
};
interface Settings {
  readonly text: string;
  readonly options: Partial<SandboxPoolOptions>;
}

/** As the product runs: the state is copied after each step. */
const product: Settings = { text: 'copy after each step', options: {} };
/** For rollouts whose policy takes a while: copies are made in the pauses between steps. */
const rollouts: Settings = {
  text: 'copy in pauses of 3 ms',
  options: { checkpoints: 'when-idle' },
};
const both = [product, rollouts] as const;
/** Another build to measure than that in `dist`, which others may be writing at the moment. */
const dist = process.env['TOOL_R1_BENCH_DIST'];

function openPool(options: Partial<SandboxPoolOptions>): PyodideSandboxPool {
  const folder = dist === undefined ? {} : { distDirectory: path.resolve(dist) };
  return openSandboxPool({ ...options, ...folder });
}

const episode = plainEpisode({
  tools: [echo, finalAnswer],
  callTool: (_name, args) => Promise.resolve({ ok: true, value: args['x'] ?? null }),
});
const options = (): StepOptions => ({
  timeoutMilliseconds: 60_000,
  maxOutputCharacters: 8000,
  signal: new AbortController().signal,
});

export async function sandboxRows(): Promise<readonly BenchRow[]> {
  const step = await readFile(path.join(here, 'programs', 'realisticStep.py'), 'utf8');
  return [
    ...(await stepRows(step)),
    ...(await episodeRows(step)),
    ...(await bootRows()),
    ...(await throughputRows(step)),
  ];
}

async function stepRows(step: string): Promise<BenchRow[]> {
  const pools = both.map(({ options: chosen }) => openPool(chosen));
  const cpython = new BaselineProcess(python, 'cpythonExec.py', ['-I']);
  const engine = new BaselineProcess(process.execPath, 'plainPyodideExec.mjs');
  const smolPython = await smolagentsPython(testCache());
  const smolagents =
    smolPython === null ? null : new BaselineProcess(smolPython, 'smolagentsExecutor.py');
  try {
    const sandboxes = await Promise.all(pools.map((pool) => pool.acquire(episode, never)));
    const ours = (code: string) => sandboxes.map((sandbox) => () => runWell(sandbox, code));
    const theirs = (code: string) =>
      smolagents === null ? [] : [() => smolagents.call({ op: 'step', code })];
    const plain = [cpython, engine].map((one) => () => one.call({ op: 'step', code: step }));
    const steps = await interleave(150, [...ours(step), ...plain, ...theirs(step)], 50);
    const calls = await interleave(15, [...ours(manyCalls), ...theirs(manyCalls)], 5);
    return [...realisticRows(steps), ...toolCallRows(calls)];
  } finally {
    await Promise.all([
      ...[cpython, engine, smolagents].map((one) => one?.close()),
      ...pools.map((pool) => pool.close()),
    ]);
  }
}

/** @param times ours with each of the settings, CPython, plain Pyodide, and smolagents where it is there */
function realisticRows(times: readonly number[]): BenchRow[] {
  const [exec = NaN, engine = NaN, walker] = times.slice(both.length);
  return [...ownStepRows(times, exec, walker), ...floorRows(engine, exec, walker)];
}

/** What no sandbox on this engine can go below: the same step with nothing around it. */
function floorRows(engine: number, exec: number, walker: number | undefined): BenchRow[] {
  const row = {
    name: 'the same step in plain Pyodide, the floor',
    settings: 'compile and exec, nothing else',
    value: engine,
    unit: 'ms',
    aim: null,
  };
  const baselines = [
    { name: 'persistent CPython, exec', value: exec },
    ...(walker === undefined ? [] : [{ name: 'smolagents local executor', value: walker }]),
  ];
  return baselines.map((baseline) => ({ ...row, baseline }));
}

function ownStepRows(
  times: readonly number[],
  exec: number,
  walker: number | undefined,
): BenchRow[] {
  return both.flatMap(({ text: settings }, index) => {
    const value = times[index] ?? Number.NaN;
    const row = { name: 'one realistic 25-line step', settings, value, unit: 'ms' };
    return [
      {
        ...row,
        baseline: { name: 'persistent CPython, exec', value: exec },
        aim: { text: 'within 3x', reached: value <= 3 * exec },
      },
      ...(walker === undefined
        ? []
        : [
            {
              ...row,
              baseline: { name: 'smolagents local executor', value: walker },
              aim: { text: '2.5x faster', reached: walker >= 2.5 * value },
            },
          ]),
    ];
  });
}

function toolCallRows(times: readonly number[]): BenchRow[] {
  const [walker] = times.slice(both.length);
  return both.map(({ text: settings }, index) => {
    const value = times[index] ?? Number.NaN;
    return {
      name: '1,000 tool calls from one step',
      settings,
      value,
      unit: 'ms',
      baseline: walker === undefined ? null : { name: 'smolagents, in process', value: walker },
      aim: { text: 'under 150 ms', reached: value < 150 },
    };
  });
}

async function episodeRows(step: string): Promise<BenchRow[]> {
  const pools = both.map(({ options: chosen }) => openPool(chosen));
  const forkServer = new BaselineProcess(python, 'cpythonForkServer.py', ['-I']);
  const steps = Array.from({ length: stepsPerEpisode }, () => step);
  const spawnOne = async (): Promise<void> => {
    const cpython = new BaselineProcess(python, 'cpythonExec.py', ['-I']);
    for (const code of steps) await cpython.call({ op: 'step', code });
    await cpython.call({ op: 'step', code: 'answer = 1' });
    await cpython.close();
  };
  try {
    const times = await interleave(
      25,
      [
        ...pools.map((pool) => () => runEpisode(pool, step)),
        spawnOne,
        () => forkServer.call({ op: 'episode', steps: [...steps, 'answer = 1'] }),
      ],
      10,
    );
    const [spawned = NaN, forked = NaN] = times.slice(pools.length);
    return both.flatMap(({ text: settings }, index) => {
      const value = times[index] ?? Number.NaN;
      const row = { name: 'clean episode: reset, 5 steps, answer', settings, value, unit: 'ms' };
      return [
        {
          ...row,
          baseline: { name: 'CPython process per episode', value: spawned },
          aim: { text: 'faster', reached: value < spawned },
        },
        {
          ...row,
          baseline: { name: 'CPython fork server', value: forked },
          aim: { text: 'within 2x', reached: value <= 2 * forked },
        },
      ];
    });
  } finally {
    await forkServer.close();
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

async function runEpisode(pool: PyodideSandboxPool, step: string): Promise<void> {
  const sandbox = await pool.acquire(episode, never);
  for (let index = 0; index < stepsPerEpisode; index += 1) await runWell(sandbox, step);
  await runWell(sandbox, 'final_answer(1)');
  await sandbox.release();
}

async function bootRows(): Promise<BenchRow[]> {
  const boots: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const [ours, theirs] = [await timed(bootSandbox), await timed(bootPlainPyodide)];
    if (round > 0) {
      boots.push(ours);
      plain.push(theirs);
    }
  }
  const [boot, plainBoot] = [median(boots), median(plain)];
  const pool = openPool(product.options);
  try {
    const [empty = NaN] = await interleave(
      60,
      [async () => (await pool.acquire(episode, never)).release()],
      20,
    );
    return [
      {
        name: 'sandbox boot from snapshot, process included',
        value: boot,
        unit: 'ms',
        baseline: { name: 'plain Pyodide boot', value: plainBoot },
        aim: { text: 'under 500 ms and 5x faster', reached: boot < 500 && plainBoot >= 5 * boot },
      },
      {
        name: 'reset and lending again',
        value: empty,
        unit: 'ms',
        baseline: { name: 'plain Pyodide boot', value: plainBoot },
        aim: { text: 'under 6 ms', reached: empty < 6 },
      },
    ];
  } finally {
    await pool.close();
  }
}

/** Interpreters that 32 episodes at once find: one for each of them, or one for each core. */
const shapes = [
  { text: '2 processes x 16', options: { processes: 2, workersPerProcess: 16 } },
  { text: '2 processes x 1', options: { processes: 2, workersPerProcess: 1 } },
] as const;

async function throughputRows(step: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const shape of shapes) {
    for (const chosen of both) {
      const perSecond = await throughput(step, { ...chosen.options, ...shape.options });
      rows.push({
        name: 'episodes of 5 steps, 32 at once, instant policy',
        settings: `${shape.text}, ${chosen.text}`,
        value: perSecond,
        unit: '/s',
        baseline: null,
        aim: { text: '100/s or more', reached: perSecond >= 100 },
      });
    }
  }
  return rows;
}

async function throughput(step: string, chosen: Partial<SandboxPoolOptions>): Promise<number> {
  const pool = openPool(chosen);
  const lane = async (count: number) => {
    for (let index = 0; index < count; index += 1) await runEpisode(pool, step);
  };
  const lanes = (count: number) => Promise.all(Array.from({ length: 32 }, () => lane(count)));
  try {
    await lanes(2);
    return (320 / (await timed(() => lanes(10)))) * 1000;
  } finally {
    await pool.close();
  }
}

async function bootSandbox(): Promise<void> {
  const pool = openPool(product.options);
  const sandbox = await pool.acquire(episode, never);
  await runWell(sandbox, 'x = 1');
  await pool.close();
}

function bootPlainPyodide(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(here, 'baselines', 'plainPyodide.mjs')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`plain Pyodide ended with code ${code ?? -1}`));
    });
  });
}

/** A benchmark of a step that failed would measure nothing. */
async function runWell(sandbox: Sandbox, code: string): Promise<void> {
  const result = await sandbox.run(code, options());
  if (result.outcome !== 'executed' && result.outcome !== 'final-answer') {
    throw new Error(`the step ended as ${result.outcome}: ${result.error?.message ?? ''}`);
  }
}
