// The names that spans of generative AI carry: OpenTelemetry's conventions (semantic-conventions-genai v0.1.0, and the older names
// of semantic-conventions up to 1.36 that programs still write) and those of OpenInference 0.1. All names stand here, because the
// conventions are still being changed.

export const genAiVersion = '0.1.0';

/** OpenTelemetry, as of v0.1.0. */
export const genAi = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  agentName: 'gen_ai.agent.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  system: 'gen_ai.system_instructions',
  input: 'gen_ai.input.messages',
  output: 'gen_ai.output.messages',
  tools: 'gen_ai.tool.definitions',
  toolName: 'gen_ai.tool.name',
  toolCallId: 'gen_ai.tool.call.id',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  errorType: 'error.type',
  evaluationEvent: 'gen_ai.evaluation.result',
  evaluationName: 'gen_ai.evaluation.name',
  evaluationScore: 'gen_ai.evaluation.score.value',
  evaluationLabel: 'gen_ai.evaluation.score.label',
  evaluationReason: 'gen_ai.evaluation.explanation',
  /** An event that holds the messages where they are not attributes of the span. */
  detailsEvent: 'gen_ai.client.inference.operation.details',
} as const;

export const operations = {
  agent: ['invoke_agent'],
  model: ['chat', 'generate_content', 'text_completion'],
  tool: ['execute_tool'],
} as const;

/** Up to 1.36. */
export const olderGenAi = {
  provider: 'gen_ai.system',
  inputTokens: 'gen_ai.usage.prompt_tokens',
  outputTokens: 'gen_ai.usage.completion_tokens',
  /** Followed by a number and a key: `gen_ai.prompt.0.role`. */
  input: 'gen_ai.prompt',
  output: 'gen_ai.completion',
  /** Events that hold one message each, by role. */
  messageEvent: /^gen_ai\.(system|user|assistant|tool)\.message$/,
  choiceEvent: 'gen_ai.choice',
  /** Where an event writes its message as the text of one JSON object. */
  eventContent: 'gen_ai.event.content',
} as const;

export const openInference = {
  kind: 'openinference.span.kind',
  modelName: 'llm.model_name',
  inputTokens: 'llm.token_count.prompt',
  outputTokens: 'llm.token_count.completion',
  /** Followed by a number and `message`: `llm.input_messages.0.message.role`. */
  input: 'llm.input_messages',
  output: 'llm.output_messages',
  /** Followed by a number and `tool.json_schema`. */
  tools: 'llm.tools',
  inputValue: 'input.value',
  outputValue: 'output.value',
  inputType: 'input.mime_type',
  outputType: 'output.mime_type',
  toolName: 'tool.name',
  toolId: 'tool.id',
  toolArguments: 'tool.parameters',
} as const;

export type SpanRole = 'agent' | 'model' | 'tool' | 'other';

const openInferenceRoles: ReadonlyMap<unknown, SpanRole> = new Map([
  ['AGENT', 'agent'],
  ['LLM', 'model'],
  ['TOOL', 'tool'],
]);

/** What a span stands for. */
export function roleOf(attributes: Readonly<Record<string, unknown>>): SpanRole {
  const operation = attributes[genAi.operation];
  for (const role of ['agent', 'model', 'tool'] as const) {
    if (operations[role].some((name) => name === operation)) return role;
  }
  const kind = attributes[openInference.kind];
  const byKind = openInferenceRoles.get(typeof kind === 'string' ? kind.toUpperCase() : kind);
  if (byKind !== undefined) return byKind;
  // Before 1.27 there was no name of the operation.
  const isOld = operation === undefined && attributes[olderGenAi.provider] !== undefined;
  return isOld && attributes[genAi.requestModel] !== undefined ? 'model' : 'other';
}
