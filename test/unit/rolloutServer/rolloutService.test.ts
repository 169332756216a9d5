import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { Batch } from '../../../runtime/contract/training/rolloutServer.ts';
import type { RolloutService } from '../../../runtime/rolloutServer/rolloutService.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { makeJob, smallTraining } from '../../fakes/trainingRecords.ts';
import { makeHello, makePolicy, makeRequest, openTraining } from '../../fakes/trainingServer.ts';

const never = new AbortController().signal;

async function batchOf(service: RolloutService, step: number): Promise<Batch> {
  await service.endPolicy({ runId: 'run-1', ...makePolicy(step) }, never);
  const id = service.startBatch(makeRequest(step));
  const state = await service.waitForBatch(id, 10_000, never);
  if (state.is === 'broken') throw state.error;
  assert.ok(state.is === 'whole');
  return Batch.parse(JSON.parse(state.bytes.toString()));
}

describe('RolloutService', () => {
  const inFolder = temporaryFolder();
  const afresh = (service: RolloutService) =>
    service.restore({ runId: 'run-1', step: 0, dir: null });
  const checkpoint = (service: RolloutService, step: number, dir: string) =>
    service.checkpoint({ runId: 'run-1', step, dir });

  it('wants to know where the run goes on before it samples', async () => {
    const { service } = openTraining(inFolder());
    assert.throws(() => service.startBatch(makeRequest(0)), { status: 409, message: /restore/ });
    await assert.rejects(checkpoint(service, 0, 'c'), { status: 409 });
    await afresh(service);
    assert.equal((await batchOf(service, 0)).groups.length > 0, true);
  });

  it('refuses a token server at the first hello, before a model is loaded', async () => {
    const { job, ...rest } = openTraining(inFolder());
    const processes = { ...job.processes, tokenPort: 4711 };
    const { service } = openTraining(inFolder(), {}, { ...job, processes });
    const hello = { ...makeHello(), tokenizerSha256: 'abd' };
    await assert.rejects(service.hello(hello, never), {
      status: 409,
      message: /at http:\/\/127\.0\.0\.1:4711 has another tokenizer/,
    });
    await service.hello({ ...hello, tokenizerSha256: 'abc' }, never);
    // Nobody knows yet where it will listen.
    await rest.service.hello(hello, never);
  });

  it('asks the token server of another machine where that one samples', async () => {
    const { job } = openTraining(inFolder());
    const ports = { tokenPort: 8000, receiverPort: 8001 };
    const sampler = { machine: 'b100', folder: '/samplers/one', host: '10.0.0.2', ...ports };
    const processes = { ...job.processes, sampler };
    const { service } = openTraining(inFolder(), {}, { ...job, processes });
    await assert.rejects(service.hello({ ...makeHello(), tokenizerSha256: 'abd' }, never), {
      message: /at http:\/\/10\.0\.0\.2:8000 has another tokenizer/,
    });
  });

  it('makes the batch of a step once, however often it is asked for', async () => {
    const { service, rollouts } = openTraining(inFolder());
    await afresh(service);
    const batch = await batchOf(service, 0);
    assert.deepEqual(await batchOf(service, 0), batch);
    assert.equal(rollouts.wishes.length, 8);
  });

  it('refuses steps out of their order', async () => {
    const { service } = openTraining(inFolder());
    await afresh(service);
    await batchOf(service, 3);
    assert.throws(() => service.startBatch(makeRequest(2)), {
      status: 409,
      message: /Step 2 is over/,
    });
    const other = makeRequest(3, { policyVersion: 9 });
    assert.throws(() => service.startBatch(other), { status: 409, message: /of another policy/ });
  });

  it('neither changes weights nor keeps a state while it samples', async () => {
    const { service, rollouts } = openTraining(inFolder());
    await afresh(service);
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    rollouts.before = () => held;
    await service.endPolicy({ runId: 'run-1', ...makePolicy(0) }, never);
    const id = service.startBatch(makeRequest(0));
    assert.throws(() => service.beginPolicy(), { status: 409, message: /is being made/ });
    assert.throws(() => service.startBatch(makeRequest(1)), { status: 409 });
    await assert.rejects(checkpoint(service, 1, 'c'), { status: 409 });
    go();
    assert.equal((await service.waitForBatch(id, 10_000, never)).is, 'whole');
    service.beginPolicy();
  });

  it('forgets a batch that broke, so that it can be made again', async () => {
    const { service, rollouts } = openTraining(inFolder());
    await afresh(service);
    rollouts.before = () => Promise.reject(new Error('no disk'));
    await assert.rejects(batchOf(service, 0), /no disk/);
    rollouts.before = () => Promise.resolve();
    assert.equal((await batchOf(service, 0)).step, 0);
  });

  it('gives up a batch when it is told to, and goes on afterwards', async () => {
    const { service, rollouts } = openTraining(inFolder());
    await afresh(service);
    rollouts.before = (_wish, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    await service.endPolicy({ runId: 'run-1', ...makePolicy(0) }, never);
    const id = service.startBatch(makeRequest(0));
    await service.abort();
    assert.equal((await service.waitForBatch(id, 0, never)).is, 'broken');
    rollouts.before = () => Promise.resolve();
    assert.equal((await batchOf(service, 0)).step, 0);
  });

  it('knows no batch that nobody asked for', () => {
    const { service } = openTraining(inFolder());
    assert.throws(() => service.waitForBatch('batch-7', 0, never), { status: 404 });
  });

  it('goes on from a checkpoint as if it had never stopped, byte for byte', async () => {
    const straight = openTraining(inFolder('straight')).service;
    await afresh(straight);
    const expected: Batch[] = [];
    for (const step of [0, 1, 2, 3]) expected.push(await batchOf(straight, step));
    await checkpoint(straight, 4, 'checkpoints/checkpoint-4');

    const first = openTraining(inFolder('resumed')).service;
    await afresh(first);
    for (const step of [0, 1]) await batchOf(first, step);
    await checkpoint(first, 2, 'checkpoints/checkpoint-2');
    // Work after the checkpoint is lost with the process.
    await batchOf(first, 2);
    const second = openTraining(inFolder('resumed')).service;
    await second.restore({ runId: 'run-1', step: 2, dir: 'checkpoints/checkpoint-2' });
    const resumed = [await batchOf(second, 2), await batchOf(second, 3)];
    await checkpoint(second, 4, 'checkpoints/checkpoint-4');

    assert.deepEqual(
      resumed.map(({ groups }) => groups),
      expected.slice(2).map(({ groups }) => groups),
    );
    const read = (name: string, file: string) => readFile(inFolder(name, file), 'utf8');
    for (const file of ['checkpoints/checkpoint-4/rollout_state.jsonl', 'groups.jsonl']) {
      assert.equal(await read('resumed', file), await read('straight', file), file);
    }
    assert.deepEqual(
      await readdir(inFolder('resumed', 'rollouts')),
      await readdir(inFolder('straight', 'rollouts')),
    );
  });

  it('keeps states inside the folder of the run, and nowhere else', async () => {
    const { service } = openTraining(inFolder('run'));
    await afresh(service);
    for (const dir of ['../other', '/tmp', '.', inFolder()]) {
      await assert.rejects(checkpoint(service, 1, dir), { status: 400, message: /not inside/ });
    }
    await checkpoint(service, 1, inFolder('run', 'checkpoints', 'checkpoint-1'));
    assert.deepEqual(await readdir(inFolder('run', 'checkpoints', 'checkpoint-1')), [
      'rollout_state.jsonl',
    ]);
  });

  it('lets go of the checkpoints that the run does not keep', async () => {
    const job = makeJob({ keep: { last: 1, best: 0 } });
    const { service } = openTraining(inFolder('run'), {}, job);
    await afresh(service);
    for (const step of [1, 2]) await checkpoint(service, step, `checkpoints/checkpoint-${step}`);
    assert.deepEqual(await readdir(inFolder('run', 'checkpoints')), ['checkpoint-2']);
  });

  it('writes no state under the name of a step that is over', async () => {
    const { service } = openTraining(inFolder());
    await afresh(service);
    await batchOf(service, 2);
    await assert.rejects(checkpoint(service, 2, 'c'), { status: 409, message: /Step 2 is over/ });
    await checkpoint(service, 3, 'c');
  });

  it('writes the state of a step whose batch gave nothing: it broke, or the run is over', async () => {
    const { optimiser } = smallTraining();
    const { service, rollouts } = openTraining(inFolder(), {
      optimiser: { ...optimiser, maxSteps: 1 },
    });
    await afresh(service);
    rollouts.before = () => Promise.reject(new Error('no disk'));
    await assert.rejects(batchOf(service, 0), /no disk/);
    await checkpoint(service, 0, 'c');
    rollouts.before = () => Promise.resolve();
    assert.equal((await batchOf(service, 0)).finished, false);
    await assert.rejects(checkpoint(service, 0, 'c'), { status: 409 });
    assert.equal((await batchOf(service, 1)).finished, true);
    await checkpoint(service, 1, 'c');
  });

  it('says which checkpoint is not whole, and keeps what it has', async () => {
    const { service } = openTraining(inFolder());
    await afresh(service);
    await batchOf(service, 0);
    await mkdir(inFolder('c'));
    const restore = (dir: string | null) => service.restore({ runId: 'run-1', step: 1, dir });
    await assert.rejects(restore('c'), {
      status: 422,
      message: /rollout_state\.jsonl.* resume from an earlier/,
    });
    await writeFile(inFolder('c', 'rollout_state.jsonl'), '{"version":1\n');
    await assert.rejects(restore('c'), { status: 422, message: /is damaged: line 1/ });
    await assert.rejects(restore(null), { status: 400, message: /name its folder/ });
    assert.deepEqual(await readdir(inFolder('rollouts')), ['0.trajectories.jsonl']);
  });

  it('tells the trainer when the run is to stop', async () => {
    const { service } = openTraining(inFolder());
    await afresh(service);
    assert.equal(await service.isToStop(), false);
    await writeFile(inFolder('stop'), 'after-step');
    assert.equal(await service.isToStop(), true);
    assert.equal((await batchOf(service, 0)).stop, true);
  });
});
