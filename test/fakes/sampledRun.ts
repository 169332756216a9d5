// A run whose model is sampled by another machine, both played by this computer: two folders, each with the real supervisor, the real
// receiver between them, and stand-ins for the rest.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { samplerKey } from '../../runtime/launch/samplerKey.ts';
import { projectRoot } from './cliProcess.ts';
import {
  type Cards,
  freePort,
  SupervisedRun,
  type Supervisor,
  type Wishes,
} from './supervisedRun.ts';

const standIn = path.join(import.meta.dirname, 'trainingProcess.py');
const trainerFolder = path.join(projectRoot, 'runtime', 'trainer');
const host = '127.0.0.1';

export interface SampledRunOptions {
  readonly wishes?: Wishes;
  /** Train steps. */
  readonly steps?: number;
  /** After which the sampler ends without a call. */
  readonly silenceSeconds?: number;
  /** Of the sampler. */
  readonly cards?: Cards;
}

export class SampledRun {
  /** On the machine that trains, and on the one that samples. */
  readonly run: SupervisedRun;
  readonly sampler: SupervisedRun;

  private constructor(run: SupervisedRun, sampler: SupervisedRun) {
    this.run = run;
    this.sampler = sampler;
  }

  static async make(folder: string, options: SampledRunOptions = {}): Promise<SampledRun> {
    const made = new SampledRun(
      await SupervisedRun.make(path.join(folder, 'run')),
      await SupervisedRun.make(path.join(folder, 'sampler')),
    );
    await made.#write(options);
    return made;
  }

  start(env: Readonly<Record<string, string>> = {}): Supervisor {
    return this.run.start({ [samplerKey]: 'key', TOOL_R1_SAMPLER_SECONDS: '0.5', ...env });
  }

  startSampler(key = 'key'): Supervisor {
    return this.sampler.start({ [samplerKey]: key });
  }

  /** In the order in which they depend on each other. */
  async end(): Promise<void> {
    await this.run.end();
    await this.sampler.end();
  }

  async #write(options: SampledRunOptions): Promise<void> {
    const { wishes = {}, steps = 3, silenceSeconds = 600, cards } = options;
    const [tokenPort, rolloutPort] = this.run.ports;
    const receiverPort = await freePort();
    const sampler = { machine: 'b100', folder: this.sampler.folder, host, tokenPort, receiverPort };
    await writeJob(this.run.folder, {
      runId: 'run-1',
      totalSteps: steps,
      device: 'cpu',
      processes: {
        rolloutPort,
        tokenPort: 0,
        sampler,
        commands: [
          play('rollouts', rolloutPort, wishes.rollouts),
          play('trainer', null, ['--config', 'run.json', ...(wishes.trainer ?? [])]),
        ],
      },
    });
    await writeJob(this.sampler.folder, {
      kind: 'sampler',
      runId: 'sampler-1',
      totalSteps: null,
      silenceSeconds,
      device: 'cpu',
      processes: {
        commands: [
          receiver(this.sampler.folder, receiverPort),
          play('tokens', tokenPort, wishes.tokens),
        ],
        queue: cards,
      },
    });
  }
}

async function writeJob(folder: string, job: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'run.json'), JSON.stringify(job));
}

function play(name: string, port: number | null, wishes: readonly string[] = []): object {
  const listens = port === null ? null : { host, port, readyPath: '/', readySeconds: 60 };
  const place = port === null ? [] : ['--port', String(port)];
  const env = { PYTHONPATH: trainerFolder };
  return { name, argv: ['python3', standIn, name, ...place, ...wishes], env, listens };
}

function receiver(folder: string, port: number): object {
  const module = ['-m', 'tool_r1_trainer.policy_receiver', '--folder', folder];
  return {
    name: 'receiver',
    argv: ['python3', ...module, '--host', host, '--port', String(port)],
    env: { PYTHONPATH: trainerFolder },
    listens: { host, port, readyPath: '/health', readySeconds: 60 },
  };
}
