// A trace of verifiers (PrimeIntellect-ai/verifiers, version 1, `traces.jsonl`; prime-rl writes the same): messages as a tree, since an
// agent may go on from an earlier message, and a record of each call of the model. The last branch is the trajectory. Pure.
import * as z from 'zod';
import type { StopReason } from '../../../contract/trajectory.ts';
import { check, type Parsed } from '../../../support/parseJson.ts';
import { readChat } from './chatMessages.ts';
import { conversationOf } from './chatSteps.ts';
import type { ForeignScore, ForeignStep, ForeignTrajectory } from './foreignFormat.ts';
import { toolSignatures } from './foreignTools.ts';
import { fieldPath, leftOver } from './leftOver.ts';
import { unixTime } from './sourceTime.ts';

const Tokens = z.int().nonnegative();
const Span = z.looseObject({ start: z.number(), end: z.number() });
const Node = z.looseObject({
  parent: z.int().nonnegative().nullish(),
  message: z.looseObject({ role: z.string() }),
  sampled: z.boolean().default(false),
});
type Node = z.infer<typeof Node>;
const Call = z.looseObject({
  node: z.int().nonnegative().nullish(),
  model: z.string().nullish().catch(null),
  usage: z
    .looseObject({
      prompt_tokens: Tokens,
      completion_tokens: Tokens,
      cached_input_tokens: Tokens.nullish(),
    })
    .nullish()
    .catch(null),
  time: Span.optional().catch(undefined),
});
type Call = z.infer<typeof Call>;
const ErrorInfo = z.looseObject({ type: z.string(), message: z.string() });
const Trace = z.looseObject({
  id: z.string(),
  task: z.looseObject({
    key: z.string().nullish(),
    data: z.looseObject({ prompt: z.unknown().optional(), answer: z.unknown().optional() }),
  }),
  tools: z.unknown().optional(),
  nodes: z.array(Node),
  calls: z.array(Call).default([]),
  rewards: z
    .record(z.string(), z.looseObject({ score: z.number(), weight: z.number() }).nullable())
    .default({}),
  metrics: z.record(z.string(), z.number().nullable()).default({}),
  root_reply: z.string().nullish(),
  ok: z.boolean().default(false),
  stop_condition: z.string().nullish(),
  errors: z.array(ErrorInfo).default([]),
  timing: z.looseObject({ start: z.number(), agent: Span.optional() }).optional(),
});
type Trace = z.infer<typeof Trace>;

/** @param place of the trace in its file, such as `traces[0]` */
export function verifiersTrace(value: unknown, place: string): Parsed<ForeignTrajectory> {
  const trace = check(Trace, value);
  return trace.ok ? { ok: true, value: trajectoryOf(trace.value, place) } : trace;
}

function trajectoryOf(trace: Trace, place: string): ForeignTrajectory {
  const branch = lastBranch(trace.nodes);
  const chat = readChat(
    trace.nodes.map(({ message }) => message),
    fieldPath(place, 'nodes'),
  );
  const messages = branch.flatMap((node) => chat.messages[node] ?? []);
  const said = conversationOf(messages, promptOf(trace, branch));
  const tools = toolSignatures(trace.tools, fieldPath(place, 'tools'));
  return {
    id: trace.id,
    task: taskOf(trace, said.question),
    model: trace.calls.find(({ model }) => model != null)?.model ?? null,
    system: said.system,
    userMessage: said.question,
    tools: tools.tools,
    startedAt: unixTime(trace.timing?.start),
    endedAt: unixTime(trace.timing?.agent?.end),
    steps: stepsOf(trace, branch, said.steps),
    ...endOf(trace, trace.root_reply ?? said.finalAnswer),
    scores: scoresOf(trace),
    unmapped: { ...restOf(trace, branch, place), ...chat.unmapped, ...tools.unmapped },
  };
}

/** From the root to the leaf that was added last. */
function lastBranch(nodes: readonly Node[]): number[] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  const path = new Set<number>();
  let node: number | null | undefined = nodes.findLastIndex((_, index) => !parents.has(index));
  while (node != null && nodes[node] !== undefined && !path.has(node)) {
    path.add(node);
    node = nodes[node]?.parent;
  }
  return [...path].reverse();
}

