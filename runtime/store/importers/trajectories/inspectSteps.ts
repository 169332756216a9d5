// The steps of an Inspect sample: those of its conversation, with what its events say of times and tokens. Pure.
import { conversationOf, type Conversation } from './chatSteps.ts';
import type { ForeignStep } from './foreignFormat.ts';
import { messageIds, type InspectEvents, type ModelCall } from './inspectEvents.ts';
import type { InspectMessage } from './inspectMessages.ts';

export interface InspectConversation extends Conversation {
  /** Calls of a model that are no reply of this conversation: of other agents, or of replies that were taken out of it. */
  readonly otherModelCalls: number;
}

/** @param textOf puts the text of an attachment in the place of its name */
export function inspectConversation(
  messages: readonly InspectMessage[],
  events: InspectEvents,
  textOf: (text: string) => string,
): InspectConversation {
  const first = messages.findIndex(({ role }) => role === 'assistant' || role === 'tool');
  const promptLength = first < 0 ? messages.length : first;
  const failed = messages.filter(
    ({ isError, callId }) => isError || events.tools.get(callId ?? '')?.isFailed === true,
  );
  const errors = new Set(failed.map(({ content }) => content));
  const isError = (text: string): boolean => errors.has(text);
  const conversation = conversationOf(messages, { promptLength, isError });
  const replies = messages.filter(({ role }) => role === 'assistant');
  // A conversation may begin with what came back from tools; that step has no reply.
  const before = conversation.steps.length - replies.length;
  const calls = new ModelCalls(events.models, textOf);
  const steps = conversation.steps.map((step, at) => {
    const reply = replies[at - before];
    return reply === undefined ? step : { ...step, ...timed(calls.take(reply), reply, events) };
  });
  return { ...conversation, steps, otherModelCalls: calls.left };
}

function timed(
  call: ModelCall | null,
  { calls }: InspectMessage,
  { tools }: InspectEvents,
): Pick<ForeignStep, 'usage' | 'startedAt' | 'replyMilliseconds' | 'actionMilliseconds'> {
  const spent = calls.flatMap(({ id }) => tools.get(id ?? '')?.milliseconds ?? []);
  return {
    usage: call?.usage ?? null,
    startedAt: call?.startedAt ?? null,
    replyMilliseconds: call?.milliseconds ?? null,
    actionMilliseconds: spent.length === 0 ? null : spent.reduce((sum, one) => sum + one, 0),
  };
}

/** Which call of a model made a reply: each is taken once. */
class ModelCalls {
  readonly #byKey = new Map<string, ModelCall[]>();
  readonly #free: Set<ModelCall>;

  constructor(calls: readonly ModelCall[], textOf: (text: string) => string) {
    this.#free = new Set(calls);
    for (const call of calls) {
      for (const key of keysOf(call.ids, textOf(call.text))) {
        const same = this.#byKey.get(key);
        if (same === undefined) this.#byKey.set(key, [call]);
        else same.push(call);
      }
    }
  }

  get left(): number {
    return this.#free.size;
  }

  take(reply: InspectMessage): ModelCall | null {
    for (const key of keysOf(messageIds(reply), reply.content)) {
      const found = this.#byKey.get(key)?.find((call) => this.#free.has(call));
      if (found === undefined) continue;
      this.#free.delete(found);
      return found;
    }
    return null;
  }
}

function keysOf(ids: readonly string[], text: string): string[] {
  return [...ids.map((id) => `id ${id}`), `text ${text}`];
}
