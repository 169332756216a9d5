import assert from 'node:assert/strict';
import {
  memoryPlan,
  type MemoryPlanQuestion,
} from '../../../../runtime/remote/launch/memoryPlan.ts';
import { a100, qwen7b } from '../estimate/shapes.ts';

const four = [0, 1, 2, 3].map((index) => a100(index));
const small = [0, 1].map((index) => a100(index, { memoryTotalMib: 8192 }));

const question: MemoryPlanQuestion = {
  name: 'Qwen2.5-7B',
  shape: qwen7b,
  optimiser: { lora: null, klCoefficient: 0 },
  sequenceTokens: 4096,
  gpus: four,
  samplerGpus: null,
};

describe('the memory of a plan', () => {
  it('is nothing to tell of without cards, and not known of a model that is not there yet', () => {
    assert.deepEqual(memoryPlan(question, null), { estimates: [], checks: [] });
    const { estimates, checks } = memoryPlan(
      { ...question, shape: null },
      { train: [0], sample: [1] },
    );
    assert.deepEqual(estimates, []);
    assert.match(checks[0]?.detail ?? '', /how large Qwen2\.5-7B is cannot be told/);
  });

  it('of one machine: cards that train and cards that sample lie beside each other', () => {
    const { estimates } = memoryPlan(question, { train: [0, 1], sample: [2, 3] });
    assert.deepEqual(
      estimates.map(({ gpu, role }) => `${role} ${gpu}`),
      ['train 0', 'train 1', 'sample 2', 'sample 3'],
    );
  });

  it('of two: the same index is a card of each, with what that machine has', () => {
    const split = { train: [0, 1, 2, 3], sample: [0, 1] };
    const { estimates } = memoryPlan({ ...question, samplerGpus: small }, split);
    const shown = estimates.map(({ gpu, role, limitGib }) => `${role} ${gpu} of ${limitGib}`);
    assert.deepEqual(shown, [
      ...[0, 1, 2, 3].map((gpu) => `train ${gpu} of 80`),
      ...[0, 1].map((gpu) => `sample ${gpu} of 8`),
    ]);
    assert.ok(estimates.every(({ role, parts }) => role !== 'sample' || parts.length === 3));
  });

  it('says which of the two is too small', () => {
    const split = { train: [0, 1, 2, 3], sample: [0, 1] };
    const sampling = memoryPlan({ ...question, samplerGpus: small }, split).checks;
    assert.deepEqual(
      sampling.filter(({ state }) => state === 'fail').map(({ name }) => name),
      ['Sampling'],
    );
    const training = memoryPlan(
      { ...question, gpus: small, samplerGpus: four },
      { train: [0], sample: [0] },
    );
    assert.deepEqual(
      training.checks.filter(({ state }) => state === 'fail').map(({ name }) => name),
      ['Memory of GPU 0'],
    );
  });
});
