import assert from 'node:assert/strict';
import type { RunJob } from '../../../../runtime/contract/training/runFolder.ts';
import { servingProgram } from '../../../../runtime/remote/serving/servingProgram.ts';
import { makeJob } from '../../../fakes/trainingRecords.ts';

const whole = {
  folder: '/runs/first/checkpoints/checkpoint-20',
  isAdapter: false,
  name: 'checkpoint-20',
  port: 4100,
};

function job(over: Partial<RunJob> = {}): RunJob {
  const { processes } = makeJob();
  const tokens = { name: 'tokens' as const, argv: ['python'], env: { PYTHONPATH: '/trainer' } };
  const commands = [{ ...tokens, listens: null }];
  return makeJob({
    model: '/models/base',
    processes: { ...processes, python: '/env/bin/python', commands },
    ...over,
  });
}

describe('the command that serves a checkpoint', () => {
  it('is our token server on a CPU, with the environment that sampled', () => {
    const { argv, env } = servingProgram(job(), whole, null);
    assert.deepEqual(argv.slice(0, 7), [
      ...['/env/bin/python', '-m', 'tool_r1_trainer.token_server'],
      ...['--model', whole.folder, '--served-model-name', 'checkpoint-20'],
    ]);
    assert.deepEqual(argv.slice(7, 11), ['--host', '127.0.0.1', '--port', '4100']);
    assert.deepEqual(env, { PYTHONPATH: '/trainer' });
  });

  it('is the newest program of the machine where it has one: that of the run may be gone', () => {
    const newest = { python: '/newest/bin/python', trainerFolder: '/program/new/dist/trainer' };
    const { argv, env } = servingProgram(job(), whole, newest);
    assert.equal(argv[0], '/newest/bin/python');
    assert.equal(env['PYTHONPATH'], '/program/new/dist/trainer');
    const { argv: onCards } = servingProgram(job({ device: 'cuda' }), whole, newest);
    assert.equal(onCards[0], '/newest/bin/vllm');
  });

  it('puts an adapter on the model of the run', () => {
    const { argv } = servingProgram(job(), { ...whole, isAdapter: true }, null);
    assert.deepEqual(argv.slice(3, 7), ['--model', '/models/base', '--adapter', whole.folder]);
  });

  it('is vLLM beside the Python of the run on a card of the run', () => {
    const { processes } = job();
    const queue = { folder: '/queue', gpus: [2, 3] };
    const cuda = job({ device: 'cuda', processes: { ...processes, queue } });
    const { argv, env } = servingProgram(cuda, whole, null);
    assert.deepEqual(argv.slice(0, 5), [
      ...['/env/bin/vllm', 'serve', whole.folder, '--served-model-name', 'checkpoint-20'],
    ]);
    assert.equal(env['CUDA_VISIBLE_DEVICES'], '3');
    const adapter = servingProgram(cuda, { ...whole, isAdapter: true }, null).argv;
    assert.deepEqual(adapter.slice(1, 4), ['serve', '/models/base', '--enable-lora']);
    assert.ok(adapter.includes(`checkpoint-20=${whole.folder}`));
  });
});
