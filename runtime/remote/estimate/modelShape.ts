// How large a model is, from its config.json alone: layers, widths, parameters.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';

/** As transformers writes it for decoders of the Llama family: Llama, Qwen2, Qwen3, Mistral, Gemma. */
const Config = z.looseObject({
  hidden_size: z.int().positive(),
  num_hidden_layers: z.int().positive(),
  num_attention_heads: z.int().positive(),
  num_key_value_heads: z.int().positive().nullish(),
  head_dim: z.int().positive().nullish(),
  intermediate_size: z.int().positive(),
  vocab_size: z.int().positive(),
  tie_word_embeddings: z.boolean().nullish(),
});

export interface ModelShape {
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  /** Heads of keys and values, fewer than `heads` with grouped queries. */
  readonly keyHeads: number;
  readonly headSize: number;
  /** Width of the feed-forward part. */
  readonly intermediate: number;
  readonly vocabulary: number;
  readonly parameters: number;
}

/** Null for a model of another kind. */
export function modelShape(config: string): ModelShape | null {
  const parsed = parseJson(Config, config);
  if (!parsed.ok) return null;
  const { value } = parsed;
  const heads = value.num_attention_heads;
  const shape = {
    layers: value.num_hidden_layers,
    hidden: value.hidden_size,
    heads,
    keyHeads: value.num_key_value_heads ?? heads,
    headSize: value.head_dim ?? value.hidden_size / heads,
    intermediate: value.intermediate_size,
    vocabulary: value.vocab_size,
  };
  return { ...shape, parameters: parametersOf(shape, value.tie_word_embeddings === true) };
}

/**
 * Queries and outputs h·H·d each, keys and values h·K·d each, three matrices h·i of a gated feed-forward part, two norms a layer;
 * embeddings V·h, twice where input and output do not share them; one norm at the end. Biases are left out: under 0.1 %.
 * (Touvron et al. 2023, arXiv 2302.13971; Ainslie et al. 2023, arXiv 2305.13245, for K < H.)
 */
function parametersOf(shape: Omit<ModelShape, 'parameters'>, isTied: boolean): number {
  const { layers, hidden, vocabulary, intermediate } = shape;
  const layer = attentionParameters(shape) + 3 * hidden * intermediate + 2 * hidden;
  return (isTied ? 1 : 2) * vocabulary * hidden + layers * layer + hidden;
}

function attentionParameters({
  hidden,
  heads,
  keyHeads,
  headSize,
}: Pick<ModelShape, 'hidden' | 'heads' | 'keyHeads' | 'headSize'>): number {
  return 2 * hidden * heads * headSize + 2 * hidden * keyHeads * headSize;
}

/**
 * Parameters of an adapter on every linear layer: r·(in + out) for each matrix (Hu et al. 2021, arXiv 2106.09685).
 */
export function adapterParameters(shape: ModelShape, rank: number): number {
  const { layers, hidden, heads, keyHeads, headSize, intermediate } = shape;
  const queries = 2 * (hidden + heads * headSize);
  const keys = 2 * (hidden + keyHeads * headSize);
  const feedForward = 3 * (hidden + intermediate);
  return layers * rank * (queries + keys + feedForward);
}

/** Bytes of keys and values of one token in bfloat16: 2·layers·K·d numbers of 2 bytes. */
export function cacheBytesPerToken({ layers, keyHeads, headSize }: ModelShape): number {
  return 2 * layers * keyHeads * headSize * 2;
}
