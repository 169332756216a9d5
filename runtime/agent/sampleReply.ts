// Asks the policy for one reply and keeps what came of it, also when it was stopped or broke in the middle.
import type { Failure } from '../contract/failure.ts';
import type { AgentSettings } from '../contract/recipe.ts';
import type { Reply } from '../contract/reply.ts';
import type { Policy } from '../policy/policy.ts';
import type { Clock } from '../support/clock.ts';
import { isAbort, toFailure } from '../support/errors.ts';
import type { FittedPrompt } from './contextBudget.ts';
import type { Protocol } from './protocols/protocol.ts';

export interface SampleInput {
  readonly prompt: FittedPrompt;
  readonly settings: AgentSettings;
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface SampleServices {
  readonly policy: Policy;
  readonly protocol: Protocol;
  readonly clock: Clock;
}

export type OnText = (text: string, channel: 'reply' | 'reasoning') => void;

export interface Sample {
  readonly reply: Reply;
  /** What broke while the policy answered; the reply then holds the text so far. */
  readonly failure: Failure | null;
}

/** Never rejects: a policy that throws gives a sample with its failure, or a cancelled reply. */
export async function sampleReply(
  input: SampleInput,
  services: SampleServices,
  onText: OnText,
): Promise<Sample> {
  const { policy, clock } = services;
  const started = clock.monotonic();
  const heard = { reply: '', reasoning: '' };
  const hear: OnText = (text, channel) => {
    heard[channel] += text;
    onText(text, channel);
  };
  try {
    const reply = await policy.complete(requestOf(input, services), {
      signal: input.signal,
      onText: hear,
    });
    return { reply, failure: null };
  } catch (error) {
    const cancelled = input.signal.aborted || isAbort(error);
    const reply = unfinished(heard, cancelled, policy.model, clock.monotonic() - started);
    return { reply, failure: cancelled ? null : toFailure(error, 'policy') };
  }
}

function requestOf({ prompt, settings, seed }: SampleInput, { protocol }: SampleServices) {
  return {
    messages: prompt.messages,
    stop: protocol.stop,
    maxTokens: prompt.maxTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    seed,
    shape: protocol.shape,
  };
}

function unfinished(
  heard: { readonly reply: string; readonly reasoning: string },
  cancelled: boolean,
  model: string,
  milliseconds: number,
): Reply {
  return {
    text: heard.reply,
    reasoning: heard.reasoning === '' ? null : heard.reasoning,
    finishReason: cancelled ? 'cancelled' : 'unknown',
    stopString: null,
    model,
    usage: null,
    tokens: null,
    firstTokenMilliseconds: null,
    milliseconds,
  };
}

/** True when anything was sampled. */
export function holdsText(reply: Reply): boolean {
  return reply.text !== '' || (reply.reasoning ?? '') !== '';
}

/** True when the reply did not end by itself, so that its last words may be missing. */
export function isCut(reply: Reply): boolean {
  return reply.finishReason === 'length' || reply.finishReason === 'content-filter';
}
