import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SampledRun, type SampledRunOptions } from '../fakes/sampledRun.ts';
import { skipBecause } from '../fakes/skip.ts';
import { SupervisedRun } from '../fakes/supervisedRun.ts';
import { temporaryFolder } from '../fakes/temporaryFolder.ts';
import { until } from '../fakes/until.ts';

const patience = 60_000;

/** What two supervisors make of each other; the silence between them is tested with a clock of its own in the trainer's tests. */
describe('supervisors of a run on two machines', function () {
  this.timeout(150_000);
  let both: SampledRun;
  before(function () {
    if (process.platform !== 'linux') skipBecause(this, 'processes are looked for in /proc');
  });
  afterEach(() => both.end());
  const folder = temporaryFolder();

  async function make(options: SampledRunOptions = {}): Promise<void> {
    both = await SampledRun.make(folder('both'), options);
  }

  const isEnded = async (): Promise<boolean> => (await both.sampler.living()).length === 0;

  it('train on what the other samples to the end, and end the other one too', async () => {
    await make();
    const sampler = both.startSampler();
    const { code, err } = await both.start().ended;
    assert.equal(code, 0, err);
    assert.equal((await both.run.status()).state, 'done');
    assert.equal((await sampler.ended).code, 0);
    assert.equal((await both.sampler.status()).state, 'stopped');
    const log = await both.run.read('logs/trainer.log');
    assert.ok(log.includes(`sent to ${path.join(both.sampler.folder, 'policy/policy-v2')}`));
    assert.equal(existsSync(path.join(both.sampler.folder, 'policy')), false);
    assert.deepEqual([...(await both.run.living()), ...(await both.sampler.living())], []);
  });

  it('wait for a sampler that is not there yet, and say so', async () => {
    await make();
    both.start();
    const waiting = await both.run.reached(({ activity }) => activity.includes('does not answer'));
    assert.equal(waiting.state, 'starting');
    assert.match(waiting.activity, /^The sampler on b100 does not answer since \d+ s$/);
    assert.ok(waiting.processes.every(({ pid }) => pid === null));
    both.startSampler();
    await both.run.reached(({ state }) => state === 'done');
  });

  it('send the newest weights again when the server that samples was started anew', async () => {
    await make({ wishes: { trainer: ['--hold', '2'] } });
    both.startSampler();
    both.start();
    await both.run.reached(({ step }) => step === 1);
    process.kill(await both.sampler.pidOf('tokens'), 'SIGKILL');
    await until(async () => (await both.run.eventTypes()).includes('sampler-restarted'), patience);
    await both.run.go(2);
    await both.run.reached(({ state }) => state === 'done');
    const sent = (await both.run.read('logs/trainer.log')).match(/policy-v1$/gm);
    assert.ok((sent?.length ?? 0) >= 1);
    const restarts = (await both.sampler.status()).processes.map(({ name, restarts: n }) => [
      name,
      n,
    ]);
    assert.deepEqual(restarts, [
      ['receiver', 0],
      ['tokens', 1],
    ]);
  });

  it('crash with a sentence when the sampler stays away, and can be resumed', async () => {
    await make({ wishes: { trainer: ['--hold', '2'] } });
    const sampler = both.startSampler();
    await both.sampler.reached(({ state }) => state === 'running');
    const run = both.start({ TOOL_R1_SAMPLER_PATIENCE_SECONDS: '5' });
    await both.run.reached(({ step }) => step === 1);
    await both.sampler.end();
    await sampler.ended;
    assert.equal((await run.ended).code, 1);
    const { state, problem } = await both.run.status();
    assert.equal(state, 'crashed');
    assert.match(problem ?? '', /^The sampler on b100 is lost\. It has not answered for \d+ s: /);
    assert.match(problem ?? '', /then resume: its servers are started again\.$/);
    await both.run.go(2);
    both.startSampler();
    assert.equal((await both.start().ended).code, 0);
  });

  it('do not take the death of a trainer for its own fault while the sampler is away', async () => {
    await make({ wishes: { trainer: ['--hold', '2'] } });
    both.startSampler();
    both.start();
    await both.run.reached(({ step }) => step === 1);
    await both.sampler.end();
    const pid = await both.run.pidOf('trainer');
    process.kill(pid, 'SIGKILL');
    await both.run.reached(({ processes }) => processes.every((one) => one.pid === null));
    assert.equal((await both.run.status()).state, 'starting');
    await both.run.go(2);
    both.startSampler();
    await both.run.reached(({ state }) => state === 'done');
  });

  it('end a sampler that nobody calls', async () => {
    await make({ silenceSeconds: 1 });
    assert.equal((await both.startSampler().ended).code, 0);
    const { state, problem } = await both.sampler.status();
    assert.equal(state, 'stopped');
    assert.match(problem ?? '', /has not called for 1 s, so its sampler was ended\.$/);
    assert.ok(await isEnded());
  });

  it('are told while the sampler waits in line for its cards', async () => {
    const cards = { folder: folder('queue'), gpus: [0] };
    const other = await SupervisedRun.make(folder('other'), { trainer: ['--hold', '1'] }, 2, cards);
    await other.detach();
    try {
      await make({ cards });
      both.startSampler();
      both.start();
      const waits = 'The sampler on b100: Waiting for GPU 0: next in line';
      await both.run.reached(({ activity }) => activity === waits);
      await other.go(1);
      await both.run.reached(({ state }) => state === 'done');
    } finally {
      await other.end();
    }
  });

  it('keep a run with another key away', async () => {
    await make();
    both.startSampler('other');
    await both.sampler.reached(({ state }) => state === 'running');
    const run = both.start({ TOOL_R1_SAMPLER_PATIENCE_SECONDS: '1' });
    assert.equal((await run.ended).code, 1);
    assert.match(
      (await both.run.status()).problem ?? '',
      /has not answered for \d+ s: 127\.0\.0\.1:\d+ belongs to another run\./,
    );
    assert.equal((await both.sampler.status()).state, 'running');
  });

  it('stop at once when the sampler is told to', async () => {
    await make();
    const sampler = both.startSampler();
    await both.sampler.reached(({ state }) => state === 'running');
    await both.sampler.stop('after-step');
    assert.equal((await sampler.ended).code, 0);
    const events = await readFile(path.join(both.sampler.folder, 'events.jsonl'), 'utf8');
    assert.match(events, /"type": "run-ended", "message": "The run is stopped"/);
  });
});
