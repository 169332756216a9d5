// A folder with an ONNX chat model, as the Hugging Face tools export it, as a token engine.
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { errorMessage, failure } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import { ChatTemplate } from './chatTemplate.ts';
import { drawToken } from './logitSampling.ts';
import type { OnnxModel, OnnxModule, OnnxTokenizer, OnnxWeights } from './onnxModule.ts';
import { weightFiles } from './onnxModule.ts';
import { OnnxSession } from './onnxSession.ts';
import type { ChatMessage } from './policy.ts';
import { seededRandom } from '../support/seededRandom.ts';
import type { SampledToken, Sampling, TokenEngine, TokenSampler } from './tokenEngine.ts';
import { Turns } from './turns.ts';

export interface OnnxEngineOptions {
  readonly module: OnnxModule;
  readonly folder: string;
  readonly maxThreads: number;
  /** Most tokens of one conversation; the model's own limit where that is lower. */
  readonly maxContextTokens: number;
  readonly signal: AbortSignal;
}

/** What is read of the model's own settings. */
const ModelSettings = z.looseObject({
  max_position_embeddings: z.int().positive().optional(),
  eos_token_id: z.union([z.int(), z.array(z.int())]).nullish(),
});
const ChatSource = z.union([
  z.string(),
  z.record(z.string(), z.string()).transform((named) => named['default'] ?? null),
  z.null(),
]);

/** Tokens evaluated between two looks at the signal. */
const promptChunk = 64;

export class OnnxEngine implements TokenEngine {
  readonly contextTokens: number;
  readonly #tokenizer: OnnxTokenizer;
  readonly #model: OnnxModel;
  readonly #session: OnnxSession;
  readonly #template: ChatTemplate;
  readonly #ends: ReadonlySet<number>;
  readonly #turns = new Turns();

  private constructor(tokenizer: OnnxTokenizer, model: OnnxModel, options: OnnxEngineOptions) {
    this.#tokenizer = tokenizer;
    this.#model = model;
    this.#session = new OnnxSession(options.module, model);
    this.#template = templateOf(tokenizer);
    this.#ends = endsOf(tokenizer, model);
    const settings = settingsOf(model.config);
    const own = settings.max_position_embeddings ?? options.maxContextTokens;
    this.contextTokens = Math.min(own, options.maxContextTokens);
  }

  /**
   * Loads tokenizer and model from the folder.
   * @throws FailureError `policy/model-file` that names what is missing, or the abort reason
   */
  static async load(options: OnnxEngineOptions): Promise<OnnxEngine> {
    const { module, folder, maxThreads, signal } = options;
    const weights = await findWeights(folder);
    try {
      const local = { local_files_only: true };
      const tokenizer = await module.AutoTokenizer.from_pretrained(folder, local);
      signal.throwIfAborted();
      const model = await module.AutoModelForCausalLM.from_pretrained(folder, {
        ...local,
        device: 'cpu',
        dtype: weights,
        session_options: { intraOpNumThreads: maxThreads, interOpNumThreads: 1 },
      });
      return new OnnxEngine(tokenizer, model, options);
    } catch (error) {
      signal.throwIfAborted();
      throw unusable(folder, error);
    }
  }

  promptTokens(messages: readonly ChatMessage[]): readonly number[] {
    return this.#template
      .render(messages)
      .flatMap(({ text, markup }) => (markup ? this.encode(text) : this.#encodePlain(text)));
  }

  encode(text: string): readonly number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false });
  }

  decode(tokens: readonly number[], before: readonly number[]): string {
    const all = this.#decode([...before, ...tokens]);
    const start = this.#decode(before);
    return all.startsWith(start) ? all.slice(start.length) : this.#decode(tokens);
  }

  isEnd(token: number): boolean {
    return this.#ends.has(token);
  }

  async start(
    prompt: readonly number[],
    sampling: Sampling,
    signal: AbortSignal,
  ): Promise<TokenSampler> {
    const release = await this.#turns.take(signal);
    try {
      const reusedTokens = this.#session.keepPrefix(prompt.slice(0, -1));
      await this.#evaluatePrompt(prompt, reusedTokens, signal);
      return this.#sampler(reusedTokens, sampling, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    await this.#model.dispose();
  }

  async #evaluatePrompt(
    prompt: readonly number[],
    from: number,
    signal: AbortSignal,
  ): Promise<void> {
    const end = prompt.length - 1;
    for (let at = from; at < end; at += promptChunk) {
      signal.throwIfAborted();
      await this.#session.append(prompt.slice(at, Math.min(at + promptChunk, end)));
    }
  }

  #sampler(reusedTokens: number, sampling: Sampling, release: () => void): TokenSampler {
    const random = seededRandom(sampling.seed);
    const { temperature, topP } = sampling;
    return {
      reusedTokens,
      next: async (tokens): Promise<SampledToken> => {
        const logits = await this.#session.append(tokens);
        return drawToken(logits, { temperature, topP, random: random() });
      },
      close: (): Promise<void> => {
        release();
        return Promise.resolve();
      },
    };
  }

  /** The tokenizer knows no way to leave special tokens alone, so their words are parted by a character without width. */
  #encodePlain(text: string): readonly number[] {
    const parted = this.#tokenizer.all_special_tokens.reduce(
      (rest: string, token: string) =>
        rest.replaceAll(token, `${token.slice(0, 1)}\u200B${token.slice(1)}`),
      text,
    );
    return this.encode(parted);
  }

  #decode(tokens: readonly number[]): string {
    if (tokens.length === 0) return '';
    return this.#tokenizer.decode([...tokens], {
      skip_special_tokens: true,
      clean_up_tokenization_spaces: false,
    });
  }
}

async function findWeights(folder: string): Promise<OnnxWeights> {
  for (const name of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
    if (await exists(path.join(folder, name))) continue;
    throw failure(
      'policy',
      'model-file',
      `${folder} has no ${name}. Name a folder that holds a chat model as exported for ONNX: config.json, tokenizer.json, tokenizer_config.json and onnx/model.onnx.`,
    );
  }
  const names = new Set(await namesIn(path.join(folder, 'onnx')));
  const found = weightFiles.find(([, name]) => names.has(name));
  if (found !== undefined) return found[0];
  throw failure(
    'policy',
    'model-file',
    `${folder} has no weights. Expected one of ${weightFiles.map(([, name]) => name).join(', ')} in its folder onnx.`,
  );
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function templateOf(tokenizer: OnnxTokenizer): ChatTemplate {
  const source = check(ChatSource, tokenizer.chat_template ?? null);
  return new ChatTemplate({
    source: source.ok ? source.value : null,
    bosToken: textOf(tokenizer.bos_token),
    eosToken: textOf(tokenizer.eos_token),
  });
}

function endsOf(tokenizer: OnnxTokenizer, model: OnnxModel): ReadonlySet<number> {
  const named = [settingsOf(model.generation_config), settingsOf(model.config)];
  const ids = named.flatMap((settings) => settings.eos_token_id ?? []);
  const own: unknown = tokenizer.eos_token_id;
  return new Set(typeof own === 'number' ? [...ids, own] : ids);
}

function settingsOf(value: unknown): z.infer<typeof ModelSettings> {
  const parsed = check(ModelSettings, value);
  return parsed.ok ? parsed.value : {};
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function unusable(folder: string, error: unknown): Error {
  return failure(
    'policy',
    'model-file',
    `${folder} cannot be loaded as an ONNX chat model (${errorMessage(error).split('\n')[0] ?? ''}). Check that its files are complete.`,
    error,
  );
}
