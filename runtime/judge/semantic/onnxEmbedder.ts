// A sentence-embedding model of the BERT family (MiniLM and its like) on onnxruntime: tokens in, mean of the last layer over
// the tokens of the text, scaled to length 1 (Reimers and Gurevych, arXiv 1908.10084). Which files these are is decided elsewhere.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type * as Onnx from 'onnxruntime-node';
import * as z from 'zod';
import { errorMessage, failure } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { Embedder, Embedding } from './embedder.ts';
import { openWordPieces, type WordPieces } from './wordPieces.ts';

export interface OnnxEmbedderFiles {
  /** As a person names the model. */
  readonly model: string;
  readonly modelFile: string;
  readonly tokenizerFile: string;
}

export type OnnxRuntime = Pick<typeof Onnx, 'InferenceSession' | 'Tensor'>;

/** The length that MiniLM sentence models were trained on. */
const maxTokens = 256;

/** Far more than `maxTokens` tokens have. */
const maxCharacters = 100 * maxTokens;

const TokenizerFile = z.record(z.string(), z.unknown());

interface Parts {
  readonly files: OnnxEmbedderFiles;
  readonly runtime: OnnxRuntime;
  readonly session: Onnx.InferenceSession;
  readonly tokenizer: WordPieces;
  readonly fingerprint: string;
}

export class OnnxEmbedder implements Embedder {
  readonly maxTokens = maxTokens;
  readonly #parts: Parts;
  /** One text at a time: the engine uses all its threads for each. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws FailureError `judge/model-unusable` that names the file and says what is wrong with it */
  static async open(
    files: OnnxEmbedderFiles,
    load: () => Promise<OnnxRuntime> = () => import('onnxruntime-node'),
  ): Promise<OnnxEmbedder> {
    const tokenizer = await openTokenizer(files.tokenizerFile);
    try {
      const weights = await readFile(files.modelFile);
      const runtime = await load();
      const session = await runtime.InferenceSession.create(weights, { intraOpNumThreads: 1 });
      checkInputs(session);
      const fingerprint = createHash('sha256').update(weights).digest('hex').slice(0, 12);
      return new OnnxEmbedder({ files, runtime, session, tokenizer, fingerprint });
    } catch (error) {
      throw unusable(files.modelFile, error);
    }
  }

  get model(): string {
    return this.#parts.files.model;
  }

  get fingerprint(): string {
    return this.#parts.fingerprint;
  }

  embed(text: string, signal: AbortSignal): Promise<Embedding> {
    const mine = this.#turn.then(() => {
      signal.throwIfAborted();
      return this.#embed(text);
    });
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async dispose(): Promise<void> {
    await this.#turn;
    await this.#parts.session.release();
  }

  async #embed(text: string): Promise<Embedding> {
    const { session, tokenizer } = this.#parts;
    // Cutting a long text into tokens takes long, and no more than `maxTokens` of them count.
    const { ids } = tokenizer.encode(text.slice(0, maxCharacters));
    const truncated = ids.length > maxTokens || text.length > maxCharacters;
    // The last token marks the end and stays.
    const read = truncated ? [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)] : ids;
    const outputs = await session.run(this.#feeds(session, read));
    return { vector: meanOf(outputs['last_hidden_state'], read.length), truncated };
  }

  #feeds(session: Onnx.InferenceSession, ids: readonly number[]): Record<string, Onnx.Tensor> {
    const row = (values: readonly number[]): Onnx.Tensor =>
      new this.#parts.runtime.Tensor('int64', BigInt64Array.from(values.map(BigInt)), [
        1,
        values.length,
      ]);
    const feeds: Record<string, Onnx.Tensor> = {
      input_ids: row(ids),
      attention_mask: row(ids.map(() => 1)),
    };
    if (session.inputNames.includes('token_type_ids')) {
      feeds['token_type_ids'] = row(ids.map(() => 0));
    }
    return feeds;
  }
}

async function openTokenizer(file: string): Promise<WordPieces> {
  try {
    const parsed = parseJson(TokenizerFile, await readFile(file, 'utf8'));
    if (!parsed.ok) throw new Error(parsed.problem);
    // Cutting and filling up are done here, where it is known that something was cut.
    return openWordPieces({ ...parsed.value, truncation: null, padding: null });
  } catch (error) {
    throw unusable(file, error);
  }
}

function checkInputs({ inputNames, outputNames }: Onnx.InferenceSession): void {
  if (inputNames.includes('input_ids') && outputNames.includes('last_hidden_state')) return;
  throw new Error(
    `it takes ${inputNames.join(', ')} and gives ${outputNames.join(', ')}; a sentence model takes input_ids and gives last_hidden_state`,
  );
}

/** Mean over the tokens, at length 1. @param tensor of shape [1, tokens, dimensions] */
function meanOf(tensor: Onnx.Tensor | undefined, tokens: number): Float32Array {
  const data = tensor?.data;
  const dimensions = tensor?.dims.at(-1) ?? 0;
  if (!(data instanceof Float32Array) || dimensions === 0) {
    throw failure('judge', 'model-unusable', 'The sentence model gives no 32-bit floats.');
  }
  const mean = new Float32Array(dimensions);
  for (let at = 0; at < tokens * dimensions; at += 1) {
    const dimension = at % dimensions;
    mean[dimension] = (mean[dimension] ?? 0) + (data[at] ?? 0);
  }
  const length = Math.hypot(...mean);
  return mean.map((value) => value / (length || 1));
}

function unusable(file: string, error: unknown): Error {
  return failure(
    'judge',
    'model-unusable',
    `The sentence model cannot be used: ${file} (${errorMessage(error)}). Name a folder with model.onnx and tokenizer.json in TOOL_R1_SENTENCE_MODEL, or take another judge.`,
    error,
  );
}
