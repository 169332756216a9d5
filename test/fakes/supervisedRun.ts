// A run folder whose processes are stand-ins, and the real supervisor on it.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type ProcessCommand,
  type ProcessName,
  RunFolderEvent,
  type RunJob,
  RunStatus,
} from '../../runtime/contract/training/runFolder.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { projectRoot } from './cliProcess.ts';
import { until } from './until.ts';

export const supervisorFile = path.join(projectRoot, 'runtime', 'trainer', 'supervisor.py');
const standIn = path.join(import.meta.dirname, 'trainingProcess.py');

/** Wishes for each process, as `trainingProcess.py` takes them on its command line. */
export type Wishes = Partial<Record<ProcessName, readonly string[]>>;

/** Graphics cards that a run wants, and where runs wait in line for them. */
export type Cards = NonNullable<RunJob['processes']['queue']>;

export interface EndedSupervisor {
  readonly code: number | null;
  readonly err: string;
}

export class SupervisedRun {
  readonly folder: string;
  readonly ports: readonly [tokens: number, rollouts: number];

  private constructor(folder: string, ports: readonly [number, number]) {
    this.folder = folder;
    this.ports = ports;
  }

  static async make(
    folder: string,
    wishes: Wishes = {},
    totalSteps = 4,
    cards?: Cards,
  ): Promise<SupervisedRun> {
    const run = new SupervisedRun(folder, [await freePort(), await freePort()]);
    await mkdir(folder, { recursive: true });
    await run.ask(wishes, totalSteps, cards);
    return run;
  }

  /** What is in a folder, made by others; also one that was never made. */
  static async at(folder: string): Promise<SupervisedRun> {
    await mkdir(folder, { recursive: true });
    return new SupervisedRun(folder, [0, 0]);
  }

  /** Writes run.json. */
  async ask(wishes: Wishes, totalSteps = 4, cards?: Cards): Promise<void> {
    const [tokens, rollouts] = this.ports;
    const trainer = ['--steps', String(totalSteps), ...(wishes.trainer ?? [])];
    const commands = [
      command('tokens', tokens, wishes.tokens),
      command('rollouts', rollouts, wishes.rollouts),
      command('trainer', null, trainer),
    ];
    const device = cards === undefined ? 'cpu' : 'cuda';
    const job = { runId: 'run-1', totalSteps, device, processes: { commands, queue: cards } };
    await writeFile(path.join(this.folder, 'run.json'), JSON.stringify(job));
  }

  /** The supervisor in the foreground of a process of its own. */
  start(env: Readonly<Record<string, string>> = {}): Supervisor {
    return new Supervisor(this.folder, env);
  }

  detach(): Promise<EndedSupervisor> {
    return this.#call('--detach');
  }

  /** Ends the run from outside. */
  end(): Promise<EndedSupervisor> {
    return this.#call('--end');
  }

  async #call(option: '--detach' | '--end'): Promise<EndedSupervisor> {
    try {
      await promisify(execFile)('python3', [supervisorFile, this.folder, option]);
      return { code: 0, err: '' };
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || !('stderr' in error)) throw error;
      return { code: Number(error.code), err: String(error.stderr) };
    }
  }

  async status(): Promise<RunStatus> {
    const parsed = parseJson(RunStatus, await this.read('status.json'));
    if (!parsed.ok) throw new Error(parsed.problem);
    return parsed.value;
  }

  async events(): Promise<RunFolderEvent[]> {
    const lines = (await this.read('events.jsonl')).split('\n').slice(0, -1);
    return lines.map((line) => {
      const parsed = parseJson(RunFolderEvent, line);
      if (!parsed.ok) throw new Error(`${parsed.problem}: ${line}`);
      return parsed.value;
    });
  }

  async eventTypes(): Promise<string[]> {
    return (await this.events()).map(({ type }) => type);
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), 'utf8');
  }

  stop(wish: 'after-step' | 'now'): Promise<void> {
    return writeFile(path.join(this.folder, 'stop'), wish);
  }

  /** Lets a process go on that was wished to `--hold` before this train step; 0 is its start. */
  go(step: number): Promise<void> {
    return writeFile(path.join(this.folder, `go-${step}`), '');
  }

  /** Resolves with the status once it is as wanted. Only for what lasts: a state of a moment may be over between two looks. */
  async reached(isWanted: (status: RunStatus) => boolean): Promise<RunStatus> {
    await until(async () => {
      const status = await this.status().catch(() => null);
      return status !== null && isWanted(status);
    }, 40_000);
    return this.status();
  }

  async pidOf(name: ProcessName): Promise<number> {
    const isUp = ({ processes }: RunStatus) =>
      processes.some((one) => one.name === name && one.pid);
    const { processes } = await this.reached(isUp);
    return processes.find((one) => one.name === name)?.pid ?? -1;
  }

  living(): Promise<string[]> {
    return livingProcesses(this.folder);
  }
}

/** Files of the environments of living processes of a run, wherever they hang in the tree of processes. */
export async function livingProcesses(folder: string): Promise<string[]> {
  const search = `grep -lsz -- '^TOOL_R1_RUN_FOLDER=${folder}$' /proc/[0-9]*/environ || true`;
  const { stdout } = await promisify(execFile)('sh', ['-c', search]);
  return stdout.split('\n').filter((line) => line !== '');
}

export class Supervisor {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedSupervisor>;

  constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.child = spawn(process.env['TOOL_R1_TEST_PYTHON'] ?? 'python3', [supervisorFile, folder], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('exit', (code) => resolve({ code, err }));
    });
  }
}

function command(
  name: ProcessName,
  port: number | null,
  wishes: readonly string[] = [],
): ProcessCommand {
  const host = '127.0.0.1';
  const listens = port === null ? null : { host, port, readyPath: '/', readySeconds: 20 };
  const place = port === null ? [] : ['--port', String(port)];
  return { name, argv: ['python3', standIn, name, ...place, ...wishes], env: {}, listens };
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
