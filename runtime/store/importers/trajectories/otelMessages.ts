// The messages that a span holds, wherever its program wrote them: attributes of today's conventions, flat attributes of older
// ones or of OpenInference, or events. Pure.
import * as z from 'zod';
import { parseJson } from '../../../support/parseJson.ts';
import { callArguments, readChat, type ChatMessage } from './chatMessages.ts';
import { nestedValue } from './nestedKeys.ts';
import { genAi, olderGenAi, openInference } from './otelNames.ts';
import { openInferenceMessages } from './openInferenceMessages.ts';
import type { OtlpEvent, OtlpSpan } from './otlpSpan.ts';

const AnyObject = z.record(z.string(), z.unknown());

export interface SpanMessages {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
}

export function spanMessages(span: OtlpSpan): SpanMessages {
  const details = span.events.find(({ name }) => name === genAi.detailsEvent);
  const attributes = { ...details?.attributes, ...span.attributes };
  const system = systemOf(attributes[genAi.system]);
  const input = firstFilled([
    () => partMessages(attributes[genAi.input]),
    () => flatMessages(attributes, olderGenAi.input),
    () => openInferenceMessages(nestedValue(attributes, openInference.input)),
    () => eventMessages(span.events),
  ]);
  const output = firstFilled([
    () => partMessages(attributes[genAi.output]),
    () => flatMessages(attributes, olderGenAi.output),
    () => openInferenceMessages(nestedValue(attributes, openInference.output)),
    () => choices(span.events),
  ]);
  return { input: [...system, ...input], output: output.map(asReply) };
}

function firstFilled(sources: readonly (() => readonly ChatMessage[])[]): readonly ChatMessage[] {
  for (const source of sources) {
    const messages = source();
    if (messages.length > 0) return messages;
  }
  return [];
}

/** Some programs leave the role of what a model returned out. */
function asReply(message: ChatMessage): ChatMessage {
  return message.role === '' ? { ...message, role: 'assistant' } : message;
}

/** Attributes are often the text of their JSON, because not every program can write lists. */
export function jsonValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(z.unknown(), value);
  return parsed.ok ? parsed.value : value;
}

const Part = z.looseObject({
  type: z.string().catch(''),
  content: z.unknown().optional(),
  id: z.string().nullish().catch(null),
  name: z.string().nullish().catch(null),
  arguments: z.unknown().optional(),
  /** Of a tool; the second is the name of before 1.38. */
  response: z.unknown().optional(),
  result: z.unknown().optional(),
});
type Part = z.infer<typeof Part>;
const PartMessage = z.looseObject({ role: z.string().catch(''), parts: z.array(Part) });
const Parts = z.array(Part).catch([]);

/** Messages of parts; those without are taken as OpenAI's. */
function partMessages(value: unknown): readonly ChatMessage[] {
  const list = jsonValue(value);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const read = PartMessage.safeParse(item);
    return read.success
      ? messagesOfParts(read.data.role, read.data.parts)
      : readChat([item], '').messages;
  });
}

/** A message with answers of several tools is one for each of them. */
function messagesOfParts(role: string, parts: readonly Part[]): ChatMessage[] {
  const answers = parts.filter(({ type }) => type === 'tool_call_response');
  const others = parts.filter(({ type }) => type !== 'tool_call_response');
  const own = others.length > 0 || answers.length === 0 ? [messageOf(role, others)] : [];
  return [...own, ...answers.map(answerOf)];
}

function messageOf(role: string, parts: readonly Part[]): ChatMessage {
  const reasoning = parts
    .filter(({ type }) => type === 'reasoning')
    .map(({ content }) => textOf(content));
  const calls = parts.filter(({ type }) => type === 'tool_call');
  const shown = parts.filter(({ type }) => type !== 'reasoning' && type !== 'tool_call');
  return {
    role,
    content: shown.map(shownPart).join('\n'),
    reasoning: reasoning.length === 0 ? null : reasoning.join('\n\n'),
    calls: calls.map((call) => ({
      id: call.id ?? null,
      name: call.name ?? 'unknown',
      arguments: callArguments(call.arguments),
    })),
    callId: null,
    name: null,
  };
}

function shownPart({ type, content }: Part): string {
  return type === 'text' ? textOf(content) : `[${type === '' ? 'unknown part' : type}]`;
}

function answerOf(part: Part): ChatMessage {
  const content = textOf(part.response ?? part.result);
  return {
    role: 'tool',
    content,
    reasoning: null,
    calls: [],
    callId: part.id ?? null,
    name: part.name ?? null,
  };
}

/** A text as it is, anything else as its JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function systemOf(value: unknown): ChatMessage[] {
  const parts = jsonValue(value);
  if (typeof parts === 'string' && parts !== '')
    return [messageOf('system', [{ type: 'text', content: parts }])];
  const read = Parts.parse(parts);
  return read.length === 0 ? [] : [messageOf('system', read)];
}

/** `gen_ai.prompt.0.content`, or one attribute that is the text of a list. */
function flatMessages(
  attributes: Readonly<Record<string, unknown>>,
  prefix: string,
): readonly ChatMessage[] {
  const nested = nestedValue(attributes, prefix) ?? jsonValue(attributes[prefix]);
  const items = z.array(AnyObject).catch([]).parse(nested);
  return readChat(
    items.map((item) => ({ role: '', ...item })),
    '',
  ).messages;
}

function eventMessages(events: readonly OtlpEvent[]): readonly ChatMessage[] {
  const items = events.flatMap((event) => {
    const role = olderGenAi.messageEvent.exec(event.name)?.[1];
    return role === undefined ? [] : [{ role, ...bodyOf(event) }];
  });
  return readChat(items, '').messages;
}

function choices(events: readonly OtlpEvent[]): readonly ChatMessage[] {
  const items = events
    .filter(({ name }) => name === olderGenAi.choiceEvent)
    .map((event) => {
      const body = bodyOf(event);
      const message = AnyObject.catch({}).parse(jsonValue(body['message']));
      return { role: 'assistant', ...body, ...message };
    });
  return readChat(items, '').messages;
}

function bodyOf({ attributes }: OtlpEvent): Record<string, unknown> {
  const written = AnyObject.catch({}).parse(jsonValue(attributes[olderGenAi.eventContent]));
  const calls = jsonValue(attributes['tool_calls']);
  const id = attributes['id'];
  return {
    ...attributes,
    ...(calls === undefined ? {} : { tool_calls: calls }),
    ...(typeof id === 'string' ? { tool_call_id: id } : {}),
    ...written,
  };
}
