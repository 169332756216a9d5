// A reply in the memory of smolagents: an action with what came of it, or a plan. The names of early versions are read too. Pure.
import * as z from 'zod';
import { finalAnswerText } from '../../../agent/finalAnswerText.ts';
import type { Usage } from '../../../contract/reply.ts';
import { callArguments, plainContent } from './chatMessages.ts';
import { foreignCall } from './chatSteps.ts';
import type { ForeignCall, ForeignStep } from './foreignFormat.ts';
import { fieldPath, leftOver } from './leftOver.ts';
import { pythonCall } from './pythonCalls.ts';
import { unixTime } from './sourceTime.ts';

export interface SmolagentsReply {
  readonly step: ForeignStep;
  /** The class of the error, such as `AgentMaxStepsError`. */
  readonly errorType: string | null;
  /** The answer that the step gave, as a value. */
  readonly answer: { readonly value: unknown } | null;
  /** Seconds since 1970. */
  readonly endTime: number | null;
  readonly model: string | null;
  readonly unmapped: Readonly<Record<string, unknown>>;
}

const Seconds = z.number().nullish().catch(null);
const Call = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
const WrappedCall = z.looseObject({ function: Call }).transform((call) => call.function);
const AnyCall = WrappedCall.or(Call);
const Action = z.looseObject({
  timing: z.looseObject({ start_time: Seconds, end_time: Seconds }).nullish().catch(null),
  start_time: Seconds,
  end_time: Seconds,
  model_output: z.unknown().optional(),
  llm_output: z.unknown().optional(),
  plan: z.string().nullish().catch(null),
  code_action: z.string().nullish().catch(null),
  tool_calls: z.array(AnyCall).nullish().catch(null),
  tool_call: AnyCall.nullish().catch(null),
  observations: z.string().nullish().catch(null),
  error: z
    .looseObject({ type: z.string(), message: z.string() })
    .or(z.string())
    .nullish()
    .catch(null),
  token_usage: z
    .looseObject({ input_tokens: z.int().nonnegative(), output_tokens: z.int().nonnegative() })
    .nullish()
    .catch(null),
  action_output: z.unknown().optional(),
  is_final_answer: z.boolean().optional().catch(undefined),
  model_output_message: z
    .looseObject({ raw: z.looseObject({ model: z.string().optional() }).nullish().catch(null) })
    .nullish()
    .catch(null),
});
type Action = z.infer<typeof Action>;

/** Prompts repeat the steps before them; numbers of steps are their places. */
const known = [
  ...['timing', 'start_time', 'end_time', 'model_output', 'llm_output', 'plan', 'code_action'],
  ...['tool_calls', 'tool_call', 'observations', 'error', 'token_usage', 'action_output'],
  ...['is_final_answer', 'model_output_message', 'model_input_messages', 'agent_memory'],
  ...['step_number', 'step'],
];
const marks = ['step_number', 'model_output', 'llm_output', 'plan', 'tool_call', 'code_action'];

/** Whether the step is one of the model, by its keys. */
export function isReply(value: Readonly<Record<string, unknown>>): boolean {
  return marks.some((mark) => mark in value);
}

/** Null for a step that is no reply. @param place of the step in the source */
export function smolagentsReply(
  value: Readonly<Record<string, unknown>>,
  place: string,
): SmolagentsReply | null {
  if (!isReply(value)) return null;
  const action = Action.parse(value);
  const unmapped: Record<string, unknown> = leftOver(action, known, place);
  const reply = replyText(action, place, unmapped);
  const calls = action.tool_calls ?? (action.tool_call == null ? [] : [action.tool_call]);
  const answer = answerOf(action, calls);
  Object.assign(unmapped, unsaidOutput(action, answer, place), messageRest(action, place));
  return {
    step: { ...stepOf(action, reply, calls), usage: usageOf(action) },
    errorType: typeof action.error === 'object' ? (action.error?.type ?? null) : null,
    answer,
    endTime: action.timing?.end_time ?? action.end_time ?? null,
    model: action.model_output_message?.raw?.model ?? null,
    unmapped,
  };
}

