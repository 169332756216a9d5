// A document of ATIF in the common form. A step of ours is one of its agent's steps and what came after it. Pure.
import * as z from 'zod';
import type { AtifDocument, AtifStep } from './atifDocument.ts';
import { ownExtra } from './atifOwnExtra.ts';
import { callArguments, plainContent, type ChatMessage } from './chatMessages.ts';
import { conversationOf } from './chatSteps.ts';
import type { ForeignStep, ForeignTrajectory } from './foreignFormat.ts';
import { toolSignatures } from './foreignTools.ts';
import { leftOver } from './leftOver.ts';

const Text = z.string().nullish().catch(null);
const Agent = z
  .looseObject({ model_name: Text, tool_definitions: z.unknown().optional() })
  .catch({});

export function atifTrajectory(document: AtifDocument): ForeignTrajectory {
  const { steps, rest } = document;
  const agent = Agent.parse(rest['agent']);
  const unmapped: Record<string, unknown> = {};
  const messages = steps.flatMap((step, at) => messagesOf(step, `steps[${at}]`, unmapped));
  const failed = new Set(steps.flatMap(failedResults));
  const said = conversationOf(messages, { isError: (text) => failed.has(text) });
  const own = ownExtra(rest['extra'], said.question);
  const tools = toolSignatures(agent.tool_definitions, 'agent.tool_definitions');
  const replies = steps.filter(({ source }) => source === 'agent');
  const times = steps.flatMap(({ timestamp }) => timestamp ?? []);
  return {
    id: Text.parse(rest['trajectory_id']) ?? Text.parse(rest['session_id']) ?? null,
    task: { id: null, question: said.question, referenceAnswer: null, metadata: {} },
    model:
      agent.model_name ?? replies.find(({ model_name: name }) => name != null)?.model_name ?? null,
    system: said.system,
    userMessage: said.question,
    tools: tools.tools,
    startedAt: times[0] ?? null,
    endedAt: own?.endedAt ?? times.at(-1) ?? null,
    steps: said.steps.map((step, at) => ({ ...step, ...factsOf(replies[at]) })),
    finalAnswer: said.finalAnswer,
    stopReason: said.finalAnswer === null ? 'max-steps' : 'final-answer',
    failure: null,
    scores: [],
    ...own,
    unmapped: {
      ...leftOver(rest, own === null ? known : [...known, 'extra'], ''),
      ...leftOver(agent, ['model_name', 'tool_definitions'], 'agent'),
      ...tools.unmapped,
      ...unmapped,
    },
  };
}

const known = ['agent', 'trajectory_id', 'subagent_trajectories'];

const Failed = z.looseObject({ extra: z.looseObject({ is_error: z.literal(true) }) });

/** The format has no field for it; this is what some programs write. */
function failedResults({ observation }: AtifStep): string[] {
  const results = (observation?.results ?? []).filter((result) => Failed.safeParse(result).success);
  return results.map(({ content }) => plainContent(content, '', {}));
}

/** The step itself, and a message for each of its results. */
function messagesOf(
  step: AtifStep,
  place: string,
  unmapped: Record<string, unknown>,
): ChatMessage[] {
  Object.assign(unmapped, stepLeftOver(step, place));
  const calls = (step.tool_calls ?? []).map((call) => ({
    id: call.tool_call_id ?? null,
    name: call.function_name,
    arguments: callArguments(call.arguments),
  }));
  const message: ChatMessage = {
    role: step.source === 'agent' ? 'assistant' : step.source,
    content: plainContent(step.message, `${place}.message`, unmapped),
    reasoning: step.reasoning_content ?? null,
    calls,
    callId: null,
    name: null,
  };
  const answers = (step.observation?.results ?? []).map((result, at): ChatMessage => {
    const path = `${place}.observation.results[${at}]`;
    Object.assign(unmapped, leftOver(result, ['source_call_id', 'content'], path));
    const callId = result.source_call_id ?? null;
    const name = calls.find(({ id }) => id !== null && id === callId)?.name ?? null;
    const content = plainContent(result.content, `${path}.content`, unmapped);
    return { role: 'tool', content, reasoning: null, calls: [], callId, name };
  });
  return [message, ...answers];
}

const stepFields = [
  ...['step_id', 'source', 'timestamp', 'message', 'reasoning_content'],
  ...['tool_calls', 'observation', 'metrics', 'model_name'],
];

function stepLeftOver(step: AtifStep, place: string): Record<string, unknown> {
  const calls = (step.tool_calls ?? []).map((call, at) =>
    leftOver(call, ['tool_call_id', 'function_name', 'arguments'], `${place}.tool_calls[${at}]`),
  );
  return {
    ...leftOver(step, stepFields, place),
    ...leftOver(step.metrics ?? {}, ['prompt_tokens', 'completion_tokens'], `${place}.metrics`),
    ...Object.fromEntries(calls.flatMap((left) => Object.entries(left))),
  };
}

function factsOf(step: AtifStep | undefined): Pick<ForeignStep, 'usage' | 'startedAt'> {
  const { prompt_tokens: prompt, completion_tokens: completion } = step?.metrics ?? {};
  const isCounted = prompt != null || completion != null;
  return {
    usage: isCounted ? { promptTokens: prompt ?? 0, completionTokens: completion ?? 0 } : null,
    startedAt: step?.timestamp ?? null,
  };
}
