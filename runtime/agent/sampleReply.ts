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
  let isOver = false;
  const hear: OnText = (text, channel) => {
    if (isOver) return;
    heard[channel] += text;
    onText(text, channel);
  };
  try {
    const options = { signal: input.signal, onText: hear };
    const complete = policy.complete(requestOf(input, services), options);
    return { reply: await orLeave(complete, input.signal), failure: null };
  } catch (error) {
    const cancelled = input.signal.aborted || isAbort(error);
    const reply = unfinished(heard, cancelled, policy.model, clock.monotonic() - started);
    return { reply, failure: cancelled ? null : toFailure(error, 'policy') };
  } finally {
    isOver = true;
  }
}

/** An engine in the middle of a long prompt heeds a stop only afterwards; a person does not wait for that. */
const patienceMilliseconds = 300;

/** The reply, or an AbortError when it does not come soon after the signal. */
function orLeave(complete: Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const leave = () => reject(new DOMException('The policy was left behind.', 'AbortError'));
    const stop = () => (timer = setTimeout(leave, patienceMilliseconds));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    complete.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    });
  });
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
