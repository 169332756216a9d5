// Models whose sizes are known, by their config.json, and cards to put them on.
import assert from 'node:assert/strict';
import type { GpuFacts } from '../../../../runtime/contract/machine.ts';
import { modelShape, type ModelShape } from '../../../../runtime/remote/estimate/modelShape.ts';

export const qwen7bConfig = JSON.stringify({
  hidden_size: 3584,
  num_hidden_layers: 28,
  num_attention_heads: 28,
  num_key_value_heads: 4,
  intermediate_size: 18_944,
  vocab_size: 152_064,
  tie_word_embeddings: false,
});
export const qwen7b = shapeOf(qwen7bConfig);

export const qwenHalf = shapeOf(
  JSON.stringify({
    hidden_size: 896,
    num_hidden_layers: 24,
    num_attention_heads: 14,
    num_key_value_heads: 2,
    intermediate_size: 4864,
    vocab_size: 151_936,
    tie_word_embeddings: true,
  }),
);

function shapeOf(config: string): ModelShape {
  const shape = modelShape(config);
  assert.ok(shape);
  return shape;
}

export function a100(index: number, changes: Partial<GpuFacts> = {}): GpuFacts {
  return {
    index,
    uuid: `GPU-${index}`,
    name: 'NVIDIA A100-SXM4-80GB',
    driver: '580.95.05',
    memoryTotalMib: 81_920,
    memoryUsedMib: 4,
    utilization: 0,
    mig: false,
    eccErrors: 0,
    processes: [],
    ...changes,
  };
}
