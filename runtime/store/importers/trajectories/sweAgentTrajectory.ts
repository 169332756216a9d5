// A run of SWE-agent in the common form: a step is one command, the answer is what was submitted (a patch). Pure.
import path from 'node:path';
import * as z from 'zod';
import { foreignCall } from './chatSteps.ts';
import { plainContent, readCall, type ChatCall } from './chatMessages.ts';
import type { ForeignStep, ForeignTrajectory } from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';
import type { SweAgentMessage, SweAgentRun, SweAgentStep } from './sweAgentRun.ts';

const Text = z.string().nullish().catch(null);
const AnyObject = z.record(z.string(), z.unknown());
const Info = z.looseObject({ exit_status: Text, submission: Text }).catch({});
const Problem = z.looseObject({
  id: Text,
  text: Text,
  extra_fields: AnyObject.nullish().catch(null),
});
const Named = z.looseObject({ name: Text });
const Settings = z
  .looseObject({
    problem_statement: Problem.nullish().catch(null),
    agent: z
      .looseObject({ model: Named.nullish().catch(null) })
      .nullish()
      .catch(null),
  })
  .catch({});
type Info = z.infer<typeof Info>;
type Problem = z.infer<typeof Problem>;

/** @param attempt names it where the run tried several times */
export function sweAgentTrajectory(
  run: SweAgentRun,
  file: string,
  attempt: string | null,
): ForeignTrajectory {
  const info = Info.parse(run.rest['info']);
  const { problem_statement: problem, agent } = Settings.parse(run.rest['replay_config'] ?? {});
  const said = conversationOf(run);
  const instance = problem?.id ?? path.basename(file, '.traj');
  const stopReason = stopReasonOf(info.exit_status ?? null);
  return {
    id: attempt === null ? instance : `${instance}-${attempt}`,
    task: {
      id: instance,
      question: problem?.text ?? said.user,
      referenceAnswer: null,
      metadata: problem?.extra_fields ?? {},
    },
    model: agent?.model?.name ?? null,
    system: said.system,
    userMessage: said.user,
    tools: [],
    startedAt: null,
    endedAt: null,
    steps: stepsOf(run.steps, said.replies),
    finalAnswer: info.submission ?? null,
    stopReason,
    failure: stopReason === 'failure' ? `SWE-agent ended with ${info.exit_status}.` : null,
    scores: [],
    unmapped: unmappedOf(run, info, problem ?? null),
  };
}

/**
 * `submitted`, `exit_cost` and others, or both as `submitted (exit_cost)` when the patch was handed in after a limit was met. Null
 * is written after each step, so it means that the run was stopped.
 */
export function stopReasonOf(status: string | null): ForeignTrajectory['stopReason'] {
  if (status === null) return 'cancelled';
  if (status === 'submitted') return 'final-answer';
  if (status.includes('exit_context')) return 'context-full';
  if (status.includes('exit_format')) return 'no-code';
  return limits.test(status) ? 'max-steps' : 'failure';
}

const limits = /exit_(?:cost|total_execution_time)/;

interface Said {
  readonly system: string;
  /** The first message to the model, made of the template of its settings. */
  readonly user: string;
  readonly replies: readonly SweAgentMessage[];
}

/** Demonstrations are given to the model as an example and are no part of the run. */
function conversationOf({ history }: SweAgentRun): Said {
  const own = history.filter((message) => message.is_demo !== true);
  const textOf = (role: string): string => {
    const message = own.find((item) => item.role === role);
    return plainContent(message?.content, '', {});
  };
  const replies = own.filter(({ role }) => role === 'assistant');
  return { system: textOf('system'), user: textOf('user'), replies };
}

/** A reply of the history belongs to the next step with its command; a step that failed to be read has none. */
function stepsOf(
  steps: readonly SweAgentStep[],
  replies: readonly SweAgentMessage[],
): ForeignStep[] {
  let next = 0;
  return steps.map((step) => {
    const found = replies.findIndex((reply, at) => at >= next && reply.action === step.action);
    if (found >= 0) next = found + 1;
    return stepOf(step, replies[found] ?? null);
  });
}

function stepOf(step: SweAgentStep, message: SweAgentMessage | null): ForeignStep {
  const observation = step.observation ?? '';
  const thought = step.thought ?? '';
  return {
    thought,
    reasoning: reasoningOf(message),
    reply: step.response ?? thought,
    code: step.action == null || step.action === '' ? null : step.action,
    observation,
    error: null,
    calls: callsOf(message).map((call) => foreignCall(call, observation, false)),
    usage: null,
    startedAt: null,
    replyMilliseconds: null,
    actionMilliseconds: step.execution_time == null ? null : step.execution_time * 1000,
  };
}

function callsOf(message: SweAgentMessage | null): ChatCall[] {
  const calls = z.array(z.unknown()).catch([]).parse(message?.tool_calls);
  return calls.flatMap((call) => readCall(call) ?? []);
}

const Thinking = z.array(z.looseObject({ thinking: z.string().catch('') })).catch([]);

function reasoningOf(message: SweAgentMessage | null): string | null {
  const blocks = Thinking.parse(message?.thinking_blocks);
  return blocks.length === 0 ? null : blocks.map(({ thinking }) => thinking).join('\n\n');
}

const stepFields = ['action', 'observation', 'response', 'thought', 'execution_time'];

function unmappedOf(
  { rest, steps }: SweAgentRun,
  info: Info,
  problem: Problem | null,
): Record<string, unknown> {
  const settings = AnyObject.catch({}).parse(rest['replay_config']);
  const status = info.exit_status === 'submitted' ? ['exit_status'] : [];
  const ofSteps = steps.map((step, at) => leftOver(step, stepFields, `trajectory[${at}]`));
  return {
    ...Object.fromEntries(ofSteps.flatMap((left) => Object.entries(left))),
    ...leftOver(rest, ['info', 'replay_config'], ''),
    ...leftOver(info, ['submission', ...status], 'info'),
    ...leftOver(settings, ['problem_statement'], 'replay_config'),
    ...leftOver(
      problem ?? {},
      ['id', 'text', 'extra_fields', 'type'],
      'replay_config.problem_statement',
    ),
  };
}
