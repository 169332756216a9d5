// Messages in the words of OpenInference (Arize-ai/openinference, spec/semantic_conventions.md), made those of OpenAI. Pure.
import * as z from 'zod';
import { readChat, type ChatMessage } from './chatMessages.ts';

const Text = z.string().nullish().catch(null);
const Function = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
const Call = z.looseObject({
  tool_call: z.looseObject({ id: Text, function: Function }),
});
const Content = z.looseObject({
  message_content: z.looseObject({ type: Text, text: Text }),
});
const Item = z.looseObject({
  message: z.looseObject({
    role: z.string().catch(''),
    content: Text,
    contents: z.array(Content).catch([]),
    name: Text,
    tool_call_id: Text,
    tool_calls: z.array(Call).catch([]),
  }),
});

/** @param value what stands below `llm.input_messages` or `llm.output_messages` */
export function openInferenceMessages(value: unknown): readonly ChatMessage[] {
  const items = z.array(Item).safeParse(value);
  if (!items.success) return [];
  const messages = items.data.map(({ message }) => ({
    role: message.role,
    content: message.content ?? message.contents.map(({ message_content: part }) => part),
    name: message.name,
    tool_call_id: message.tool_call_id,
    tool_calls: message.tool_calls.map(({ tool_call: call }) => call),
  }));
  return readChat(messages, '').messages;
}
