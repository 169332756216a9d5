// What a token server (vLLM, or the trainer's own on CPU) is sent and what it answers, in vLLM's own names. Everything is
// checked here, because one wrong number would be trained on without anybody seeing it.
import * as z from 'zod';
import { check, type Parsed } from '../../support/parseJson.ts';

const Ids = z.array(z.int().nonnegative());

/** Answer of `POST /tokenize`. */
export const TokenizeAnswer = z.looseObject({
  tokens: Ids,
  /** Tokens of prompt and reply together that the model takes. */
  max_model_len: z.int().positive().nullish(),
});

/** Answer of `GET /v1/models`. Servers that know no hash of their tokenizer leave it out. */
export const ModelsAnswer = z.looseObject({
  data: z.array(z.looseObject({ tokenizer_sha256: z.string().nullish() })).min(1),
});

const Choice = z.looseObject({
  text: z.string(),
  token_ids: Ids.min(1, 'no token was sampled'),
  prompt_token_ids: Ids.nullish(),
  finish_reason: z.enum(['stop', 'length']),
  /** The stop string or the id of the stop token that ended the reply; null for the model's own end. */
  stop_reason: z.union([z.string(), z.int()]).nullish(),
  logprobs: z.looseObject({
    token_logprobs: z.array(z.number('a log-probability is not a finite number')),
    tokens: z.array(z.string()).nullish(),
  }),
});

/** Answer of `POST /v1/completions`. */
const CompletionAnswer = z.looseObject({ choices: z.tuple([Choice]) });

export interface CompletionRequest {
  readonly promptIds: readonly number[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly stop: readonly string[];
  readonly stopTokenIds: readonly number[];
  readonly seed: number;
}

/** What was sampled for one reply. `ids` and `logProbs` have the same length, at least 1. */
export interface Completion {
  /** Ends before the stop string. */
  readonly text: string;
  /** Everything that was sampled, the end of the turn and the tokens of a stop string included. */
  readonly ids: readonly number[];
  /** Natural logarithms at the temperature of sampling. */
  readonly logProbs: readonly number[];
  readonly finishReason: 'stop' | 'length';
  /** The stop string that ended the reply; null when it ended otherwise. */
  readonly stopString: string | null;
}

/**
 * The body of `POST /v1/completions`. Every sampling parameter is said, because a server takes unsaid ones from the model's
 * own generation settings; anything but the neutral values would make the log-probabilities those of another distribution.
 */
export function completionBody(model: string, request: CompletionRequest): Record<string, unknown> {
  return {
    model,
    prompt: request.promptIds,
    max_tokens: request.maxTokens,
    temperature: request.temperature,
    top_p: 1,
    top_k: 0,
    min_p: 0,
    repetition_penalty: 1,
    logprobs: 0,
    return_token_ids: true,
    return_tokens_as_token_ids: true,
    skip_special_tokens: false,
    stop: request.stop,
    stop_token_ids: request.stopTokenIds,
    seed: request.seed,
  };
}

/** Checks an answer against what was asked; the problem is one line. */
export function readCompletion(answer: unknown, request: CompletionRequest): Parsed<Completion> {
  const parsed = check(CompletionAnswer, answer);
  if (!parsed.ok) return parsed;
  const [choice] = parsed.value.choices;
  const problem = problemOf(choice, request);
  if (problem !== null) return { ok: false, problem };
  const { text, token_ids: ids, finish_reason: finishReason, stop_reason: stopReason } = choice;
  const stopString = typeof stopReason === 'string' ? stopReason : null;
  const logProbs = choice.logprobs.token_logprobs;
  return { ok: true, value: { text, ids, logProbs, finishReason, stopString } };
}

function problemOf(choice: z.infer<typeof Choice>, request: CompletionRequest): string | null {
  const { token_ids: ids, prompt_token_ids: prompt, logprobs } = choice;
  const { token_logprobs: logProbs, tokens } = logprobs;
  if (logProbs.length !== ids.length) {
    return `${ids.length} tokens have ${logProbs.length} log-probabilities`;
  }
  if (ids.length > request.maxTokens) {
    return `${ids.length} tokens were sampled where ${request.maxTokens} were allowed`;
  }
  const positive = logProbs.findIndex((value) => value > 0);
  if (positive >= 0) return `the log-probability of token ${positive} is positive`;
  if (prompt !== undefined && prompt !== null && !sameIds(prompt, request.promptIds)) {
    return 'the server changed the prompt';
  }
  const said = tokens?.find((token, place) => token !== `token_id:${ids[place] ?? ''}`);
  return said === undefined ? null : `the log-probabilities are of other tokens (${said})`;
}

/** True when both hold the same ids in the same order. */
export function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, place) => id === b[place]);
}