/** What the model did not say itself before its first reply was given to it, replies of others among it. */
function promptOf({ nodes }: Trace, branch: readonly number[]): { promptLength?: number } {
  const first = branch.findIndex((node) => nodes[node]?.sampled === true);
  return first < 0 ? {} : { promptLength: first };
}

function taskOf({ task }: Trace, question: string): ForeignTrajectory['task'] {
  const { prompt, answer, ...metadata } = task.data;
  return {
    id: task.key ?? null,
    question: typeof prompt === 'string' ? prompt : question,
    referenceAnswer: typeof answer === 'string' ? answer : null,
    metadata: { ...metadata, ...(typeof answer === 'string' ? {} : { answer: answer ?? null }) },
  };
}

/** Each reply with the call of the model that it came from. */
function stepsOf(
  { nodes, calls }: Trace,
  branch: readonly number[],
  steps: readonly ForeignStep[],
): ForeignStep[] {
  const byNode = new Map(calls.map((call) => [call.node, call]));
  const replies = branch
    .slice(branch.findIndex((node) => nodes[node]?.sampled === true))
    .filter((node) => nodes[node]?.message.role === 'assistant');
  return steps.map((step, place) => ({ ...step, ...callFacts(byNode.get(replies[place])) }));
}

function callFacts(
  call: Call | undefined,
): Pick<ForeignStep, 'usage' | 'startedAt' | 'replyMilliseconds'> {
  const { usage, time } = call ?? {};
  const cached = usage?.cached_input_tokens ?? 0;
  return {
    usage:
      usage == null
        ? null
        : { promptTokens: usage.prompt_tokens + cached, completionTokens: usage.completion_tokens },
    startedAt: unixTime(time?.start),
    replyMilliseconds:
      time === undefined || time.end < time.start ? null : (time.end - time.start) * 1000,
  };
}

const limits: ReadonlyMap<string, StopReason> = new Map([
  ['max_turns', 'max-steps'],
  ['max_input_tokens', 'context-full'],
  ['max_output_tokens', 'context-full'],
  ['max_total_tokens', 'context-full'],
  ['compaction_failed', 'context-full'],
]);

type End = Pick<ForeignTrajectory, 'finalAnswer' | 'stopReason' | 'failure'>;

function endOf({ ok, errors, stop_condition: stop }: Trace, finalAnswer: string | null): End {
  const error = ok ? undefined : errors.at(-1);
  if (error !== undefined) {
    return { finalAnswer, stopReason: 'failure', failure: `${error.type}: ${error.message}` };
  }
  const otherwise = finalAnswer === null ? 'max-steps' : 'final-answer';
  return { finalAnswer, stopReason: limits.get(stop ?? '') ?? otherwise, failure: null };
}

function scoresOf({ rewards, metrics }: Trace): ForeignScore[] {
  return [
    ...Object.entries(rewards).map(([name, reward]) => ({
      name,
      value: reward?.score ?? null,
      weight: reward?.weight ?? 1,
      isReward: true,
      reason: null,
    })),
    ...Object.entries(metrics).map(([name, value]) => ({
      name,
      value,
      isReward: false,
      reason: null,
    })),
  ];
}

const known = [
  ...['id', 'task', 'tools', 'nodes', 'calls', 'rewards', 'metrics', 'root_reply'],
  ...['ok', 'timing'],
];

/** What the trainer keeps of tokens stands in the nodes; other branches are kept as they are. */
function restOf(trace: Trace, branch: readonly number[], place: string): Record<string, unknown> {
  const taken = new Set(branch);
  const nodes = trace.nodes.map((node, at) => {
    const path = fieldPath(place, `nodes[${at}]`);
    return taken.has(at)
      ? leftOver(node, ['parent', 'message', 'sampled', 'timestamp'], path)
      : { [path]: node };
  });
  const calls = trace.calls.map((call, at) =>
    leftOver(call, ['node', 'model', 'usage', 'time'], fieldPath(place, `calls[${at}]`)),
  );
  return Object.fromEntries(
    [
      leftOver(trace, known, place),
      leftOver(trace.task, ['key', 'data'], fieldPath(place, 'task')),
      leftOver(trace.timing ?? {}, ['start'], fieldPath(place, 'timing')),
      ...nodes,
      ...calls,
    ].flatMap((fields) => Object.entries(fields)),
  );
}
