import assert from 'node:assert/strict';
import { processCommands, type CommandPlace } from '../../../runtime/launch/processCommands.ts';
import type { CommandJob } from '../../../runtime/launch/tokenServerCommand.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { makeJob } from '../../fakes/trainingRecords.ts';

const place: CommandPlace = {
  folder: '/runs/one',
  program: ['node', '--flag', 'cli.mjs'],
  python: '/env/bin/python',
  trainerFolder: '/trainer',
  ports: { tokens: 8900, rollouts: 8901 },
  gpus: { train: [0], sample: null },
  threads: 2,
  toSampler: null,
};
const toSampler = { address: '10.0.0.1', device: 'eth1' };
const lora = 'lora={"rank":16,"alpha":32,"dropout":0,"targets":"all-linear"}';

function linesOf(changes: Partial<CommandJob>, placeChanges: Partial<CommandPlace> = {}): string[] {
  const job = makeJob({ model: '/models/small', ...changes });
  const commands = processCommands(job, { ...place, ...placeChanges });
  return commands.map(({ argv, env }) =>
    [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...argv].join(' '),
  );
}

describe('processCommands', () => {
  it('on the processor: our own token server, the rollout server, the trainer', () => {
    assert.deepEqual(linesOf({}), [
      'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=2 /env/bin/python -m tool_r1_trainer.token_server --model /models/small --host 127.0.0.1 --port 8900 --max-model-len 8192 --threads 2',
      'node --flag cli.mjs rollouts --listen 127.0.0.1:8901 --run /runs/one',
      'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=2 /env/bin/python -m tool_r1_trainer --config /runs/one/run.json',
    ]);
  });

  it('say when each is ready, and that nobody calls the trainer', () => {
    const listening = processCommands(makeJob(), place).map(({ listens }) =>
      listens === null ? null : `${listens.port}${listens.readyPath}`,
    );
    assert.deepEqual(listening, ['8900/health', '8901/v1/health', null]);
  });

  it('with one card: vLLM beside an adapter that is trained', async () => {
    const recipe = await readRecipe('tool-r1', '.', [lora]);
    const [tokens, , trainer] = linesOf({ recipe, device: 'cuda', policySync: 'lora_disk' });
    assert.equal(
      tokens,
      'PYTHONDONTWRITEBYTECODE= VLLM_ALLOW_RUNTIME_LORA_UPDATING=True CUDA_VISIBLE_DEVICES=0 /env/bin/vllm serve /models/small --host 127.0.0.1 --port 8900 --dtype bfloat16 --tensor-parallel-size 1 --enable-lora --max-lora-rank 16 --max-loras 2 --gpu-memory-utilization 0.40 --max-model-len 8192 --logprobs-mode processed_logprobs --generation-config vllm',
    );
    assert.equal(
      trainer,
      'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=2 CUDA_VISIBLE_DEVICES=0 /env/bin/accelerate launch --num_processes 1 --mixed_precision bf16 -m tool_r1_trainer --config /runs/one/run.json',
    );
  });

  it('with eight cards: all weights on four, sampling on the other four', () => {
    const [tokens, , trainer] = linesOf(
      { device: 'cuda', policySync: 'gathered' },
      { gpus: { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] } },
    );
    assert.equal(
      tokens,
      'PYTHONDONTWRITEBYTECODE= VLLM_SERVER_DEV_MODE=1 CUDA_VISIBLE_DEVICES=4,5,6,7 /env/bin/vllm serve /models/small --host 127.0.0.1 --port 8900 --dtype bfloat16 --tensor-parallel-size 4 --weight-transfer-config {"backend":"nccl"} --max-logprobs -1 --gpu-memory-utilization 0.85 --max-model-len 8192 --logprobs-mode processed_logprobs --generation-config vllm',
    );
    assert.match(
      trainer ?? '',
      /CUDA_VISIBLE_DEVICES=0,1,2,3 .*--config_file \/trainer\/fsdp2\.yaml --num_processes 4/,
    );
  });

  it('with several cards for an adapter: a copy of the model on each', async () => {
    const recipe = await readRecipe('tool-r1', '.', [lora]);
    const [, , trainer] = linesOf(
      { recipe, device: 'cuda', policySync: 'lora_disk' },
      { gpus: { train: [0, 1], sample: [2] } },
    );
    assert.match(trainer ?? '', /--config_file \/trainer\/ddp\.yaml --num_processes 2/);
  });

  it('refuse to send all weights to a server on the same card', () => {
    assert.throws(
      () => linesOf({ device: 'cuda', policySync: 'gathered' }),
      /needs cards of its own for sampling: --gpus 1\+1/,
    );
  });

  it('where another machine samples: no token server, and all cards train', () => {
    const [rollouts, trainer, ...others] = linesOf(
      { device: 'cuda', policySync: 'gathered' },
      { gpus: { train: [0, 1], sample: null }, toSampler },
    );
    assert.deepEqual(others, []);
    assert.equal(rollouts, 'node --flag cli.mjs rollouts --listen 127.0.0.1:8901 --run /runs/one');
    assert.equal(
      trainer,
      'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=2 NCCL_SOCKET_IFNAME==eth1 VLLM_HOST_IP=10.0.0.1 CUDA_VISIBLE_DEVICES=0,1 /env/bin/accelerate launch --config_file /trainer/fsdp2.yaml --num_processes 2 --mixed_precision bf16 -m tool_r1_trainer --config /runs/one/run.json',
    );
  });

  it('tell of the network only where weights go from process to process', async () => {
    const recipe = await readRecipe('tool-r1', '.', [lora]);
    const lines = [
      ...linesOf({ recipe, device: 'cuda', policySync: 'lora_disk' }, { toSampler }),
      ...linesOf({}, { toSampler }),
    ];
    assert.ok(lines.every((line) => !/NCCL|VLLM_HOST_IP/.test(line)));
  });
});
