// Which protections hold on this machine, found by trying each in a kernel process started like any other.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../support/clock.ts';
import { noFiles } from '../support/chosenFiles.ts';
import { errorMessage } from '../support/errors.ts';
import { EpisodeSandbox } from './episodeSandbox.ts';
import type { KernelLauncher, LaunchedKernel, Prepared } from './kernelLauncher.ts';
import type { Snapshot } from './snapshotCache.ts';
import type { Guarantee, StepResult } from './sandbox.ts';
import { Turns } from './turns.ts';
import type { ProbeAttempts, ProcessReport } from './workerProtocol.ts';

const probeMilliseconds = 90_000;
const stepMilliseconds = 20_000;
const probedMemoryBytes = 64 << 20;

export interface ProbeParts {
  readonly prepared: Prepared;
  readonly launcher: KernelLauncher;
}

export async function probeGuarantees(parts: ProbeParts): Promise<readonly Guarantee[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-probe-'));
  const server = net.createServer((socket) => socket.destroy());
  try {
    const forbiddenFile = path.join(folder, 'forbidden');
    await writeFile(forbiddenFile, 'not for code');
    const port = await listen(server);
    return await withDeadline(probeProcess(parts, { forbiddenFile, port }));
  } catch (error) {
    const detail = `The sandbox could not be tried: ${errorMessage(error)}`;
    return [{ name: 'The sandbox starts', holds: false, detail }];
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Targets {
  readonly forbiddenFile: string;
  readonly port: number;
}

async function probeProcess(parts: ProbeParts, targets: Targets): Promise<Guarantee[]> {
  const { launcher, prepared } = parts;
  const heard = listener();
  const kernel = launcher.launch(prepared, 1, heard);
  try {
    kernel.process.send({ type: 'probe', ...targets });
    const attempts = await heard.probed;
    kernel.process.send(await launcher.serveCommand(prepared, 1));
    const steps = await probeSteps(kernel);
    return [
      ...processGuarantees(prepared, attempts),
      ...steps,
      snapshotGuarantee(await prepared.snapshot),
    ];
  } finally {
    await kernel.process.end();
  }
}

function listener() {
  let resolve: (attempts: ProbeAttempts) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const probed = new Promise<ProbeAttempts>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  const fail = (reason: string, workers: LaunchedKernel['workers']): void => {
    reject(new Error(reason));
    for (const worker of workers) worker.onBroken(reason);
  };
  const onReport = (report: ProcessReport, { workers }: LaunchedKernel): void => {
    if (report.type === 'probed') resolve(report.attempts);
    else if (report.type === 'ready') workers[report.worker]?.onReady();
    else if (report.type === 'frame') workers[report.worker]?.receive(report.bytes);
    else if (report.type === 'failed') fail(report.message, workers);
  };
  const onEnd = (reason: string, { workers }: LaunchedKernel): void => fail(reason, workers);
  return { probed, onReport, onEnd };
}

/** Steps without the Python guard, so that what is found is found about the layers below it. */
async function probeSteps(kernel: LaunchedKernel): Promise<Guarantee[]> {
  const [worker] = kernel.workers;
  if (worker === undefined) return [];
  const sandbox = new EpisodeSandbox({
    worker,
    episode: {
      seed: 0,
      tools: [],
      files: noFiles,
      settings: {
        allowedImports: [],
        maxMemoryBytes: probedMemoryBytes,
        maxFileBytes: 1 << 20,
        maxOutputFiles: 0,
        maxToolCallsPerStep: 1,
      },
      callTool: () => Promise.resolve({ ok: true, value: null }),
      quarantine: null,
    },
    files: [],
    guard: false,
    checkpoints: 'each-step',
    turns: new Turns(1),
    clock: systemClock,
    onRelease: () => Promise.resolve(),
  });
  await sandbox.begin();
  const run = async (code: string): Promise<StepResult> =>
    sandbox.run(code, {
      timeoutMilliseconds: stepMilliseconds,
      maxOutputCharacters: 1000,
      signal: AbortSignal.timeout(stepMilliseconds),
    });
  const shell = await run("import os\nos.system('exit 0')");
  const memory = await run('block = bytearray(1 << 30)');
  return [sealGuarantee(shell), memoryGuarantee(memory)];
}

function sealGuarantee(result: StepResult): Guarantee {
  const holds = result.violations.includes('_emscripten_system') && result.value === '-1';
  return {
    name: 'Python is sealed from the machine',
    holds,
    detail: holds
      ? 'A shell was asked for from Python, without the guard: the call was stopped and recorded.'
      : 'A call that should be stopped was not. Do not run code of a model here.',
  };
}

function memoryGuarantee(result: StepResult): Guarantee {
  const holds = result.error?.type === 'MemoryError';
  return {
    name: 'Memory is limited',
    holds,
    detail: holds
      ? 'A block of 1 GiB was refused with MemoryError under a limit of 64 MiB.'
      : `A block of 1 GiB under a limit of 64 MiB ended as ${result.outcome}.`,
  };
}

function snapshotGuarantee(snapshot: Snapshot | null): Guarantee {
  return {
    name: 'Sandboxes start from the snapshot',
    holds: snapshot !== null,
    detail:
      snapshot === null
        ? 'No snapshot could be built, so each sandbox boots plainly, which takes seconds; a step that must be stopped by force loses its variables.'
        : 'The snapshot is in the cache and its checksum is right.',
  };
}

interface Meaning {
  readonly attempt: string;
  readonly name: string;
  /** What the process may not do, after "A kernel process". */
  readonly tried: string;
  readonly without: string;
}

const meanings: readonly Meaning[] = [
  {
    attempt: 'read',
    name: 'Files are out of reach',
    tried: 'read a file that was not given to it',
    without: 'The seal alone keeps code from files.',
  },
  {
    attempt: 'write',
    name: 'Nothing can be written',
    tried: 'write a file',
    without: 'The seal alone keeps code from writing files.',
  },
  {
    attempt: 'spawn',
    name: 'No programs can be started',
    tried: 'start a program',
    without: 'The seal alone keeps code from starting programs.',
  },
  {
    attempt: 'addon',
    name: 'No native add-ons can be loaded',
    tried: 'load a native add-on',
    without: 'The seal alone keeps code from native add-ons.',
  },
  {
    attempt: 'network',
    name: 'There is no network',
    tried: 'connect to a port of this machine',
    without: 'The seal alone keeps code from the network.',
  },
  {
    attempt: 'codeFromStrings',
    name: 'No JavaScript from strings',
    tried: 'make a function from a string',
    without: 'The seal alone keeps code from JavaScript.',
  },
  {
    attempt: 'environment',
    name: 'The environment is empty',
    tried: 'look for environment variables',
    without:
      'Variables of the environment are in the process; the seal alone keeps code from them.',
  },
];

function processGuarantees({ plan }: Prepared, attempts: ProbeAttempts): Guarantee[] {
  return meanings.map(({ attempt, name, tried, without }) => {
    const found = attempts[attempt];
    const holds = found?.possible === false;
    const how =
      attempt === 'network' && plan.isolator.length > 0 ? ' It has a network of its own.' : '';
    const detail = holds
      ? `A kernel process tried to ${tried} and could not: ${found.detail.replace(/\.$/, '')}.${how}`
      : `A kernel process could ${tried}. ${without}`;
    return { name, holds, detail };
  });
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function withDeadline<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), probeMilliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
