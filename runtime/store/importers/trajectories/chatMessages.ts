// Messages of a chat as the programs write them down that speak OpenAI's protocol, made plain: texts of parts joined, calls with
// their arguments parsed. What a plain message has no place for is handed back by its path. Pure.
import * as z from 'zod';
import { check, parseJson } from '../../../support/parseJson.ts';
import { fieldPath, leftOver, saysSomething } from './leftOver.ts';

export interface ChatMessage {
  /** As the source says it: `system`, `user`, `assistant`, `tool` and others. */
  readonly role: string;
  readonly content: string;
  /** Text of a separate reasoning field. */
  readonly reasoning: string | null;
  readonly calls: readonly ChatCall[];
  /** Of a tool's message: the call that it answers, and the tool. */
  readonly callId: string | null;
  readonly name: string | null;
  /** Where thoughts and calls stood in the text of a reply: that text, and the thoughts in it. */
  readonly written?: { readonly text: string; readonly thought: string };
}

export interface ChatCall {
  readonly id: string | null;
  readonly name: string;
  /** What was no JSON object stands under `arguments`. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ReadChat {
  readonly messages: readonly ChatMessage[];
  readonly unmapped: Readonly<Record<string, unknown>>;
}

const Text = z.string().nullish().catch(null);
const Message = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  reasoning_content: Text,
  reasoning: Text,
  tool_call_id: Text,
  name: Text,
  tool_calls: z.array(z.unknown()).nullish().catch(null),
  function_call: z.unknown().optional(),
});
type Message = z.infer<typeof Message>;

/** Keys of a message that are read, or that say what another one says. */
const known = [
  ...['role', 'content', 'reasoning_content', 'reasoning', 'name'],
  ...['tool_call_id', 'tool_calls', 'function_call'],
];

/** @param path of the list in the source */
export function readChat(value: unknown, path: string): ReadChat {
  if (!Array.isArray(value)) {
    return { messages: [], unmapped: saysSomething(value) ? { [path]: value } : {} };
  }
  const unmapped: Record<string, unknown> = {};
  const messages = value.flatMap((item: unknown, index) => {
    const place = `${path}[${index}]`;
    const message = check(Message, item);
    if (message.ok) return [plainMessage(message.value, place, unmapped)];
    unmapped[place] = item;
    return [];
  });
  return { messages, unmapped };
}

function plainMessage(
  message: Message,
  place: string,
  unmapped: Record<string, unknown>,
): ChatMessage {
  Object.assign(unmapped, leftOver(message, known, place));
  const calls = [...(message.tool_calls ?? [])];
  if (saysSomething(message.function_call)) calls.push(message.function_call);
  return {
    role: message.role,
    content: plainContent(message.content, fieldPath(place, 'content'), unmapped),
    reasoning: message.reasoning_content ?? message.reasoning ?? null,
    calls: calls.flatMap((call, index) => {
      const read = readCall(call);
      if (read === null) unmapped[`${place}.tool_calls[${index}]`] = call;
      return read ?? [];
    }),
    callId: message.tool_call_id ?? null,
    name: message.name ?? null,
  };
}

const TextPart = z.looseObject({ text: z.string() });
const PartKind = z.looseObject({ type: z.string() });

/** Text as it is, and the texts of parts; a picture or another part shows as its kind. */
export function plainContent(
  content: unknown,
  place: string,
  unmapped: Record<string, unknown>,
): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (!Array.isArray(content)) return JSON.stringify(content);
  const texts = content.map((part: unknown, index) => {
    if (typeof part === 'string') return part;
    const text = TextPart.safeParse(part);
    if (text.success) return text.data.text;
    unmapped[`${place}[${index}]`] = part;
    const kind = PartKind.safeParse(part);
    return kind.success ? `[${kind.data.type}]` : '[unknown part]';
  });
  return texts.join('\n');
}

const NamedCall = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
const WrappedCall = z.looseObject({ id: Text, function: NamedCall });
const FlatCall = NamedCall.extend({ id: Text });

/** A call as OpenAI wraps it, flat, or either as the text of its JSON; null for what is none. */
export function readCall(value: unknown): ChatCall | null {
  if (typeof value === 'string') {
    const parsed = parseJson(z.record(z.string(), z.unknown()), value);
    return parsed.ok ? readCall(parsed.value) : null;
  }
  const wrapped = WrappedCall.safeParse(value);
  if (wrapped.success) return callOf(wrapped.data.id, wrapped.data.function);
  const flat = FlatCall.safeParse(value);
  return flat.success ? callOf(flat.data.id, flat.data) : null;
}

function callOf(
  id: string | null | undefined,
  { name, arguments: given }: z.infer<typeof NamedCall>,
): ChatCall {
  return { id: id ?? null, name, arguments: callArguments(given) };
}

const Arguments = z.record(z.string(), z.unknown());

/** An object, or the text of one; anything else stands under the name `arguments`. */
export function callArguments(given: unknown): Readonly<Record<string, unknown>> {
  if (!saysSomething(given)) return {};
  const parsed = typeof given === 'string' ? parseJson(Arguments, given) : check(Arguments, given);
  return parsed.ok ? parsed.value : { arguments: given };
}
