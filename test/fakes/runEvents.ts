// Small valid events of a rollout; each test overrides what it is about.
import type { RunEvent, RunEventOf } from '../../runtime/contract/events.ts';
import { at, makeStep, makeTask } from './records.ts';

const base = { version: 1, trajectoryId: 'trajectory-1', at } as const;

export function rolloutStarted(
  over: Partial<RunEventOf<'rollout-started'>> = {},
): RunEventOf<'rollout-started'> {
  return {
    ...base,
    type: 'rollout-started',
    task: makeTask(),
    model: 'fake',
    recipe: 'tool-r1',
    tools: [],
    maxSteps: 10,
    file: '/w/.tool-r1/trajectories/one.trajectories.jsonl',
    ...over,
  };
}

export function stepStarted(step: number, trajectoryId: string = base.trajectoryId): RunEvent {
  return { ...base, trajectoryId, type: 'step-started', step };
}

export function sampled(
  text: string,
  over: Partial<RunEventOf<'text-sampled'>> = {},
): RunEventOf<'text-sampled'> {
  return { ...base, type: 'text-sampled', step: 1, text, channel: 'reply', ...over };
}

export function parsed(step: number): RunEvent {
  return { ...base, type: 'reply-parsed', step, thought: 'count.', code: 'print(1)', faults: [] };
}

export function stepEnded(index: number, over = {}): RunEventOf<'step-ended'> {
  return { ...base, type: 'step-ended', step: makeStep({ index, ...over }) };
}

export function progressed(activity: string, done: number): RunEvent {
  return { ...base, type: 'progress-reported', activity, done, total: 10, unit: 'items' };
}

export function rolloutEnded(
  over: Partial<RunEventOf<'rollout-ended'>> = {},
): RunEventOf<'rollout-ended'> {
  return {
    ...base,
    type: 'rollout-ended',
    stopReason: 'final-answer',
    finalAnswer: '42',
    steps: 1,
    reward: null,
    failure: null,
    milliseconds: 10,
    ...over,
  };
}
