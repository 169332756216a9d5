// One task of an agent of smolagents, put together from the steps of its memory. Pure.
import * as z from 'zod';
import { finalAnswerText } from '../../../agent/finalAnswerText.ts';
import { readChat } from './chatMessages.ts';
import type { ForeignTrajectory } from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';
import { smolagentsReply, type SmolagentsReply } from './smolagentsStep.ts';
import { unixTime } from './sourceTime.ts';

export interface MemoryStep {
  readonly value: Readonly<Record<string, unknown>>;
  /** In the source, such as `[3]`. */
  readonly place: string;
}

/** Steps that are no replies: what was asked, under which prompt, and what came out. */
const Other = z.looseObject({
  task: z.string().optional().catch(undefined),
  system_prompt: z.string().optional().catch(undefined),
  output: z.unknown().optional(),
  final_answer: z.unknown().optional(),
});
type Other = z.infer<typeof Other>;
const knownOfOther = ['task', 'system_prompt', 'output', 'final_answer'];

const Seconds = z.number().nullish().catch(null);
const Result = z.looseObject({
  output: z.unknown().optional(),
  timing: z.looseObject({ start_time: Seconds, end_time: Seconds }).nullish().catch(null),
});

/** @param rest of the run, where the file has more than the steps; empty otherwise */
export function smolagentsTrajectory(
  steps: readonly MemoryStep[],
  rest: Readonly<Record<string, unknown>>,
): ForeignTrajectory {
  const result = Result.parse(rest);
  const read = steps.map(readStep);
  const replies = read.flatMap(({ reply }) => reply ?? []);
  const others = read.map(({ other }) => other).filter((other) => other !== null);
  const started = result.timing?.start_time ?? null;
  return {
    id: null,
    task: { id: null, question: textOf(others, 'task'), referenceAnswer: null, metadata: {} },
    model: replies.find(({ model }) => model !== null)?.model ?? null,
    system: textOf(others, 'system_prompt') || systemOf(steps),
    tools: [],
    startedAt: unixTime(started) ?? replies[0]?.step.startedAt ?? null,
    endedAt: unixTime(result.timing?.end_time ?? replies.at(-1)?.endTime),
    steps: replies.map(({ step }) => step),
    ...endOf(replies, [...others, result]),
    scores: [],
    unmapped: unmappedOf(result, read),
  };
}

interface ReadStep {
  readonly reply: SmolagentsReply | null;
  readonly other: Other | null;
  readonly unmapped: Readonly<Record<string, unknown>>;
}

function readStep({ value, place }: MemoryStep): ReadStep {
  const reply = smolagentsReply(value, place);
  if (reply !== null) return { reply, other: null, unmapped: reply.unmapped };
  const other = Other.parse(value);
  return { reply: null, other, unmapped: leftOver(other, knownOfOther, place) };
}

function textOf(others: readonly Other[], key: 'task' | 'system_prompt'): string {
  return others.find((other) => other[key] !== undefined)?.[key] ?? '';
}

/** The memory of newer versions has the system prompt in the prompts of its steps only. */
function systemOf(steps: readonly MemoryStep[]): string {
  const prompt = steps.map(({ value }) => promptOf(value)).find((one) => one !== null);
  const { messages } = readChat(prompt, '');
  return messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n\n');
}

/** The messages that a step was made of, where the file has them. */
export function promptOf(step: MemoryStep['value']): readonly unknown[] | null {
  const prompt = step['model_input_messages'] ?? step['agent_memory'];
  return Array.isArray(prompt) && prompt.length > 0 ? prompt : null;
}

function unmappedOf(
  result: Readonly<Record<string, unknown>>,
  read: readonly ReadStep[],
): Record<string, unknown> {
  const fields = read.flatMap(({ unmapped }) => Object.entries(unmapped));
  return { ...leftOver(result, ['output', 'timing'], ''), ...Object.fromEntries(fields) };
}

type End = Pick<ForeignTrajectory, 'finalAnswer' | 'stopReason' | 'failure'>;

/** What the run gave counts before what its last step gave. */
function endOf(replies: readonly SmolagentsReply[], outputs: readonly Other[]): End {
  const last = replies.at(-1);
  const given = outputs.findLast(
    (one) => one.output !== undefined || one.final_answer !== undefined,
  );
  const answer =
    given === undefined ? (last?.answer ?? null) : { value: given.output ?? given.final_answer };
  const finalAnswer = answer?.value == null ? null : finalAnswerText(answer.value);
  if (last?.errorType === 'AgentMaxStepsError') {
    return { finalAnswer, stopReason: 'max-steps', failure: null };
  }
  if (finalAnswer !== null) return { finalAnswer, stopReason: 'final-answer', failure: null };
  const error = last?.step.error ?? null;
  return { finalAnswer, stopReason: error === null ? 'cancelled' : 'failure', failure: error };
}
