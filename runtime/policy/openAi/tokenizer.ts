// Counts and encodes prompts with the server's own tokenizer, where it offers one: vLLM and llama.cpp do, each at its own
// `/tokenize`. Remembers which of them it talks to.
import * as z from 'zod';
import type { ServerModel } from '../modelName.ts';
import { askServer, serverRoot } from './lookup.ts';
import { chatMlPrompt, type Prompt } from './request.ts';
import type { ServerAccess } from './transport.ts';
import type { ChatMessage } from '../policy.ts';

const Ids = z.array(z.int().nonnegative());
const VllmTokens = z.looseObject({
  count: z.int().nonnegative(),
  max_model_len: z.int().positive(),
  tokens: Ids,
});
const LlamaPrompt = z.looseObject({ prompt: z.string() });
const LlamaTokens = z.looseObject({ tokens: Ids.min(1) });

export interface Tokenized {
  readonly prompt: Prompt;
  readonly count: number;
  /** Tokens that the model takes, where the tokenizer says it. */
  readonly contextTokens: number | null;
}

export class ServerTokenizer {
  readonly #model: ServerModel;
  /** `untried` until the first answer; `none` when neither kind answered. */
  #kind: 'untried' | 'vllm' | 'llama' | 'none' = 'untried';

  constructor(model: ServerModel) {
    this.#model = model;
  }

  /** The messages in the model's chat template, ready for its answer; null when the server has no tokenizer. */
  async tokenize(
    access: ServerAccess,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<Tokenized | null> {
    if (this.#kind === 'untried' || this.#kind === 'vllm') {
      const tokenized = await this.#askVllm(access, messages, signal);
      if (tokenized !== null) return this.#remember('vllm', tokenized);
    }
    if (this.#kind === 'untried' || this.#kind === 'llama') {
      const tokenized = await this.#askLlama(access, messages, signal);
      if (tokenized !== null) return this.#remember('llama', tokenized);
    }
    // A tokenizer that answered before may answer again; a server that never did is not asked a second time.
    if (this.#kind === 'untried' && !signal.aborted) this.#kind = 'none';
    return null;
  }

  #remember(kind: 'vllm' | 'llama', tokenized: Tokenized): Tokenized {
    this.#kind = kind;
    return tokenized;
  }

  async #askVllm(
    access: ServerAccess,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<Tokenized | null> {
    const url = `${serverRoot(access.baseUrl)}/tokenize`;
    const body = { model: this.#model.name, messages, add_generation_prompt: true };
    const answer = await askServer(access, { url, schema: VllmTokens, body, signal });
    if (answer === null) return null;
    return {
      prompt: { ids: answer.tokens },
      count: answer.count,
      contextTokens: answer.max_model_len,
    };
  }

  async #askLlama(
    access: ServerAccess,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<Tokenized | null> {
    const root = serverRoot(access.baseUrl);
    const templated = await askServer(access, {
      url: `${root}/apply-template`,
      schema: LlamaPrompt,
      body: { messages },
      signal,
    });
    const text = templated?.prompt ?? chatMlPrompt(messages);
    const body = { content: text, add_special: true };
    const answer = await askServer(access, {
      url: `${root}/tokenize`,
      schema: LlamaTokens,
      body,
      signal,
    });
    if (answer === null) return null;
    return { prompt: { text }, count: answer.tokens.length, contextTokens: null };
  }
}
