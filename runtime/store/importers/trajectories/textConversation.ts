// A prompt and what followed it, both as text, as a conversation: for trainers that write down what their tokenizer decoded. Pure.
import type { StopReason } from '../../../contract/trajectory.ts';
import { conversationOf, type Conversation } from './chatSteps.ts';
import type { Repairs } from './repairs.ts';
import { taggedMessage } from './taggedReply.ts';
import { splitCompletion, splitPrompt } from './templateText.ts';

export interface TextConversation extends Conversation {
  readonly stopReason: StopReason;
  /** Whether texts had to be split at bare words. */
  readonly repairs: Repairs;
}

export function textConversation(prompt: string, completion: string): TextConversation {
  const [before, after] = [splitPrompt(prompt), splitCompletion(completion)];
  const given = before.messages.map(taggedMessage);
  const messages = [...given, ...after.messages.map(taggedMessage)];
  const conversation = conversationOf(messages, { promptLength: given.length });
  const splitByWords = [before, after].filter(({ isByWords }) => isByWords).length;
  const repairs: Repairs = new Map(splitByWords > 0 ? [['bare-role', splitByWords]] : []);
  return { ...conversation, ...endOf(conversation), repairs };
}

/** A thought without an end was cut off, and then there is no answer. */
export function endOf({ finalAnswer, steps }: Conversation): {
  finalAnswer: string | null;
  stopReason: StopReason;
} {
  const last = steps.at(-1)?.reply ?? '';
  if (last.includes('<think>') && !last.includes('</think>')) {
    return { finalAnswer: null, stopReason: 'context-full' };
  }
  return { finalAnswer, stopReason: finalAnswer === null ? 'max-steps' : 'final-answer' };
}
