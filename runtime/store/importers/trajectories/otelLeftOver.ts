// Attributes of spans that no field of a trajectory holds. Pure.
import * as z from 'zod';
import { leftOver } from './leftOver.ts';
import { jsonValue } from './otelMessages.ts';
import { genAi, olderGenAi, openInference } from './otelNames.ts';
import type { OtlpSpan } from './otlpSpan.ts';

const known: readonly string[] = [
  ...[genAi.operation, genAi.requestModel, genAi.responseModel, genAi.inputTokens],
  ...[genAi.outputTokens, genAi.system, genAi.tools, genAi.toolName],
  ...[genAi.toolCallId, genAi.toolArguments, genAi.toolResult, genAi.errorType],
  ...[olderGenAi.inputTokens, olderGenAi.outputTokens, olderGenAi.input, olderGenAi.output],
  ...[openInference.kind, openInference.modelName, openInference.inputTokens],
  ...[openInference.outputTokens, openInference.toolName, openInference.toolId],
  ...[openInference.toolArguments, openInference.inputValue, openInference.outputValue],
  ...[openInference.inputType, openInference.outputType],
];
const knownPrefixes = [
  ...[olderGenAi.input, olderGenAi.output],
  ...[openInference.input, openInference.output, openInference.tools],
].map((prefix) => `${prefix}.`);

/** By the place of the span in the trajectory: `spans[0].attributes.gen_ai.request.temperature`. */
export function attributesLeft(spans: readonly OtlpSpan[]): Record<string, unknown> {
  const left = spans.map(({ attributes }, at) => {
    const flat = Object.keys(attributes).filter((key) =>
      knownPrefixes.some((prefix) => key.startsWith(prefix)),
    );
    const messages = [genAi.input, genAi.output].filter((key) => isAllShown(attributes[key]));
    return leftOver(attributes, [...known, ...messages, ...flat], `spans[${at}].attributes`);
  });
  return Object.fromEntries(left.flatMap((fields) => Object.entries(fields)));
}

const shown: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'tool_call',
  'tool_call_response',
]);
const Messages = z.array(z.looseObject({ parts: z.array(z.looseObject({ type: z.string() })) }));

/** Pictures, files and other parts show by their kind alone, so messages with such are kept as they are. */
function isAllShown(value: unknown): boolean {
  const read = Messages.safeParse(jsonValue(value));
  return (
    !read.success || read.data.every(({ parts }) => parts.every(({ type }) => shown.has(type)))
  );
}
