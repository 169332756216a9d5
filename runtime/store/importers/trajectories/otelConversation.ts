// The conversation of a traced agent. Each call of a model repeats what was said before, so what is new in a call is what follows
// the last reply in its input; results of tools that no input shows are taken from the spans of the tools. Pure.
import { callArguments, type ChatMessage } from './chatMessages.ts';
import { genAi, openInference } from './otelNames.ts';
import { jsonValue, spanMessages, textOf, type SpanMessages } from './otelMessages.ts';
import type { TracedAgent } from './otelAgents.ts';
import type { OtlpSpan } from './otlpSpan.ts';

export interface OtelConversation {
  /** How many of the messages were given to the first call; the others are replies and what came back. */
  readonly promptLength: number;
  readonly messages: readonly ChatMessage[];
  /** Texts of results that tell of an error. */
  readonly errors: ReadonlySet<string>;
}

export function otelConversation({ models, tools }: TracedAgent): OtelConversation {
  const said = models.map(spanMessages);
  const runs = tools.map(toolRun);
  const prompt = said[0]?.input ?? [];
  const messages = [...prompt];
  // Where no call of a model was written down, what the tools did is one reply.
  const outputs = said.length === 0 ? [[]] : said.map(({ output }) => output);
  for (const [at, output] of outputs.entries()) {
    const own = runs.filter(({ start }) => isWithin(start, models, at));
    messages.push(replyOf(output, own), ...answersOf(said[at + 1] ?? null, own));
  }
  const errors = runs.filter(({ isError }) => isError).map(({ answer }) => answer.content);
  return { promptLength: prompt.length, messages, errors: new Set(errors) };
}

/** Whether a moment lies after the start of the call at that place, and before that of the next one. */
export function isWithin(moment: number, models: readonly OtlpSpan[], at: number): boolean {
  const first = at === 0 ? -Infinity : (models[at]?.start ?? 0);
  return moment >= first && moment < (models[at + 1]?.start ?? Infinity);
}

interface ToolRun {
  readonly start: number;
  readonly isError: boolean;
  readonly call: ChatMessage['calls'][number];
  readonly answer: ChatMessage;
}

function toolRun({ attributes, start, failure, name: spanName }: OtlpSpan): ToolRun {
  const name = textOf(attributes[genAi.toolName] ?? attributes[openInference.toolName]) || spanName;
  const id = textOf(attributes[genAi.toolCallId] ?? attributes[openInference.toolId]) || null;
  const given =
    attributes[genAi.toolArguments] ??
    attributes[openInference.toolArguments] ??
    attributes[openInference.inputValue];
  const result = attributes[genAi.toolResult] ?? attributes[openInference.outputValue];
  const isError = failure !== null || attributes[genAi.errorType] !== undefined;
  const content =
    textOf(result) || (isError ? `Error: ${failure ?? textOf(attributes[genAi.errorType])}` : '');
  return {
    start: start ?? 0,
    isError,
    call: { id, name, arguments: callArguments(jsonValue(given)) },
    answer: { role: 'tool', content, reasoning: null, calls: [], callId: id, name },
  };
}

const noReply: ChatMessage = {
  role: 'assistant',
  content: '',
  reasoning: null,
  calls: [],
  callId: null,
  name: null,
};

/** Several choices are one reply of several texts. Where contents were not written down, the tools tell what it called. */
function replyOf(output: readonly ChatMessage[], runs: readonly ToolRun[]): ChatMessage {
  const [first = noReply, ...others] = output;
  const texts = [first, ...others].map(({ content }) => content).filter((text) => text !== '');
  const calls = [first, ...others].flatMap((message) => message.calls);
  const isSilent = output.length === 0;
  return {
    ...first,
    role: 'assistant',
    content: texts.join('\n\n'),
    calls: isSilent ? runs.map(({ call }) => call) : calls,
  };
}

function answersOf(next: SpanMessages | null, runs: readonly ToolRun[]): ChatMessage[] {
  const input = next?.input ?? [];
  const last = input.findLastIndex(({ role }) => role === 'assistant');
  const shown = last < 0 ? [] : input.slice(last + 1);
  const hasResults = shown.some(({ role }) => role === 'tool');
  return hasResults ? shown : [...runs.map(({ answer }) => answer), ...shown];
}
