// Results of tau-bench (sierra-research/tau-bench, run.py): a JSON list of runs, each with the conversation of an agent with its
// tools and with a simulated user, and the reward for the state that the tools were left in.
import * as z from 'zod';
import { check } from '../../../support/parseJson.ts';
import { readChat } from './chatMessages.ts';
import { conversationOf } from './chatSteps.ts';
import type {
  ForeignFormat,
  ForeignItem,
  ForeignScore,
  ForeignStep,
  ForeignTrajectory,
} from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import { leftOver } from './leftOver.ts';
import { opensTop, partItems } from './partItems.ts';

const AnyObject = z.record(z.string(), z.unknown());
const RewardInfo = z.looseObject({ reward: z.unknown().optional(), info: AnyObject.nullish() });
const Info = z.looseObject({
  task: z.looseObject({ instruction: z.string(), actions: z.unknown().optional() }).optional(),
  /** Null for a conversation that was cut off. */
  reward_info: RewardInfo.nullish(),
  /** Of a run that broke; it has no conversation. */
  error: z.string().optional(),
});
const Run = z.looseObject({
  task_id: z.union([z.int(), z.string()]),
  reward: z.number().nullable(),
  info: Info,
  traj: z.array(z.unknown()),
  trial: z.int().nullish(),
});
type Run = z.infer<typeof Run>;

export const tauBenchFormat: ForeignFormat = {
  id: 'tau-bench',
  title: 'tau-bench results',
  patterns: ['*.json'],
  detect(_file, head) {
    const paths = headPaths(head);
    return ['[].task_id', '[].reward', '[].info'].every((path) => paths.has(path));
  },
  read: (file, signal) => partItems(file, { opens: opensTop, make }, signal),
};

function* make(value: unknown, where: string): Generator<ForeignItem> {
  const run = check(Run, value);
  if (run.ok) yield { kind: 'trajectory', trajectory: trajectoryOf(run.value) };
  else yield { kind: 'problem', where, message: `no run of tau-bench: ${run.problem}` };
}

function trajectoryOf(run: Run): ForeignTrajectory {
  const chat = readChat(run.traj, 'traj');
  const { system, question, steps } = conversationOf(chat.messages, { isError });
  const stopReason = stopReasonOf(run.info);
  return {
    id: `task-${run.task_id}-trial-${run.trial ?? 0}`,
    task: taskOf(run, question),
    model: null,
    system,
    userMessage: question,
    tools: [],
    startedAt: null,
    endedAt: null,
    steps,
    finalAnswer: stopReason === 'final-answer' ? lastSaid(steps) : null,
    stopReason,
    failure: run.info.error ?? null,
    scores: scoresOf(run),
    unmapped: { ...unmappedOf(run), ...chat.unmapped },
  };
}

/** What the agent said last to the user; the user has the last word. */
function lastSaid(steps: readonly ForeignStep[]): string | null {
  return steps.findLast(({ code }) => code === null)?.reply ?? null;
}

/** Tools of tau-bench answer so when they refuse. */
function isError(text: string): boolean {
  return text.startsWith('Error:');
}

/** The instruction is what the simulated user wants; the model sees only what that user says. */
function taskOf(
  { task_id: id, info: { task } }: Run,
  firstMessage: string,
): ForeignTrajectory['task'] {
  const { instruction = firstMessage, ...metadata } = task ?? {};
  return { id: `tau-bench-${id}`, question: instruction, referenceAnswer: null, metadata };
}

/** It is scored when the user said goodbye or a tool ended it, and only then. */
function stopReasonOf({
  error,
  reward_info: rewardInfo,
}: z.infer<typeof Info>): ForeignTrajectory['stopReason'] {
  if (error !== undefined) return 'failure';
  return rewardInfo == null ? 'max-steps' : 'final-answer';
}

/** The reward is 0 or 1; its parts are given with it. */
function scoresOf({ reward, info }: Run): ForeignScore[] {
  const parts = Object.entries(info.reward_info?.info ?? {});
  const numbers = parts.flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value }] : [],
  );
  return [
    { name: 'reward', value: reward, isReward: true, isCorrectness: true, reason: null },
    ...numbers.map((part) => ({ ...part, isReward: false, reason: null })),
  ];
}

/** `reward_info` repeats the reward and the actions of the task. */
function unmappedOf(run: Run): Record<string, unknown> {
  const { info } = run;
  const parts = Object.entries(info.reward_info?.info ?? {});
  const others = Object.fromEntries(parts.filter(([, value]) => typeof value !== 'number'));
  const repeated = isSame(info.reward_info?.['actions'], info.task?.actions) ? ['actions'] : [];
  return {
    ...leftOver(run, ['task_id', 'reward', 'info', 'traj', 'trial'], ''),
    ...leftOver(info, ['task', 'reward_info', 'error'], 'info'),
    ...leftOver(info.reward_info ?? {}, ['reward', 'info', ...repeated], 'info.reward_info'),
    ...leftOver(others, [], 'info.reward_info.info'),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
