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

  /** Command lines of the last plan, on both machines. */
  let ran: (readonly string[])[] = [];

  /** On a machine with the cards of a file. */
  async function plan(
    cards: string,
    changes: Partial<TrainingWish> = {},
    others: Readonly<Record<string, string>> = {},
  ): Promise<TrainingPlan> {
    const bin = folder('bin');
    await mkdir(bin, { recursive: true });
    await writeFile(folder('cards'), smiText(cards));
    const program = `#!/bin/sh\ncase "$1" in --query-gpu*) cat '${folder('cards')}';; esac\n`;
    await writeFile(path.join(bin, 'nvidia-smi'), program);
    await chmod(path.join(bin, 'nvidia-smi'), 0o755);
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const link = new FolderMachine(folder('there'), env);
    const other = new FolderMachine(folder('other'), { ...env, ...others }, 'b100');
    const training = new MachineTraining({
      link: (name) => (name === 'b100' ? other : link),
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
    assert.deepEqual([...link.sent, ...other.sent], [], 'a plan sends nothing');
    ran = [...link.ran, ...other.ran].map(({ argv }) => argv);
    return made;
  }

  /** A run there that stands somewhere, on these cards. */
  async function writeRun(
    name: string,
    state: string,
    gpus: readonly number[],
    machine = 'there',
  ): Promise<void> {
    const at = folder(machine, '.tool-r1/runs', name);
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

  it('says why the commands have no paths on a machine that is not prepared', async () => {
    const { checks } = await plan('eight-a100.csv');
    const found = checks.find(({ name }) => name === 'Program');
    assert.equal(found?.state, 'pass');
    assert.match(found.detail, /^not on a100 yet; it is brought at the start/);
    assert.deepEqual(found.fix, { kind: 'prepare-machine', machine: 'a100' });
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

  describe('with another machine that samples', () => {
    const two = { sampler: 'b100', samplerAddress: '127.0.0.1' };

    it('takes all cards of both, and says whose are whose', async () => {
      const made = await plan('eight-a100.csv', { ...two, steps: 5 });
      const all = [0, 1, 2, 3, 4, 5, 6, 7];
      assert.deepEqual(made.gpus, { train: all, sample: all });
      const roles = made.memory.map(({ gpu, role }) => `${role} ${gpu}`);
      assert.deepEqual(roles, [
        ...all.map((gpu) => `train ${gpu}`),
        ...all.map((gpu) => `sample ${gpu}`),
      ]);
    });

    it('prints every command by host: first what samples, then what trains', async () => {
      const { commands } = await plan('eight-a100.csv', two);
      assert.deepEqual(
        commands.map(({ host, title }) => `${host}: ${title}`),
        ['b100: Weight receiver', 'b100: Token server', 'a100: Rollout server', 'a100: Trainer'],
      );
      const [receiver, tokens, , trainer] = commands.map(({ line }) => line);
      assert.ok(
        receiver?.includes(`--folder ${folder('other/.tool-r1/samplers/20260301-142530-abcdef')}`),
      );
      assert.match(receiver ?? '', /--host 127\.0\.0\.1 --port \d+$/);
      assert.match(
        tokens ?? '',
        /VLLM_HOST_IP=127\.0\.0\.1 .*vllm serve \S+\/models\/qwen --host 127\.0\.0\.1 /,
      );
      assert.match(
        trainer ?? '',
        /VLLM_HOST_IP=127\.0\.0\.1 CUDA_VISIBLE_DEVICES=0,1,2,3,4,5,6,7 /,
      );
    });

    it('checks the other one too, and the way to it', async () => {
      const { checks } = await plan('eight-a100.csv', two);
      const found = new Map(checks.map(({ name, detail }) => [name, detail]));
      assert.match(
        found.get('Sampler') ?? '',
        /^a100 reaches b100 at 127\.0\.0\.1 (?:\(lo\) )?from 127\.0\.0\.1/,
      );
      assert.match(found.get('Network') ?? '', /takes weights without a key$/);
      assert.ok(found.has('b100: Disk'));
      assert.match(found.get('b100: Program') ?? '', /^not on b100 yet/);
    });

    it('says that there is no way, and has the rest of the plan all the same', async () => {
      const made = await plan('eight-a100.csv', { ...two, samplerAddress: '192.0.2.1' });
      const [first] = made.checks;
      assert.equal(first?.name, 'Sampler');
      assert.match(first.detail, /^b100 has no address 192\.0\.2\.1\. It has: /);
      assert.match(made.commands[1]?.line ?? '', /--host ADDRESS /);
      assert.ok(made.disk.neededBytes > 0);
    });

    it('names the runs before it on both', async () => {
      await writeRun('training', 'running', [7]);
      await writeRun('sampling', 'queued', [7], 'other');
      await writeRun('elsewhere', 'running', [6], 'other');
      const gpus = { train: [6, 7], sample: [7] };
      const { waitsBehind } = await plan('eight-a100.csv', { ...two, gpus });
      assert.deepEqual(waitsBehind, ['training', 'sampling on b100']);
    });

    it('asks for the way back too where weights go from process to process', async () => {
      const called = async (changes: string[]): Promise<number> => {
        await plan('eight-a100.csv', { ...two, changes });
        return ran.filter((argv) => argv.includes('call')).length;
      };
      assert.equal(await called([]), 2);
      assert.equal(
        await called(['lora={"rank":16,"alpha":32,"dropout":0,"targets":"all-linear"}']),
        1,
      );
    });

    it('needs no cards on the processor', async () => {
      const made = await plan('no-devices.txt', { ...two, device: 'cpu' });
      assert.deepEqual(made.gpus, { train: [], sample: [] });
      assert.ok(
        made.checks.every(({ state }) => state !== 'fail'),
        JSON.stringify(made.checks),
      );
      assert.match(
        made.checks.find(({ name }) => name === 'Network')?.detail ?? '',
        /gives replies without a key$/,
      );
    });

    it('is another machine', async () => {
      await assert.rejects(
        plan('eight-a100.csv', { sampler: 'a100' }),
        /a100 cannot sample for itself as another machine/,
      );
    });
  });
});
