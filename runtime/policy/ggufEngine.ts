// A GGUF model, with LoRA adapters where there are any, as a token engine on node-llama-cpp (llama.cpp).
import { stat } from 'node:fs/promises';
import type { Llama, LlamaContext, LlamaModel } from 'node-llama-cpp';
import * as z from 'zod';
import { errorMessage, failure, systemCode } from '../support/errors.ts';
import type { OnProgress } from '../support/progress.ts';
import { ChatTemplate } from './chatTemplate.ts';
import type { GgufModule } from './ggufModule.ts';
import { startGgufEngine } from './ggufModule.ts';
import { evaluatePrompt, GgufSampler, isToken } from './ggufSampler.ts';
import { GgufSequences } from './ggufSequences.ts';
import type { ChatMessage } from './policy.ts';
import type { Sampling, TokenEngine, TokenSampler } from './tokenEngine.ts';

export interface GgufEngineOptions {
  readonly module: GgufModule;
  readonly file: string;
  /** LoRA adapters in GGUF form, each at full strength. */
  readonly lora: readonly string[];
  readonly maxThreads: number;
  /** Conversations kept in memory side by side; more of them cost memory and let more replies be sampled at once. */
  readonly conversations: number;
  /** Most tokens of one conversation; the model's own limit where that is lower. */
  readonly maxContextTokens: number;
  /** Only this many of the most likely tokens are drawn from; null draws from all. */
  readonly topK: number | null;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export class GgufEngine implements TokenEngine {
  readonly contextTokens: number;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #sequences: GgufSequences;
  readonly #template: ChatTemplate;
  readonly #topK: number | null;

  private constructor(llama: Llama, context: LlamaContext, options: GgufEngineOptions) {
    this.#llama = llama;
    this.#context = context;
    this.#model = context.model;
    this.#topK = options.topK;
    this.contextTokens = context.contextSize;
    this.#template = templateOf(context.model);
    const count = Math.max(1, options.conversations);
    this.#sequences = new GgufSequences(Array.from({ length: count }, () => context.getSequence()));
  }

  /**
   * Loads the model into memory.
   * @throws FailureError `policy/model-file` when a file is missing or is no model, `policy/engine-failed`, or the abort reason
   */
  static async load(options: GgufEngineOptions): Promise<GgufEngine> {
    for (const file of [options.file, ...options.lora]) await checkFile(file);
    const llama = await startGgufEngine(options.module, options.maxThreads);
    try {
      const model = await loadModel(llama, options);
      return new GgufEngine(llama, await createContext(model, options), options);
    } catch (error) {
      await llama.dispose();
      options.signal.throwIfAborted();
      throw error;
    }
  }

  promptTokens(messages: readonly ChatMessage[]): readonly number[] {
    const pieces = this.#template.render(messages);
    const ids = pieces.flatMap(({ text, markup }) => this.#model.tokenize(text, markup));
    const { bos, shouldPrependBosToken } = this.#model.tokens;
    return shouldPrependBosToken && bos !== null && ids[0] !== bos ? [bos, ...ids] : ids;
  }

  encode(text: string): readonly number[] {
    return this.#model.tokenize(text, false, 'trimLeadingSpace');
  }

  decode(tokens: readonly number[], before: readonly number[]): string {
    return this.#model.detokenize(tokens.filter(isToken), false, before.filter(isToken));
  }

  isEnd(token: number): boolean {
    return isToken(token) && this.#model.isEogToken(token);
  }

  async start(
    prompt: readonly number[],
    sampling: Sampling,
    signal: AbortSignal,
  ): Promise<TokenSampler> {
    const tokens = prompt.filter(isToken);
    const lease = await this.#sequences.lease(tokens, signal);
    try {
      await evaluatePrompt(lease.sequence, tokens, signal);
      return new GgufSampler(lease, { ...sampling, topK: this.#topK });
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    await this.#context.dispose();
    await this.#model.dispose();
    await this.#llama.dispose();
  }
}

async function checkFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isFile()) return;
  } catch (error) {
    throw failure(
      'policy',
      'model-file',
      `${file} cannot be read (${systemCode(error) ?? 'unknown error'}). Check the path of the model.`,
      error,
    );
  }
  throw failure('policy', 'model-file', `${file} is not a file. Name a file that ends in .gguf.`);
}

async function loadModel(llama: Llama, options: GgufEngineOptions): Promise<LlamaModel> {
  try {
    return await llama.loadModel({
      modelPath: options.file,
      gpuLayers: 0,
      loadSignal: options.signal,
      onLoadProgress: (done) =>
        options.onProgress({
          activity: 'Loading the model',
          done: Math.round(done * 100),
          total: 100,
          unit: 'items',
        }),
    });
  } catch (error) {
    throw failure(
      'policy',
      'model-file',
      `${options.file} cannot be loaded as a GGUF model (${errorMessage(error)}). Check that the file is complete and that the memory is enough.`,
      error,
    );
  }
}

async function createContext(model: LlamaModel, options: GgufEngineOptions): Promise<LlamaContext> {
  try {
    return await model.createContext({
      contextSize: Math.min(model.trainContextSize, options.maxContextTokens),
      sequences: Math.max(1, options.conversations),
      createSignal: options.signal,
      ...(options.lora.length > 0
        ? { lora: { adapters: options.lora.map((filePath) => ({ filePath })) } }
        : {}),
    });
  } catch (error) {
    const part = options.lora.length > 0 ? ` with ${options.lora.join(', ')}` : '';
    throw failure(
      'policy',
      'model-file',
      `${options.file}${part} cannot be used (${errorMessage(error)}). A LoRA adapter must have been trained on this very model.`,
      error,
    );
  }
}

/** The engine's type of the metadata leaves the template out where a file may lack it, so it is read as foreign data. */
const TemplateMetadata = z.object({
  tokenizer: z.object({ chat_template: z.string().optional() }).optional(),
});

function templateOf(model: LlamaModel): ChatTemplate {
  const metadata = TemplateMetadata.safeParse(model.fileInfo.metadata);
  return new ChatTemplate({
    source: metadata.data?.tokenizer?.chat_template ?? null,
    bosToken: model.tokens.bosString ?? '',
    eosToken: model.tokens.eosString ?? '',
  });
}
