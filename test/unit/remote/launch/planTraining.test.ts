import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  TrainingWish,
  type TrainingPlan,
} from '../../../../runtime/contract/training/trainingRequests.ts';
import { MachineTraining } from '../../../../runtime/remote/launch/machineTraining.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';
import { writeModelFolder, writeTrainingTasks } from '../../../fakes/trainingFiles.ts';
import { qwen7bConfig } from '../estimate/shapes.ts';
import { smiText } from '../preflight/probes.ts';

const options = { signal: new AbortController().signal, onProgress: () => undefined };

describe('the plan of a run', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  beforeEach(async () => {
    await mkdir(folder('there'), { recursive: true });
    await writeTrainingTasks(folder('here'));
    await writeModelFolder(folder('here/qwen'));
    await writeFile(folder('here/qwen/config.json'), qwen7bConfig);
  });

  /** On a machine with the cards of a file. */
  async function plan(cards: string, changes: Partial<TrainingWish> = {}): Promise<TrainingPlan> {
    const bin = folder('bin');
    await mkdir(bin, { recursive: true });
    await writeFile(folder('cards'), smiText(cards));
    const program = `#!/bin/sh\ncase "$1" in --query-gpu*) cat '${folder('cards')}';; esac\n`;
    await writeFile(path.join(bin, 'nvidia-smi'), program);
    await chmod(path.join(bin, 'nvidia-smi'), 0o755);
    const link = new FolderMachine(folder('there'), {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    });
    const training = new MachineTraining({
      link: () => link,
      dist: folder('nowhere'),
      trainerFolder: path.resolve('runtime/trainer'),
      cacheFolder: folder('cache'),
      wheels: null,
      env: {},
      program: ['node', 'cli.mjs'],
      now: () => '2026-03-01T14:25:30.000Z',
      randomHex: () => 'abcdef0123456789',
    });
    const plain = {
      machine: 'a100',
      workspace: folder('here'),
      tasks: 'tasks.jsonl',
      model: 'qwen',
    };
    const made = await training.plan(
      TrainingWish.parse({ ...plain, device: 'cuda', ...changes }),
      options,
    );
    assert.deepEqual(link.sent, [], 'a plan sends nothing');
    return made;
  }

  /** A run there that stands somewhere, on these cards. */
  async function writeRun(name: string, state: string, gpus: readonly number[]): Promise<void> {
    const at = folder('there/.tool-r1/runs', name);
    await mkdir(at, { recursive: true });
    const job = makeJob({ model: '/home/kim/.tool-r1/models/qwen-0123456789ab', device: 'cuda' });
    const queue = { folder: '/queue', gpus };
    await writeFile(
      `${at}/run.json`,
      JSON.stringify({ ...job, processes: { ...job.processes, queue } }),
    );
    const status = { version: 1, runId: job.runId, state, at: '2026-03-01T14:00:00.000Z', step: 1 };
    const rest = {
      supervisorPid: 42,
      host: 'a100',
      totalSteps: 4,
      activity: '',
      processes: [],
      problem: null,
    };
    await writeFile(`${at}/status.json`, JSON.stringify({ ...status, ...rest }));
  }

  it('names tasks, model, cards, memory and commands', async () => {
    const made = await plan('eight-a100.csv', {
      steps: 50,
      changes: ['training.queue.freshPerVisit=4'],
    });
    assert.equal(made.name, '20260301-142530-abcdef');
    const { file, ...counts } = made.tasks;
    assert.equal(file, folder('here/tasks.jsonl'));
    assert.deepEqual(counts, { all: 3, inWindow: 0, tooEasy: 0, tooHard: 0, unmeasured: 3 });
    assert.equal(made.totalSteps, 50);
    assert.deepEqual(made.recipe.changed, [
      { path: 'training.queue.freshPerVisit', here: '4', recipe: '8' },
      { path: 'training.optimiser.maxSteps', here: '50', recipe: 'null' },
    ]);
    assert.deepEqual(made.gpus, { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] });
    assert.equal(made.memory.length, 8);
    assert.match(
      made.commands[2]?.line ?? '',
      /CUDA_VISIBLE_DEVICES=0,1,2,3 accelerate launch .*fsdp2\.yaml/,
    );
    assert.equal(made.time, null);
    assert.deepEqual(made.waitsBehind, []);
  });

  it('says that the model does not fit, and what to do', async () => {
    const { checks } = await plan('consumer.csv', { gpus: { train: [0], sample: [1] } });
    const failed = checks.filter(({ state }) => state === 'fail').map(({ name }) => name);
    assert.ok(failed.includes('Memory of GPU 0'));
    assert.ok(failed.includes('Sampling'));
    const order = checks.map(({ state }) => state);
    assert.ok(order.lastIndexOf('fail') < order.indexOf('pass'));
  });

  it('says that there are no cards, and has the rest of the plan all the same', async () => {
    const made = await plan('no-devices.txt');
    assert.ok(made.checks.some(({ name, state }) => name === 'GPU split' && state === 'fail'));
    assert.deepEqual(made.memory, []);
    assert.ok(made.disk.neededBytes > 0);
  });

  it('names the runs before it in the line for its cards', async () => {
    await writeRun('running', 'running', [0, 1]);
    await writeRun('waiting', 'queued', [1]);
    await writeRun('elsewhere', 'running', [6]);
    await writeRun('over', 'done', [0]);
    const { waitsBehind } = await plan('eight-a100.csv', { gpus: { train: [0], sample: [1] } });
    assert.deepEqual(waitsBehind.sort(), ['running', 'waiting']);
  });

  it('needs no cards on the processor', async () => {
    const made = await plan('no-devices.txt', { device: 'cpu' });
    assert.deepEqual(made.gpus, { train: [], sample: [] });
    assert.ok(
      made.checks.every(({ state }) => state !== 'fail'),
      JSON.stringify(made.checks),
    );
    assert.match(made.commands[0]?.line ?? '', /tool_r1_trainer\.token_server/);
  });
});
