import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import { TrainingWish } from '../../../../runtime/contract/training/trainingRequests.ts';
import { MachineTraining } from '../../../../runtime/remote/launch/machineTraining.ts';
import type { RunJob } from '../../../../runtime/contract/training/runFolder.ts';
import type { RunPlace } from '../../../../runtime/contract/training/runView.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { writeSentProgram } from '../../../fakes/sentProgram.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { writeModelFolder, writeTrainingTasks } from '../../../fakes/trainingFiles.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';

const options = { signal: new AbortController().signal, onProgress: () => undefined };
const secrets = { TOOL_R1_API_KEY: 'key-1', HF_TOKEN: 'key-2' };

describe('a run on a machine', () => {
  const folder = temporaryFolder();
  let link: FolderMachine;
  let other: FolderMachine;
  let drawn = 0;
  let training: MachineTraining;
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });
  beforeEach(async () => {
    await mkdir(folder('there'), { recursive: true });
    await writeTrainingTasks(folder('here'));
    await writeModelFolder(folder('here/model'));
    const dist = await writeSentProgram(folder('program'));
    link = new FolderMachine(folder('there'));
    other = new FolderMachine(folder('other'), {}, 'b100');
    training = new MachineTraining({
      link: (name) => (name === 'b100' ? other : link),
      dist,
      trainerFolder: path.resolve('runtime/trainer'),
      cacheFolder: folder('cache'),
      wheels: null,
      env: { ...process.env, OPENAI_API_KEY: ' ', ...secrets },
      program: [process.execPath, path.join(dist, 'cli.mjs')],
      now: () => '2026-03-01T14:25:30.000Z',
      randomHex: () => `abcdef${String((drawn += 1)).padStart(10, '0')}`,
    });
  });

  function wish(changes: Partial<TrainingWish> = {}): TrainingWish {
    const plain = { machine: 'a100', workspace: folder('here'), tasks: 'tasks.jsonl' };
    return TrainingWish.parse({ ...plain, model: 'model', device: 'cpu', ...changes });
  }

  /** How our own command line was called there, without the call that prepares. */
  async function calls(machine = 'there'): Promise<string[]> {
    const text = await readFile(folder(machine, 'calls'), 'utf8');
    return text.split('\n').filter((line) => line !== '' && !line.includes('--prepare'));
  }

  /** The folder of a run there that was started before. */
  async function writtenRun(changes: Partial<RunJob['processes']> = {}): Promise<RunPlace> {
    const job = makeJob();
    const place = { machine: 'a100', folder: folder('there/run') };
    await mkdir(place.folder, { recursive: true });
    const text = JSON.stringify({ ...job, processes: { ...job.processes, ...changes } });
    await writeFile(path.join(place.folder, 'run.json'), text);
    return place;
  }

  it('is started by our own command line there, with what it reads sent before', async () => {
    const place = await training.start(
      wish({ seed: 7, changes: ['training.queue.enabled=false'] }),
      options,
    );
    const there = folder('there/.tool-r1');
    assert.deepEqual(place, {
      machine: 'a100',
      folder: path.join(there, 'runs/20260301-142530-abcdef'),
    });
    const [call = ''] = await calls();
    const file = (option: string) => new RegExp(`--${option} (\\S+)`).exec(call)?.[1] ?? '';
    const recipe = await readFile(file('recipe'), 'utf8');
    assert.match(recipe, /"queue": \{\s+"enabled": false/);
    assert.match(
      await readFile(file('tasks'), 'utf8'),
      /\.tool-r1\/inputs\/files\/[0-9a-f]{16}\/visits\.csv/,
    );
    assert.deepEqual((await readdir(file('model'))).sort(), [
      'config.json',
      'model.safetensors',
      'tokenizer.json',
    ]);
    assert.match(
      call,
      /^train --detach .* --device cpu --save-every 10 .*--seed 7 --out \S+abcdef$/,
    );
    assert.ok(!call.includes('--set'));
  });

  it('sends what is the same once', async () => {
    await training.start(wish({ name: 'one' }), options);
    const before = link.sent.length;
    await training.start(wish({ name: 'two' }), options);
    assert.equal(link.sent.length, before);
    assert.match((await calls())[1] ?? '', /runs\/two$/);
  });

  it('gives keys to the process alone: in its environment, and only those that are set', async () => {
    await training.start(wish(), options);
    const last = link.ran.at(-1);
    assert.deepEqual(
      Object.entries(last?.env ?? {}).filter(([, value]) => value.startsWith('key')),
      Object.entries(secrets),
    );
    assert.equal(last?.env['OPENAI_API_KEY'], undefined);
    assert.ok(link.ran.every(({ argv }) => !argv.join(' ').includes('key-1')));
  });

  it('takes a model that lies there, also below the home folder', async () => {
    await writeModelFolder(folder('there/models/mine'));
    await training.start(wish({ model: '~/models/mine' }), options);
    assert.match((await calls())[0] ?? '', new RegExp(`--model ${folder('there/models/mine')} `));
    const missing = training.start(wish({ model: '~/models/none' }), options);
    await assert.rejects(
      missing,
      /Neither this computer nor a100-box has a model folder ~\/models\/none/,
    );
  });

  it('has the machine fetch a model of Hugging Face, and says why it could not', async () => {
    const fetched = training.start(wish({ model: 'Qwen/Qwen2.5-0.5B' }), options);
    await assert.rejects(
      fetched,
      /could not fetch Qwen\/Qwen2\.5-0\.5B: .* Name a folder with the model/,
    );
    const argv = link.ran.at(-1)?.argv ?? [];
    assert.deepEqual(argv.slice(-2), [
      'Qwen/Qwen2.5-0.5B',
      folder('there/.tool-r1/models/Qwen--Qwen2.5-0.5B'),
    ]);
  });

  it('refuses, before anything is sent, what is wrong with the wish', async () => {
    await assert.rejects(
      training.start(wish({ tasks: 'none.jsonl' }), options),
      /There is no file/,
    );
    await assert.rejects(training.start(wish({ recipe: 'no-such' }), options), /no-such/);
    await assert.rejects(
      training.start(wish({ model: './none' }), options),
      /There is no model folder/,
    );
    await assert.rejects(
      training.start(wish({ device: 'cuda' }), options),
      /^HumanError: GPUs: there is no nvidia-smi/,
    );
    await assert.rejects(
      training.start(wish({ sampler: 'a100' }), options),
      /cannot sample for itself/,
    );
    assert.deepEqual(link.sent, []);
  });

  it('passes on in one line why it did not start', async () => {
    link = new FolderMachine(folder('there'));
    await training.provision('a100', options);
    link = new FolderMachine(folder('there'), { FAKE_CLI_FAILS: 'Port 1 is in use.' });
    await assert.rejects(training.start(wish(), options), { message: 'Port 1 is in use.' });
  });

  it('is resumed where it lies, from the newest checkpoint or from a chosen one', async () => {
    const place = await writtenRun();
    assert.deepEqual(await training.resume(place, null, options), place);
    await training.resume(place, 40, options);
    assert.deepEqual(await calls(), [
      `train --resume --detach --out ${place.folder}`,
      `train --resume --detach --from 40 --out ${place.folder}`,
    ]);
  });

  it('on this computer needs nothing sent: its own program, the workspace, and the recipe by its name', async () => {
    const place = await training.start(
      wish({
        machine: thisComputer,
        name: 'mine',
        changes: ['training.queue.enabled=false'],
        steps: 3,
      }),
      options,
    );
    assert.equal(place.folder, folder('here/.tool-r1/runs/mine'));
    assert.deepEqual(link.sent, []);
    const [call = ''] = await calls();
    assert.match(
      call,
      /^train --detach --recipe tool-r1 --set training\.queue\.enabled=false --set training\.optimiser\.maxSteps=3 --tasks /,
    );
    assert.ok(call.includes(`--model ${folder('here/model')} `));
    assert.deepEqual(await training.provision(thisComputer, options), { sentBytes: 0, did: [] });
  });

  it('refuses a folder as a file of a task: it cannot be sent', async () => {
    await rm(folder('here/visits.csv'));
    await mkdir(folder('here/visits.csv'));
    await writeFile(folder('here/visits.csv/a.csv'), '');
    await assert.rejects(training.start(wish(), options), /is a folder\. Name its files/);
  });

  describe('with another machine that samples', () => {
    const two = { sampler: 'b100', samplerAddress: '127.0.0.1', name: 'pair' };
    const servers = { host: '127.0.0.1', tokenPort: 8000, receiverPort: 8001 };
    before(function () {
      if (process.platform !== 'linux') skipBecause(this, 'training machines are Linux');
    });

    function place(): object {
      return { machine: 'b100', folder: folder('other/.tool-r1/samplers/pair'), ...servers };
    }

    it('has that one sample before it is started, with what both need sent to both', async () => {
      await training.start(wish(two), options);
      const [sampler = ''] = await calls('other');
      assert.match(
        sampler,
        /^sampler --out \S+\/samplers\/pair --model \S+ --recipe \S+ --device cpu --address 127\.0\.0\.1$/,
      );
      const [train = ''] = await calls();
      assert.ok(train.endsWith(`--sampled-by ${JSON.stringify(place())}`), train);
      assert.ok(train.includes('--device cpu'));
      const names = other.sent.map((file) => path.basename(file));
      assert.ok(names.includes('model.safetensors'));
      assert.ok(!names.includes('visits.csv'), 'files of tasks stay with the rollouts');
    });

    it('gives both one key, which is in no argument', async () => {
      await training.start(wish(two), options);
      const keys = [other, link].map(({ ran }) => ran.at(-1)?.env['TOOL_R1_SAMPLER_KEY']);
      const [key = ''] = keys;
      assert.equal(key, keys[1]);
      assert.equal(key.length, 32);
      const all = [...other.ran, ...link.ran].flatMap(({ argv }) => argv);
      assert.ok(all.every((word) => !word.includes(key)));
    });

    it('ends the sampler, and frees its name, when the run does not start', async () => {
      await training.provision('a100', options);
      link = new FolderMachine(folder('there'), { FAKE_CLI_FAILS: 'No room.' });
      await mkdir(folder('other/.tool-r1/samplers/pair'), { recursive: true });
      await assert.rejects(training.start(wish(two), options), { message: 'No room.' });
      assert.equal(other.ran.at(-1)?.argv.at(-1), '--end');
      assert.deepEqual(await readdir(folder('other/.tool-r1/samplers')), []);
    });

    it('says which machine it was that did not start', async () => {
      await training.provision('b100', options);
      other = new FolderMachine(folder('other'), { FAKE_CLI_FAILS: 'Port 1 is in use.' }, 'b100');
      await assert.rejects(training.start(wish(two), options), {
        message: 'The sampler on b100 did not start: Port 1 is in use.',
      });
      await assert.rejects(readFile(folder('there/.tool-r1/runs/pair/run.json')));
    });

    it('is resumed with it: what is left of the sampler is ended, then it is started again', async () => {
      const known = { machine: 'b100', folder: folder('other/samplers/pair'), ...servers };
      await mkdir(known.folder, { recursive: true });
      const run = await writtenRun({ sampler: known });
      await training.resume(run, null, options);
      assert.deepEqual(await calls('other'), [`sampler --again --out ${known.folder}`]);
      const [train = ''] = await calls();
      assert.equal(
        train,
        `train --resume --detach --out ${run.folder} --sampled-by ${JSON.stringify(known)}`,
      );
      const ends = other.ran.filter(({ argv }) => argv.includes('--end'));
      assert.equal(ends.length, 1);
    });
  });
});
