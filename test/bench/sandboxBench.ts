// The sandbox beside what people would use instead: CPython without isolation, a fork server, smolagents' local executor,
// plain Pyodide.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox, StepOptions } from '../../runtime/sandbox/sandbox.ts';
import { openSandboxPool, plainEpisode, testCache } from '../fakes/sandboxPool.ts';
import { BaselineProcess } from './baselineProcess.ts';
import { interleave, median, timed } from './measure.ts';
import type { BenchRow } from './row.ts';
import { smolagentsPython } from './smolagentsEnvironment.ts';

const here = import.meta.dirname;
const python = 'python3';
const stepsPerEpisode = 5;
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
/** Copies of the state are made in the pauses between steps, while a model would think. */
const rolloutOptions = { checkpoints: 'when-idle' } as const;
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
  const pool = openSandboxPool(rolloutOptions);
  const sandbox = await pool.acquire(episode, new AbortController().signal);
  const cpython = new BaselineProcess(python, 'cpythonExec.py', ['-I']);
  const smolPython = await smolagentsPython(testCache());
  const smolagents =
    smolPython === null ? null : new BaselineProcess(smolPython, 'smolagentsExecutor.py');
  try {
    const contenders = [
      () => runWell(sandbox, step),
      () => cpython.call({ op: 'step', code: step }),
      ...(smolagents === null ? [] : [() => smolagents.call({ op: 'step', code: step })]),
    ];
    const [ours = NaN, exec = NaN, walker] = await interleave(150, contenders, 50);
    const calls = 'for i in range(1000):\n    value = echo(i)\n';
    const callContenders = [
      () => runWell(sandbox, calls),
      ...(smolagents === null ? [] : [() => smolagents.call({ op: 'step', code: calls })]),
    ];
    const [ourCalls = NaN, theirCalls] = await interleave(15, callContenders, 5);
    const row = { name: 'one realistic 25-line step', value: ours, unit: 'ms' };
    return [
      {
        ...row,
        baseline: { name: 'persistent CPython, exec', value: exec },
        aim: { text: 'within 3x', reached: ours <= 3 * exec },
      },
      ...(walker === undefined
        ? []
        : [
            {
              ...row,
              baseline: { name: 'smolagents local executor', value: walker },
              aim: { text: '2.5x faster', reached: walker >= 2.5 * ours },
            },
          ]),
      {
        name: '1,000 tool calls from one step',
        value: ourCalls,
        unit: 'ms',
        baseline:
          theirCalls === undefined ? null : { name: 'smolagents, in process', value: theirCalls },
        aim: { text: 'under 150 ms', reached: ourCalls < 150 },
      },
    ];
  } finally {
    await Promise.all([cpython.close(), smolagents?.close()]);
    await pool.close();
  }
}

async function episodeRows(step: string): Promise<BenchRow[]> {
  const pool = openSandboxPool(rolloutOptions);
  const forkServer = new BaselineProcess(python, 'cpythonForkServer.py', ['-I']);
  const steps = Array.from({ length: stepsPerEpisode }, () => step);
  try {
    await (await pool.acquire(episode, new AbortController().signal)).release();
    const [ours = NaN, spawned = NaN, forked = NaN] = await interleave(
      25,
      [
        async () => {
          const sandbox = await pool.acquire(episode, new AbortController().signal);
          for (const code of steps) await runWell(sandbox, code);
          await runWell(sandbox, 'final_answer(1)');
          await sandbox.release();
        },
        async () => {
          const cpython = new BaselineProcess(python, 'cpythonExec.py', ['-I']);
          for (const code of steps) await cpython.call({ op: 'step', code });
          await cpython.call({ op: 'step', code: 'answer = 1' });
          await cpython.close();
        },
        () => forkServer.call({ op: 'episode', steps: [...steps, 'answer = 1'] }),
      ],
      10,
    );
    const row = { name: 'clean episode: reset, 5 steps, answer', value: ours, unit: 'ms' };
    return [
      {
        ...row,
        baseline: { name: 'CPython process per episode', value: spawned },
        aim: { text: 'faster', reached: ours < spawned },
      },
      {
        ...row,
        baseline: { name: 'CPython fork server', value: forked },
        aim: { text: 'within 2x', reached: ours <= 2 * forked },
      },
    ];
  } finally {
    await forkServer.close();
    await pool.close();
  }
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
  const pool = openSandboxPool();
  try {
    const [empty = NaN] = await interleave(
      60,
      [async () => (await pool.acquire(episode, new AbortController().signal)).release()],
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

async function throughputRows(step: string): Promise<BenchRow[]> {
  const pool = openSandboxPool({ processes: 2, workersPerProcess: 16, ...rolloutOptions });
  const runEpisode = async () => {
    const sandbox = await pool.acquire(episode, new AbortController().signal);
    for (let index = 0; index < stepsPerEpisode; index += 1) await runWell(sandbox, step);
    await runWell(sandbox, 'final_answer(1)');
    await sandbox.release();
  };
  try {
    const lane = async (count: number) => {
      for (let index = 0; index < count; index += 1) await runEpisode();
    };
    await Promise.all(Array.from({ length: 32 }, () => lane(1)));
    const milliseconds = await timed(() => Promise.all(Array.from({ length: 32 }, () => lane(10))));
    const perSecond = (320 / milliseconds) * 1000;
    return [
      {
        name: 'episodes of 5 steps, 32 at once, instant policy',
        value: perSecond,
        unit: '/s',
        baseline: null,
        aim: { text: '100/s or more', reached: perSecond >= 100 },
      },
    ];
  } finally {
    await pool.close();
  }
}

async function bootSandbox(): Promise<void> {
  const pool = openSandboxPool();
  const sandbox = await pool.acquire(episode, new AbortController().signal);
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
