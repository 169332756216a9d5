// A small training with the real processes on the processor: a tiny model that guesses, and tasks whose answer is a digit.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { GroupRecord } from '../../runtime/contract/training/runFolder.ts';
import { trainingPlace } from '../../runtime/composeTraining.ts';
import { readStatus } from '../../runtime/store/runs/readRun.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { withoutRepeats } from '../../runtime/training/withoutRepeats.ts';
import { CliProcess, cliFile, projectRoot } from './cliProcess.ts';
import { until } from './until.ts';

const modelMaker = path.join(import.meta.dirname, 'makeGuessingModel.py');

/** Each `path=value`: small groups that differ in reward. */
export const guessingSettings: readonly string[] = [
  ...['agent.promptStyle=bare', 'agent.maxSteps=1', 'agent.maxReplyTokens=40'],
  ...['agent.maxSequenceTokens=1024', 'agent.temperature=1', 'queue.groupSize=4'],
  ...['queue.freshPerVisit=2', 'queue.resample=false', 'groupsPerStep=2', 'epochs=20'],
  ...['difficultyFilter.enabled=false', 'streakFilter.enabled=false', 'refill.enabled=false'],
  ...['downSampling.enabled=false', 'learningRate=1e-3'],
];

export class TrainingCase {
  readonly folder: string;
  /** Has what the trainer needs. */
  readonly python: string;

  private constructor(folder: string, python: string) {
    this.folder = folder;
    this.python = python;
  }

  /** Makes the model and the tasks below `folder`; the first time also the Python of the trainer. */
  static async make(folder: string): Promise<TrainingCase> {
    const place = trainingPlace(path.dirname(cliFile), process);
    const { signal } = new AbortController();
    const python = await place.preparePython({
      device: 'cpu',
      signal,
      onProgress: () => undefined,
    });
    const env = {
      ...{ ...process.env, PYTHONDONTWRITEBYTECODE: '' },
      PYTHONPATH: path.join(projectRoot, 'runtime/trainer/tests'),
    };
    await mkdir(folder, { recursive: true });
    await promisify(execFile)(python, [modelMaker, path.join(folder, 'model')], { env });
    const tasks = ['3', '7', '3', '7'].map((referenceAnswer, index) => ({
      ...{ version: 1, id: `task-${index}`, question: `Which digit is number ${index}?` },
      referenceAnswer,
    }));
    const lines = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
    await writeFile(path.join(folder, 'tasks.jsonl'), lines);
    return new TrainingCase(folder, python);
  }

  /** `tool-r1 train` for a run of this name, each train step saved. */
  start(name: string, steps: number): CliProcess {
    return this.call(
      ...['--tasks', 'tasks.jsonl', '--model', 'model', '--steps', String(steps), '--seed', '5'],
      ...['--save-every', '1', '--out', name, '--json'],
      ...guessingSettings.flatMap((setting) => ['--set', setting]),
    );
  }

  call(...args: readonly string[]): CliProcess {
    // One thread, so that the last bits are the same each time.
    const env = { TOOL_R1_TRAINER_PYTHON: this.python, OMP_NUM_THREADS: '1' };
    return new CliProcess(['train', ...args], this.folder, env);
  }

  run(name: string): TrainingRun {
    return new TrainingRun(path.join(this.folder, name));
  }
}

/** What a run wrote. */
export class TrainingRun {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** SHA-256 of the weights that were saved after a train step. */
  async weights(step: number): Promise<string> {
    const file = path.join(this.folder, `checkpoints/checkpoint-${step}/model.safetensors`);
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  }

  /** Tasks and rewards of every train step, in the order of sampling. */
  async groups(): Promise<object[]> {
    const text = await readFile(path.join(this.folder, 'groups.jsonl'), 'utf8');
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const parsed = parseJson(GroupRecord, line);
        if (!parsed.ok) throw new Error(`${parsed.problem}: ${line}`);
        return parsed.value;
      });
    return withoutRepeats(records, ({ taskId }) => taskId).map(
      ({ step, epoch, taskId, why, rewards }) => ({ step, epoch, taskId, why, rewards }),
    );
  }

  /** Resolves in the middle of the sampling of a train step, which are counted from 1. */
  async sampling(step: number): Promise<void> {
    const file = path.join(this.folder, `rollouts/${step - 1}.trajectories.jsonl`);
    await until(async () => ((await stat(file).catch(() => null))?.size ?? 0) > 0, 180_000);
  }

  /** The process of the supervisor, or the one of a name that it started. */
  async pidOf(name: 'supervisor' | 'tokens' | 'rollouts' | 'trainer'): Promise<number> {
    const status = await readStatus(this.folder);
    const child = status?.processes.find((one) => one.name === name);
    const pid = name === 'supervisor' ? status?.supervisorPid : child?.pid;
    if (pid === undefined || pid === null) throw new Error(`no process ${name}`);
    return pid;
  }

  async restarts(): Promise<Record<string, number>> {
    const status = await readStatus(this.folder);
    return Object.fromEntries(status?.processes.map((one) => [one.name, one.restarts]) ?? []);
  }
}