function stepOf(
  action: Action,
  reply: string,
  calls: readonly z.infer<typeof Call>[],
): ForeignStep {
  const tools = calls.filter(({ name }) => name !== interpreter);
  const error = errorText(action.error);
  return {
    thought: thoughtOf(reply),
    reasoning: null,
    reply,
    code: action.code_action ?? codeOf(calls),
    observation: [action.observations ?? '', error === null ? '' : `Error:\n${error}`]
      .filter((text) => text !== '')
      .join('\n'),
    error,
    calls: tools.map((call) => callOf(call, action)),
    usage: null,
    startedAt: unixTime(action.timing?.start_time ?? action.start_time),
    replyMilliseconds: null,
    actionMilliseconds: null,
  };
}

const interpreter = 'python_interpreter';

/** Code agents call an interpreter; others call tools. */
function codeOf(calls: readonly z.infer<typeof Call>[]): string | null {
  if (calls.length === 0) return null;
  return calls
    .map(({ name, arguments: given }) =>
      name === interpreter && typeof given === 'string'
        ? given
        : pythonCall(name, callArguments(given)),
    )
    .join('\n');
}

/** What several calls gave stands in one text. */
function callOf({ name, arguments: given }: z.infer<typeof Call>, action: Action): ForeignCall {
  const call = { id: null, name, arguments: callArguments(given) };
  return foreignCall(call, action.observations ?? '', action.error != null);
}

function replyText(action: Action, place: string, unmapped: Record<string, unknown>): string {
  const given = action.model_output ?? action.llm_output ?? action.plan ?? '';
  return plainContent(given, fieldPath(place, 'model_output'), unmapped);
}

/** What stands before the code, without the word that the prompt asks for. */
function thoughtOf(reply: string): string {
  const [before = ''] = reply.split(/<code>|```|^Code:|^Action:/m);
  return before.replace(/^\s*Thought:/, '').trim();
}

function errorText(error: Action['error']): string | null {
  if (error == null) return null;
  return typeof error === 'string' ? error : `${error.type}: ${error.message}`;
}

function usageOf({ token_usage: usage }: Action): Usage | null {
  if (usage == null) return null;
  return { promptTokens: usage.input_tokens, completionTokens: usage.output_tokens };
}

/** Newer versions say whether a step gave the answer; in older ones the tool that gives it was called. */
function answerOf(
  action: Action,
  calls: readonly z.infer<typeof Call>[],
): SmolagentsReply['answer'] {
  if (action.is_final_answer === true) return { value: action.action_output };
  const isMaxSteps =
    typeof action.error === 'object' && action.error?.type === 'AgentMaxStepsError';
  if (isMaxSteps && action.action_output != null) return { value: action.action_output };
  if (action.is_final_answer === false) return null;
  const final = calls.find(({ name }) => name === 'final_answer');
  if (final === undefined) return null;
  const { answer } = callArguments(final.arguments);
  return { value: action.action_output ?? answer };
}

/** The value of an action that is no answer usually stands in its observation. */
function unsaidOutput(
  { action_output: output, observations }: Action,
  answer: SmolagentsReply['answer'],
  place: string,
): Record<string, unknown> {
  const isSaid = answer !== null || (observations ?? '').includes(finalAnswerText(output));
  return isSaid ? {} : leftOver({ action_output: output }, [], place);
}

/** The message repeats the output; what the server sent with it is kept. */
function messageRest(
  { model_output_message: message }: Action,
  place: string,
): Record<string, unknown> {
  if (message == null) return {};
  const repeated = ['role', 'content', 'tool_calls', 'token_usage'];
  return leftOver(message, repeated, fieldPath(place, 'model_output_message'));
}
