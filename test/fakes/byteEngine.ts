// A token engine whose tokens are the bytes of UTF-8 and whose model says what it was told to. It checks that it is used as a
// real one must be: every token is evaluated once, in order, and samplers are closed.
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../runtime/policy/policy.ts';
import type { Sampling, TokenEngine, TokenSampler } from '../../runtime/policy/tokenEngine.ts';

export const endToken = 256;

export interface ByteEngineSettings {
  /** What the model says, one text a reply; `\u0000` is the end token. After its end the model says `.` for ever. */
  readonly says: readonly string[];
  readonly contextTokens?: number;
  /** Called before a token is drawn, with the number of tokens drawn so far. */
  readonly onDraw?: (count: number) => void;
}

export class ByteEngine implements TokenEngine {
  readonly contextTokens: number;
  /** All tokens that the sampler of each reply evaluated, in order. */
  readonly evaluated: number[][] = [];
  readonly samplings: Sampling[] = [];
  open = 0;
  disposed = false;
  readonly #settings: ByteEngineSettings;

  constructor(settings: ByteEngineSettings) {
    this.#settings = settings;
    this.contextTokens = settings.contextTokens ?? 10_000;
  }

  promptTokens(messages: readonly ChatMessage[]): readonly number[] {
    return this.encode(messages.map(({ role, content }) => `${role}: ${content}\n`).join(''));
  }

  encode(text: string): readonly number[] {
    return [...Buffer.from(text, 'utf8')];
  }

  decode(tokens: readonly number[]): string {
    return Buffer.from(tokens.filter((token) => token !== endToken)).toString('utf8');
  }

  isEnd(token: number): boolean {
    return token === endToken;
  }

  start(prompt: readonly number[], sampling: Sampling, signal: AbortSignal): Promise<TokenSampler> {
    if (signal.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'));
    this.samplings.push(sampling);
    const said = this.#settings.says[this.evaluated.length] ?? '';
    const evaluated = [...prompt.slice(0, -1)];
    this.evaluated.push(evaluated);
    this.open += 1;
    let count = 0;
    const script = this.encode(said);
    return Promise.resolve({
      reusedTokens: 0,
      next: (tokens) => {
        assert.ok(tokens.length > 0, 'nothing to evaluate');
        if (count === 0) assert.equal(tokens[0], prompt.at(-1), 'the last prompt token is missing');
        evaluated.push(...tokens);
        this.#settings.onDraw?.(count);
        const byte = script[count] ?? 46;
        count += 1;
        return Promise.resolve({ id: byte === 0 ? endToken : byte, logProb: -count });
      },
      close: () => {
        this.open -= 1;
        return Promise.resolve();
      },
    });
  }

  dispose(): Promise<void> {
    this.disposed = true;
    return Promise.resolve();
  }
}
