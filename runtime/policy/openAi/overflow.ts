// Recognises a server's complaint that prompt and reply together do not fit its context, and reads the numbers in it.
// The wordings are those of vLLM, SGLang, llama.cpp, llama-cpp-python, Ollama, LM Studio, TGI and hosted services.
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';

export interface Overflow {
  /** Tokens that the model takes, prompt and reply together; null when the server does not say. */
  readonly contextTokens: number | null;
  readonly promptTokens: number | null;
}

const signs =
  /context[ _](length|size|window)|maximum model length|reduce the length|prompt is too long|context the overflows|exceeds the maximum number of tokens|tokens exceed the configured limit|max_new_tokens` must be <=/i;

const contextNumber = [
  /(?:context|model) length (?:of|is)(?: only)? \(?([\d,]+)/i,
  /context (?:length|size|window) \(?(?:of )?([\d,]+)/i,
  /maximum model length of ([\d,]+)/i,
  /tokens > ([\d,]+) maximum/i,
  /maximum number of tokens allowed \(([\d,]+)\)/i,
  /configured limit of ([\d,]+)/i,
  /must be <= ([\d,]+)/i,
];

const promptNumber = [
  /\(([\d,]+) in the (?:messages|prompt)/i,
  /([\d,]+) tokens from the input/i,
  /([\d,]+) input tokens/i,
  /(?:messages )?resulted in ([\d,]+) tokens/i,
  /keep the first ([\d,]+) tokens/i,
  /(?:request|input|requested tokens|length|token count) \(?([\d,]+)(?: tokens)?\)?/i,
  /too long: ([\d,]+) tokens/i,
  /Given: ([\d,]+)/i,
];

const Numbers = z.looseObject({
  error: z.looseObject({
    type: z.unknown().optional(),
    code: z.unknown().optional(),
    n_ctx: z.int().positive().optional().catch(undefined),
    n_prompt_tokens: z.int().positive().optional().catch(undefined),
  }),
});

/** Null when the body is about something else. */
export function readOverflow(body: string): Overflow | null {
  const coded = parseJson(Numbers, body);
  const error = coded.ok ? coded.value.error : null;
  const marked =
    error?.type === 'exceed_context_size_error' || error?.code === 'context_length_exceeded';
  if (!marked && !signs.test(body)) return null;
  return {
    contextTokens: error?.n_ctx ?? firstNumber(contextNumber, body),
    promptTokens: error?.n_prompt_tokens ?? firstNumber(promptNumber, body),
  };
}

function firstNumber(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const digits = pattern.exec(text)?.[1]?.replaceAll(',', '');
    if (digits !== undefined) return Number(digits);
  }
  return null;
}
