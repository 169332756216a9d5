import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { SamplerJob } from '../../runtime/contract/training/samplerJob.ts';
import { SamplerPlace } from '../../runtime/contract/training/samplerPlace.ts';
import { readJob, readStatus } from '../../runtime/store/runs/readRun.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { skipBecause } from '../fakes/skip.ts';
import { standInTrainer, standInWishes } from '../fakes/standInTrainer.ts';
import { freePort, SupervisedRun } from '../fakes/supervisedRun.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { TerminalSession } from '../fakes/terminalSession.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { until } from '../fakes/until.ts';

const asked = ['--out', 'sampler', '--model', 'model', '--address', '127.0.0.1'];
const Started = SamplerPlace.omit({ machine: true }).extend({ type: z.literal('sampler-started') });
type Started = z.infer<typeof Started>;

describe('tool-r1 sampler', function () {
  this.timeout(150_000);
  const folder = temporaryFolder();
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });
  beforeEach(async () => {
    await writeModelFolder(folder('model'));
    await writeTrainingTasks(folder('.'));
  });
  // In the order in which they depend on each other.
  afterEach(async () => {
    for (const name of ['run', 'sampler']) {
      await (await SupervisedRun.at(folder(name))).end();
    }
  });

  async function session(env: Record<string, string> = {}): Promise<TerminalSession> {
    const training = await standInTrainer(folder('trainer'));
    const wishes = standInWishes({ trainer: ['--hold', '2'] });
    return new TerminalSession({ cwd: folder('.'), env: { ...wishes, ...env }, training });
  }

  async function start(...args: string[]): Promise<Started> {
    const sampler = await session({ TOOL_R1_SAMPLER_KEY: 'key' });
    assert.equal(await sampler.call('sampler', ...args), 0, sampler.err.text);
    const parsed = parseJson(Started, sampler.out.text);
    assert.ok(parsed.ok);
    return parsed.value;
  }

  async function job(): Promise<SamplerJob> {
    const parsed = parseJson(SamplerJob, await readFile(folder('sampler/run.json'), 'utf8'));
    assert.ok(parsed.ok);
    return parsed.value;
  }

  const stateOf = async (name: string) => (await readStatus(folder(name)))?.state;
  const isReady = async () => (await stateOf('sampler')) === 'running';

  it('serves, says where, and goes on by itself', async () => {
    const started = await start(...asked);
    assert.equal(started.folder, folder('sampler'));
    await until(isReady, 60_000);
    const answer = await fetch(`http://127.0.0.1:${started.tokenPort}/health`);
    assert.equal(answer.status, 200);
    const { model, policySync, cards, silenceSeconds, processes } = await job();
    assert.deepEqual([model, policySync, cards], [folder('model'), 'weights_disk', []]);
    assert.equal(silenceSeconds, 1800);
    assert.equal(processes.receiverPort, started.receiverPort);
  });

  it('samples for a run, which ends it', async () => {
    const place = await start(...asked);
    const by = JSON.stringify({ ...place, machine: 'b100' });
    const train = await session({ TOOL_R1_SAMPLER_KEY: 'key' });
    const args = ['--tasks', 'tasks.jsonl', '--model', 'model', '--steps', '1', '--out', 'run'];
    assert.equal(await train.call('train', ...args, '--sampled-by', by), 0, train.err.text);
    const { sampler, tokenPort, commands } = (await readJob(folder('run'))).processes;
    assert.deepEqual([sampler?.tokenPort, tokenPort], [place.tokenPort, 0]);
    assert.deepEqual(
      commands.map(({ name }) => name),
      ['rollouts', 'trainer'],
    );
    await until(async () => (await stateOf('sampler')) === 'stopped', 60_000);
  });

  it('is started again with what it had before, and on free ports', async () => {
    await start(...asked, '--recipe', 'vanilla-grpo');
    await until(isReady, 60_000);
    await (await SupervisedRun.at(folder('sampler'))).end();
    await start('--again', '--out', 'sampler');
    await until(isReady, 60_000);
    assert.equal((await job()).recipe.name, 'vanilla-grpo');
  });

  it('says what is missing', async () => {
    const say = async (env: Record<string, string>, ...args: string[]): Promise<string> => {
      const sampler = await session(env);
      assert.equal(await sampler.call('sampler', ...args), 2);
      return sampler.err.text;
    };
    const key = { TOOL_R1_SAMPLER_KEY: 'key' };
    assert.match(await say({}, ...asked), /both need the same TOOL_R1_SAMPLER_KEY/);
    assert.match(await say(key, '--out', 'sampler'), /needs --model and --address, or --again/);
    assert.match(
      await say(key, ...asked, '--device', 'cuda'),
      /on which graphics cards it samples/,
    );
    assert.match(await say(key, '--again', '--out', 'none'), /holds no sampler that could be/);
    assert.match(
      await say(key, ...asked.slice(0, 4), '--address', 'b100'),
      /must be an IPv4 address/,
    );
    const elsewhere = [...asked.slice(0, 4), '--address', '192.0.2.1'];
    assert.match(await say(key, ...elsewhere), /This machine has no address 192\.0\.2\.1/);
  });

  it('is asked for by train in words that lead on', async () => {
    const ports = { tokenPort: await freePort(), receiverPort: await freePort() };
    const place = { machine: 'b100', folder: '/samplers/one', host: '127.0.0.1', ...ports };
    const say = async (...args: string[]): Promise<string> => {
      const train = await session();
      assert.equal(await train.call('train', ...args), 2);
      return train.err.text;
    };
    const plain = ['--tasks', 'tasks.jsonl', '--model', 'model'];
    assert.match(await say(...plain, '--sampler', 'b100'), /--sampler needs --machine/);
    const by = JSON.stringify(place);
    assert.match(
      await say(...plain, '--sampled-by', by),
      /started from the computer that reaches both/,
    );
    assert.match(await say(...plain, '--sampled-by', '{}'), /machine/);
  });
});
