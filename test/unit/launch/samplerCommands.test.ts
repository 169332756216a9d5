import assert from 'node:assert/strict';
import {
  samplerCommands,
  type SamplerCommandPlace,
} from '../../../runtime/launch/samplerCommands.ts';
import type { CommandJob } from '../../../runtime/launch/tokenServerCommand.ts';
import { readRecipe } from '../../../runtime/recipes/readRecipe.ts';
import { makeJob } from '../../fakes/trainingRecords.ts';

const place: SamplerCommandPlace = {
  folder: '/samplers/one',
  python: '/env/bin/python',
  trainerFolder: '/trainer',
  host: '10.0.0.2',
  device: 'eth1',
  ports: { tokens: 8000, receiver: 8001 },
  cards: [0, 1, 2, 3],
  threads: 2,
};
const receiver =
  'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=1 /env/bin/python -m tool_r1_trainer.policy_receiver --folder /samplers/one --host 10.0.0.2 --port 8001';

function linesOf(
  changes: Partial<CommandJob>,
  placeChanges: Partial<SamplerCommandPlace> = {},
): string[] {
  const job = makeJob({ model: '/models/small', ...changes });
  return samplerCommands(job, { ...place, ...placeChanges }).map(({ argv, env }) =>
    [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...argv].join(' '),
  );
}

describe('samplerCommands', () => {
  it('on the processor: what takes weights, then our own token server, both at the address', () => {
    assert.deepEqual(linesOf({}, { cards: [] }), [
      receiver,
      'PYTHONDONTWRITEBYTECODE= PYTHONPATH=/trainer OMP_NUM_THREADS=2 /env/bin/python -m tool_r1_trainer.token_server --model /models/small --host 10.0.0.2 --port 8000 --max-model-len 8192 --threads 2',
    ]);
  });

  it('with cards: vLLM on all of them, told by which way NCCL goes', () => {
    assert.deepEqual(linesOf({ device: 'cuda', policySync: 'gathered' }), [
      receiver,
      'PYTHONDONTWRITEBYTECODE= VLLM_SERVER_DEV_MODE=1 NCCL_SOCKET_IFNAME==eth1 VLLM_HOST_IP=10.0.0.2 CUDA_VISIBLE_DEVICES=0,1,2,3 /env/bin/vllm serve /models/small --host 10.0.0.2 --port 8000 --dtype bfloat16 --tensor-parallel-size 4 --weight-transfer-config {"backend":"nccl"} --max-logprobs -1 --gpu-memory-utilization 0.85 --max-model-len 8192 --logprobs-mode processed_logprobs --generation-config vllm',
    ]);
  });

  it('takes an adapter by the receiver, without NCCL and without open requests', async () => {
    const lora = 'lora={"rank":16,"alpha":32,"dropout":0,"targets":"all-linear"}';
    const recipe = await readRecipe('tool-r1', '.', [lora]);
    const [, tokens = ''] = linesOf({ recipe, device: 'cuda', policySync: 'lora_disk' });
    assert.match(
      tokens,
      /VLLM_ALLOW_RUNTIME_LORA_UPDATING=True .*--enable-lora --max-lora-rank 16/,
    );
    assert.doesNotMatch(tokens, /NCCL|VLLM_SERVER_DEV_MODE/);
  });

  it('says at which address each is ready', () => {
    const ready = samplerCommands(makeJob(), place).map(({ name, listens }) => [
      name,
      `${listens?.host ?? ''}:${listens?.port ?? ''}${listens?.readyPath ?? ''}`,
    ]);
    assert.deepEqual(ready, [
      ['receiver', '10.0.0.2:8001/health'],
      ['tokens', '10.0.0.2:8000/health'],
    ]);
  });
});
