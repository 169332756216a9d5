// A machine of its own network with the real trainer on it, the small model and tasks to train it on, and a command line that knows
// the machine: what a person has before they attach it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readStatus } from '../../../runtime/store/runs/readRun.ts';
import type { RunStatus } from '../../../runtime/contract/training/runFolder.ts';
import { CliProcess, type Ended } from '../../fakes/cliProcess.ts';
import { guessingSettings, TrainingCase } from '../../fakes/trainingCase.ts';
import { warmCache } from '../../fakes/warmCache.ts';
import { type SshHost, SshHosts } from '../../remote/sshHosts.ts';
import { TestNetwork } from '../../remote/testNetwork.ts';

export const machineName = 'cpu-box';

export class TrainedMachine {
  readonly network: TestNetwork;
  readonly hosts: SshHosts;
  readonly #host: SshHost;
  readonly #training: TrainingCase;

  private constructor(
    network: TestNetwork,
    hosts: SshHosts,
    host: SshHost,
    training: TrainingCase,
  ) {
    this.network = network;
    this.hosts = hosts;
    this.#host = host;
    this.#training = training;
  }

  /** Python and sandbox are in the cache of this computer, and are used from there. */
  static async start(): Promise<TrainedMachine> {
    const network = new TestNetwork();
    const hosts = await SshHosts.start();
    const training = await TrainingCase.make(path.join(hosts.folder, 'here'));
    const host = await hosts.add(machineName, {
      ...network.near,
      env: { TOOL_R1_TRAINER_PYTHON: training.python, OMP_NUM_THREADS: '1' },
    });
    await warmCache(hosts.env['TOOL_R1_CACHE'] ?? '');
    await warmCache(path.join(host.home, '.tool-r1/cache'));
    return new TrainedMachine(network, hosts, host, training);
  }

  /** What came there by the preparation. */
  get installed(): string {
    return path.join(this.#host.home, '.tool-r1/installed.json');
  }

  /** Folder of a run there, which lies on this computer. */
  run(name: string): string {
    return path.join(this.#host.home, '.tool-r1/runs', name);
  }

  status(name: string): Promise<RunStatus | null> {
    return readStatus(this.run(name));
  }

  /** What was read of a run there. */
  mirror(name: string): string {
    const cache = this.hosts.env['TOOL_R1_CACHE'] ?? '';
    return path.join(cache, 'machines', machineName, 'runs', name);
  }

  /** A recipe with which the agent asks the small model as it was trained. */
  async writeRecipe(file: string): Promise<void> {
    const agent = { promptStyle: 'bare', maxSteps: 1, maxReplyTokens: 40, maxSequenceTokens: 1024 };
    const text = { version: 1, name: 'small', extends: 'tool-r1', description: 'Short.', agent };
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ ...text, sources: { agent: 'ours' } }));
  }

  /** From the terminal, over ssh; the run goes on there by itself. */
  start(name: string, steps: number): Promise<Ended> {
    return this.tool(
      ...['--tasks', 'tasks.jsonl', '--model', 'model', '--steps', String(steps), '--seed', '5'],
      ...['--save-every', '1', '--out', name, '--detach'],
      // So that it ends by the number of its steps alone.
      ...[...guessingSettings, 'epochs=100000'].flatMap((setting) => ['--set', setting]),
    );
  }

  /** `tool-r1 train --machine`. */
  tool(...args: readonly string[]): Promise<Ended> {
    const { PATH = '', TOOL_R1_CACHE = '' } = this.hosts.env;
    const env = { PATH, TOOL_R1_CACHE };
    const all = ['train', '--machine', machineName, ...args];
    return new CliProcess(all, this.#training.folder, env).ended;
  }

  /** When nothing of it is used any more. */
  async close(): Promise<void> {
    await this.hosts.close();
    this.network.remove();
  }
}
