import assert from 'node:assert/strict';
import {
  memoryEstimates,
  sequencesAtOnce,
  type MemoryQuestion,
} from '../../../../runtime/remote/estimate/memoryEstimate.ts';
import { a100, qwen7b } from './shapes.ts';

const eight: MemoryQuestion = {
  shape: qwen7b,
  optimiser: { lora: null, klCoefficient: 0 },
  sequenceTokens: 4096,
  split: { train: [0, 1, 2, 3], sample: [4, 5, 6, 7] },
  gpus: Array.from({ length: 8 }, (_, index) => a100(index)),
};
const lora = { rank: 16, alpha: 32, dropout: 0, targets: 'all-linear' as const };

function partsOf(question: MemoryQuestion, gpu: number): Record<string, number> {
  const found = memoryEstimates(question).find((one) => one.gpu === gpu);
  return Object.fromEntries((found?.parts ?? []).map(({ name, gib }) => [name, gib]));
}

describe('memory of the cards', () => {
  it('all weights: 16 bytes a parameter over the cards that train, and what vLLM takes on the others', () => {
    const estimates = memoryEstimates(eight);
    assert.deepEqual(
      estimates.map(({ gpu, role }) => `${gpu} ${role}`),
      ['0 train', '1 train', '2 train', '3 train', '4 sample', '5 sample', '6 sample', '7 sample'],
    );
    const { weights, gradients, Adam, ...rest } = partsOf(eight, 0);
    // 7.6 B parameters: 30.5 GB of each kind of 4 bytes, over four cards, in GiB.
    assert.deepEqual([weights, gradients, Adam], [7.1, 7.1, 14.2]);
    assert.deepEqual(Object.keys(rest), ['activations', 'CUDA']);
    const sampling = partsOf(eight, 5);
    assert.equal(sampling['sampling weights'], 3.5);
    const sum = Object.values(sampling).reduce((total, size) => total + size, 0);
    assert.ok(Math.abs(sum - 0.85 * 80) < 0.2);
    assert.equal(estimates[0]?.limitGib, 80);
  });

  it('a reference model beside them when the KL term is on', () => {
    const question = { ...eight, optimiser: { lora: null, klCoefficient: 0.001 } };
    assert.equal(partsOf(question, 0)['reference'], 7.1);
    assert.equal(partsOf(eight, 0)['reference'], undefined);
    const adapter = { ...eight, optimiser: { lora, klCoefficient: 0.001 } };
    assert.equal(partsOf(adapter, 0)['reference'], undefined);
  });

  it('an adapter: the weights in 16 bits whole on each card, however many train', () => {
    const adapter = { ...eight, optimiser: { lora, klCoefficient: 0 } };
    const { weights, adapter: own } = partsOf(adapter, 0);
    assert.deepEqual([weights, own], [14.2, 0.6]);
    const alone = { ...adapter, split: { train: [0], sample: null } };
    assert.equal(partsOf(alone, 0)['weights'], 14.2);
  });

  it('one card for both holds both, with less for keys and values', () => {
    const question = {
      ...eight,
      optimiser: { lora, klCoefficient: 0 },
      split: { train: [2], sample: null },
    };
    const [only, ...others] = memoryEstimates(question);
    assert.deepEqual([only?.gpu, only?.role, others.length], [2, 'both', 0]);
    const names = only?.parts.map(({ name }) => name) ?? [];
    assert.ok(names.includes('adapter') && names.includes('KV cache'));
    assert.ok((only?.totalGib ?? 0) < 80);
  });

  it('activations grow with the length of a sequence', () => {
    const short = partsOf({ ...eight, sequenceTokens: 2048 }, 0)['activations'] ?? 0;
    const long = partsOf({ ...eight, sequenceTokens: 8192 }, 0)['activations'] ?? 0;
    assert.ok(Math.abs(long / short - 4) < 0.1);
    assert.ok(long > 10 && long < 20);
  });

  it('what others use of a card is taken from its limit', () => {
    const gpus = [a100(0, { memoryUsedMib: 10_240 })];
    const question = { ...eight, gpus, split: { train: [0], sample: null } };
    assert.equal(memoryEstimates(question)[0]?.limitGib, 70);
  });

  it('knows how many rollouts of full length are sampled at once, and that none are on small cards', () => {
    const many = sequencesAtOnce(eight, memoryEstimates(eight));
    // About 62 GiB a card for 57,344 bytes a token.
    assert.ok(many > 1000 && many < 1200, String(many));
    const small = { ...eight, gpus: eight.gpus.map((gpu) => ({ ...gpu, memoryTotalMib: 4096 })) };
    assert.equal(sequencesAtOnce(small, memoryEstimates(small)), 0);
  });
});
