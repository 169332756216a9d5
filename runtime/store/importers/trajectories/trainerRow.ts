// A prompt and its completion as trainers keep them in a row: as texts, or as messages of a chat. Pure.
import type { StopReason } from '../../../contract/trajectory.ts';
import { readChat } from './chatMessages.ts';
import { conversationOf, type Conversation } from './chatSteps.ts';
import type { Repairs } from './repairs.ts';
import { withTagsRead } from './taggedReply.ts';
import { endOf, textConversation } from './textConversation.ts';

export interface RowConversation extends Conversation {
  readonly stopReason: StopReason;
  readonly unmapped: Readonly<Record<string, unknown>>;
  readonly repairs: Repairs;
}

/** Messages of which one part is text and the other is not are read as a chat all the same. */
export function rowConversation(prompt: unknown, completion: unknown): RowConversation {
  if (typeof prompt === 'string' && typeof completion === 'string') {
    return { ...textConversation(prompt, completion), unmapped: {} };
  }
  const before = readChat(asMessages(prompt, 'user'), 'prompt');
  const after = readChat(asMessages(completion, 'assistant'), 'completion');
  const messages = [...before.messages, ...after.messages].map(withTagsRead);
  const conversation = conversationOf(messages, { promptLength: before.messages.length });
  return {
    ...conversation,
    ...endOf(conversation),
    unmapped: { ...before.unmapped, ...after.unmapped },
    repairs: new Map(),
  };
}

function asMessages(value: unknown, role: string): unknown {
  return typeof value === 'string' ? [{ role, content: value }] : value;
}
