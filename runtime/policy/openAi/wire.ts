// What OpenAI-compatible servers send back, as leniently as they need it: one schema for chat and plain completions,
// streamed or whole. Fields that only some servers send count as absent when their shape is unexpected.
import * as z from 'zod';
import type { Usage } from '../../contract/reply.ts';

/** What one message of the server adds to a reply, whatever its dialect. */
export interface Piece {
  readonly model: string | null;
  /** False for messages about the reply as a whole, such as the one that carries only the usage. */
  readonly hasChoice: boolean;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCallPiece[];
  readonly finishReason: string | null;
  /** The stop string that ended the reply, where the server names it. */
  readonly stopString: string | null;
  readonly promptIds: readonly number[] | null;
  readonly tokenIds: readonly number[] | null;
  /** Natural logarithms, one for each of this piece's tokens. */
  readonly logProbs: readonly number[] | null;
  readonly usage: Usage | null;
}

/** A native tool call, in fragments when it is streamed. */
export interface ToolCallPiece {
  readonly index: number;
  readonly name: string;
  readonly arguments: string;
}

const Ids = z.array(z.int().nonnegative()).nullish().catch(null);

const ContentPart = z.looseObject({
  type: z.string().nullish(),
  text: z.string().nullish(),
  thinking: z.union([z.string(), z.array(z.looseObject({ text: z.string() }))]).nullish(),
});
const Content = z.union([z.string(), z.array(ContentPart)]).nullish();

const CalledFunction = z.looseObject({
  name: z.string().nullish(),
  /** Text by the standard; some servers send the object itself. */
  arguments: z.unknown().optional(),
});

const Message = z.looseObject({
  content: Content,
  refusal: z.string().nullish().catch(null),
  reasoning_content: Content.catch(null),
  reasoning: Content.catch(null),
  tool_calls: z
    .array(z.looseObject({ index: z.int().nonnegative().nullish(), function: CalledFunction }))
    .nullish()
    .catch(null),
  function_call: CalledFunction.nullish().catch(null),
});
type Message = z.infer<typeof Message>;

const LogProbs = z
  .looseObject({
    content: z.array(z.looseObject({ logprob: z.number() })).nullish(),
    token_logprobs: z.array(z.number()).nullish(),
  })
  .nullish()
  .catch(null);

const Choice = z.looseObject({
  index: z.int().nonnegative().nullish().catch(null),
  delta: Message.nullish(),
  message: Message.nullish(),
  text: z.string().nullish(),
  finish_reason: z.string().nullish().catch(null),
  stop_reason: z.union([z.string(), z.int()]).nullish().catch(null),
  prompt_token_ids: Ids,
  token_ids: Ids,
  logprobs: LogProbs,
});
type Choice = z.infer<typeof Choice>;

export const WireReply = z.looseObject({
  model: z.string().nullish().catch(null),
  choices: z.array(Choice).nullish(),
  prompt_token_ids: Ids,
  usage: z
    .looseObject({
      prompt_tokens: z.int().nonnegative(),
      completion_tokens: z.int().nonnegative(),
    })
    .nullish()
    .catch(null),
});
export type WireReply = z.infer<typeof WireReply>;

/** The part of a server's message that concerns the one reply that was asked for. */
export function toPiece(wire: WireReply): Piece {
  const choice = wire.choices?.find((candidate) => (candidate.index ?? 0) === 0);
  const message = choice?.delta ?? choice?.message ?? undefined;
  return {
    model: wire.model ?? null,
    hasChoice: choice !== undefined,
    text: choice?.text ?? textOf(message),
    reasoning: reasoningOf(message),
    toolCalls: toolCallsOf(message),
    finishReason: choice?.finish_reason ?? null,
    stopString: typeof choice?.stop_reason === 'string' ? choice.stop_reason : null,
    promptIds: wire.prompt_token_ids ?? choice?.prompt_token_ids ?? null,
    tokenIds: choice?.token_ids ?? null,
    logProbs: logProbsOf(choice),
    usage: usageOf(wire),
  };
}

function textOf(message: Message | undefined): string {
  return partsOf(message?.content, (part) => part.text ?? '') + (message?.refusal ?? '');
}

/** Servers that send both reasoning fields send the same text in each, so only one is read. */
function reasoningOf(message: Message | undefined): string {
  const field = message?.reasoning_content ?? message?.reasoning;
  const thinking = Array.isArray(message?.content) ? partsOf(message.content, thinkingOf) : '';
  return partsOf(field, (part) => part.text ?? thinkingOf(part)) + thinking;
}

function partsOf(
  content: z.infer<typeof Content>,
  read: (part: z.infer<typeof ContentPart>) => string,
): string {
  if (Array.isArray(content)) return content.map(read).join('');
  return content ?? '';
}

function thinkingOf(part: z.infer<typeof ContentPart>): string {
  if (Array.isArray(part.thinking)) return part.thinking.map((piece) => piece.text).join('');
  return part.thinking ?? '';
}

function toolCallsOf(message: Message | undefined): ToolCallPiece[] {
  const calls = (message?.tool_calls ?? []).map((call, position) => ({
    index: call.index ?? position,
    ...calledOf(call.function),
  }));
  const old = message?.function_call;
  return old ? [...calls, { index: 0, ...calledOf(old) }] : calls;
}

function calledOf(called: z.infer<typeof CalledFunction>): { name: string; arguments: string } {
  const given = called.arguments ?? '';
  return {
    name: called.name ?? '',
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  };
}

function logProbsOf(choice: Choice | undefined): readonly number[] | null {
  const chat = choice?.logprobs?.content?.map((token) => token.logprob);
  return chat ?? choice?.logprobs?.token_logprobs ?? null;
}

function usageOf(wire: WireReply): Usage | null {
  if (!wire.usage) return null;
  return {
    promptTokens: wire.usage.prompt_tokens,
    completionTokens: wire.usage.completion_tokens,
  };
}
