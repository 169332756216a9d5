import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { thisComputer } from '../../../../runtime/contract/thisComputer.ts';
import { TrainingWish } from '../../../../runtime/contract/training/trainingRequests.ts';
import { MachineTraining } from '../../../../runtime/remote/launch/machineTraining.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { writeSentProgram } from '../../../fakes/sentProgram.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { writeModelFolder, writeTrainingTasks } from '../../../fakes/trainingFiles.ts';

const options = { signal: new AbortController().signal, onProgress: () => undefined };
const secrets = { TOOL_R1_API_KEY: 'key-1', HF_TOKEN: 'key-2' };

describe('a run on a machine', () => {
  const folder = temporaryFolder();
  let link: FolderMachine;
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
    training = new MachineTraining({
      link: () => link,
      dist,
      trainerFolder: path.resolve('runtime/trainer'),
      cacheFolder: folder('cache'),
      wheels: null,
      env: { ...process.env, OPENAI_API_KEY: ' ', ...secrets },
      program: [process.execPath, path.join(dist, 'cli.mjs')],
      now: () => '2026-03-01T14:25:30.000Z',
      randomHex: () => 'abcdef0123456789',
    });
  });

  function wish(changes: Partial<TrainingWish> = {}): TrainingWish {
    const plain = { machine: 'a100', workspace: folder('here'), tasks: 'tasks.jsonl' };
    return TrainingWish.parse({ ...plain, model: 'model', device: 'cpu', ...changes });
  }

  /** How our own command line was called there, without the call that prepares. */
  async function calls(): Promise<string[]> {
    const text = await readFile(folder('there/calls'), 'utf8');
    return text.split('\n').filter((line) => line !== '' && !line.includes('--prepare'));
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
    await assert.rejects(training.start(wish({ sampler: 'b200' }), options), /on one machine/);
    assert.deepEqual(link.sent, []);
  });

  it('passes on in one line why it did not start', async () => {
    link = new FolderMachine(folder('there'));
    await training.provision('a100', options);
    link = new FolderMachine(folder('there'), { FAKE_CLI_FAILS: 'Port 1 is in use.' });
    await assert.rejects(training.start(wish(), options), { message: 'Port 1 is in use.' });
  });

  it('is resumed where it lies, from the newest checkpoint or from a chosen one', async () => {
    const place = { machine: 'a100', folder: folder('there/run') };
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
});
