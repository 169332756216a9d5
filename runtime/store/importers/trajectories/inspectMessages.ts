// Messages of Inspect (inspect_ai, model/_chat_message.py): nearly those of OpenAI, with calls that are flat, reasoning as a part of
// the content and a word for what went wrong in a tool. Pure.
import * as z from 'zod';
import { check } from '../../../support/parseJson.ts';
import { callArguments, plainContent, type ChatMessage } from './chatMessages.ts';
import { leftOver, saysSomething } from './leftOver.ts';

const Text = z.string().nullish().catch(null);
const ToolError = z.looseObject({
  type: z.string().catch('unknown'),
  message: z.string().catch(''),
});
const Call = z.looseObject({ id: Text, function: z.string(), arguments: z.unknown().optional() });
const Message = z.looseObject({
  id: Text,
  role: z.string(),
  content: z.unknown().optional(),
  tool_calls: z.array(z.unknown()).nullish().catch(null),
  tool_call_id: z.unknown().optional(),
  function: Text,
  error: ToolError.nullish().catch(null),
});
type Message = z.infer<typeof Message>;
const Reasoning = z.looseObject({ type: z.literal('reasoning'), reasoning: z.string().catch('') });

export interface InspectMessage extends ChatMessage {
  /** Null in logs of older versions. */
  readonly id: string | null;
  /** Whether it tells what went wrong in a tool. */
  readonly isError: boolean;
}

export interface InspectMessages {
  readonly messages: readonly InspectMessage[];
  readonly unmapped: Readonly<Record<string, unknown>>;
}

/** `source` says whether a model or the data set wrote it, which the role says too; `view` shows a call once more. */
const known = [
  ...['id', 'role', 'content', 'tool_calls', 'tool_call_id', 'function', 'error'],
  ...['source', 'model', 'name'],
];

const knownOfCall = ['id', 'function', 'arguments', 'type', 'view'];

/** @param path of the list in the source */
export function inspectMessages(value: unknown, path: string): InspectMessages {
  const unmapped: Record<string, unknown> = {};
  const messages = z.array(z.unknown()).catch([]).parse(value);
  const read = messages.flatMap((item, index) => {
    const place = `${path}[${index}]`;
    const message = check(Message, item);
    if (message.ok) return [messageOf(message.value, place, unmapped)];
    unmapped[place] = item;
    return [];
  });
  return { messages: read, unmapped };
}

function messageOf(
  message: Message,
  place: string,
  unmapped: Record<string, unknown>,
): InspectMessage {
  Object.assign(unmapped, leftOver(message, known, place));
  const { reasoning, content } = partsOf(message.content);
  const text = plainContent(content, `${place}.content`, unmapped);
  if (message.error != null) unmapped[`${place}.error.type`] = message.error.type;
  return {
    id: message.id ?? null,
    role: message.role,
    content: message.error == null ? text : errorText(message.error.message, text),
    reasoning,
    calls: (message.tool_calls ?? []).flatMap((item, index) => {
      const call = Call.safeParse(item);
      const path = `${place}.tool_calls[${index}]`;
      Object.assign(
        unmapped,
        call.success ? leftOver(call.data, knownOfCall, path) : { [path]: item },
      );
      return call.success ? [callOf(call.data)] : [];
    }),
    callId: typeof message.tool_call_id === 'string' ? message.tool_call_id : null,
    name: message.function ?? null,
    isError: message.error != null,
  };
}

/** Inspect shows the model the error in place of the content, which is often the same. */
function errorText(error: string, content: string): string {
  const shown = `Error: ${error}`;
  return content === '' || content === error ? shown : `${shown}\n\n${content}`;
}

function callOf(call: z.infer<typeof Call>): ChatMessage['calls'][number] {
  return { id: call.id ?? null, name: call.function, arguments: callArguments(call.arguments) };
}

function partsOf(content: unknown): { reasoning: string | null; content: unknown } {
  if (!Array.isArray(content)) return { reasoning: null, content };
  const parts = content.map((part: unknown) => ({ part, read: Reasoning.safeParse(part) }));
  const texts = parts.flatMap(({ read }) => (read.success ? [read.data.reasoning] : []));
  const others = parts.filter(({ read }) => !read.success).map(({ part }) => part);
  return { reasoning: texts.length === 0 ? null : texts.join('\n\n'), content: others };
}

/** The text of an input or a target, which may be a list: of messages, or of texts any of which is right. */
export function inspectText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!saysSomething(value)) return '';
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.every((item) => typeof item === 'string')) return value.join('\n');
  const { messages } = inspectMessages(value, '');
  return messages.map(({ content }) => content).join('\n\n');
}
