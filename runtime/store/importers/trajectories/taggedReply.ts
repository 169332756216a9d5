// A reply as a model wrote it that was taught to think and to call tools in tags: `<think>`, `<tool_call>` with JSON (Hermes, Qwen),
// or Python in a fence. Pure.
import * as z from 'zod';
import { parseJson } from '../../../support/parseJson.ts';
import { readCall, type ChatCall, type ChatMessage } from './chatMessages.ts';
import type { TextMessage } from './templateText.ts';

const toolCall = /<tool_call>([^]*?)(?:<\/tool_call>|$)/g;
const thinkTags = /<\/?think(?:ing)?>/g;
const thinking = /^[^]*<\/think(?:ing)?>/;
const toolResponse = /^<tool_response>\s*([^]*?)\s*<\/tool_response>$/;

/** Replies with their thoughts and calls taken out of the text; what came back without its tags. */
export function taggedMessage({ role, text }: TextMessage): ChatMessage {
  const plain = { role, reasoning: null, calls: [], callId: null, name: null };
  if (role !== 'assistant') return toolMessage(text, plain);
  const calls = [...text.matchAll(toolCall)].map((match) => callOf(match[1] ?? ''));
  const isCalled = calls.length > 0 && calls.every((call) => call !== null);
  const rest = isCalled ? text.replace(toolCall, '') : text;
  return {
    ...plain,
    content: rest.replace(thinking, '').trim(),
    calls: isCalled ? calls : [],
    written: { text, thought: rest.replace(thinkTags, '').trim() },
  };
}

/** Qwen's template gives what a tool answered to the user to say. */
function toolMessage(text: string, plain: Omit<ChatMessage, 'content'>): ChatMessage {
  const answer = toolResponse.exec(text)?.[1];
  return answer === undefined
    ? { ...plain, content: text }
    : { ...plain, role: 'tool', content: answer };
}

/** Null for what is no call: then the text stays whole. */
function callOf(body: string): ChatCall | null {
  const parsed = parseJson(z.record(z.string(), z.unknown()), body);
  return parsed.ok ? readCall(parsed.value) : null;
}

const tagged = /<(?:think|thinking|tool_call)>/;

/** A message of a chat whose text still holds tags, because the server that took it did not read them. */
export function withTagsRead(message: ChatMessage): ChatMessage {
  if (message.role !== 'assistant' || message.calls.length > 0) return message;
  if (!tagged.test(message.content)) return message;
  const { content, calls, written } = taggedMessage({ role: 'assistant', text: message.content });
  return { ...message, content, calls, ...(written === undefined ? {} : { written }) };
}
