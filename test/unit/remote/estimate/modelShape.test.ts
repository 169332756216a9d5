import assert from 'node:assert/strict';
import {
  adapterParameters,
  cacheBytesPerToken,
  modelShape,
} from '../../../../runtime/remote/estimate/modelShape.ts';
import { qwen7b, qwenHalf } from './shapes.ts';

describe('how large a model is', () => {
  it('comes from its config: as many parameters as its makers say', () => {
    // https://huggingface.co/Qwen/Qwen2.5-7B-Instruct: 7.61 B in all, 28 layers, 28 heads for queries and 4 for keys and values.
    assert.ok(Math.abs(qwen7b.parameters / 7.61e9 - 1) < 0.005, String(qwen7b.parameters));
    assert.deepEqual([qwen7b.layers, qwen7b.keyHeads, qwen7b.headSize], [28, 4, 128]);
    // https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct: 0.49 B, embeddings shared.
    assert.ok(Math.abs(qwenHalf.parameters / 0.494e9 - 1) < 0.005, String(qwenHalf.parameters));
  });

  it('counts an adapter on every linear layer', () => {
    const one = adapterParameters(qwen7b, 1);
    assert.equal(one, 28 * (2 * (3584 + 3584) + 2 * (3584 + 512) + 3 * (3584 + 18_944)));
    assert.equal(adapterParameters(qwen7b, 16), 16 * one);
  });

  it('counts the keys and values of a token', () => {
    assert.equal(cacheBytesPerToken(qwen7b), 57_344);
  });

  it('is not known for a model of another kind', () => {
    assert.equal(modelShape('{"model_type":"t5","d_model":512}'), null);
    assert.equal(modelShape('not JSON'), null);
  });
});
