// Small valid records to build tests from; each test overrides what it is about.
import { Recipe } from '../../runtime/contract/recipe.ts';
import type { Reply } from '../../runtime/contract/reply.ts';
import type { Step } from '../../runtime/contract/step.ts';
import { Task } from '../../runtime/contract/task.ts';
import type { TrajectoryEnded, TrajectoryStarted } from '../../runtime/contract/trajectory.ts';
import toolR1 from '../../runtime/recipes/tool-r1.json' with { type: 'json' };

export const at = '2026-05-04T09:30:00.000Z';

export function makeTask(over: Partial<Task> = {}): Task {
  return { ...Task.parse({ version: 1, id: 'task-1', question: 'How many rows?' }), ...over };
}

export function makeReply(over: Partial<Reply> = {}): Reply {
  return {
    text: 'Thought: count.\nCode:\n```py\nprint(1)\n```<end_code>',
    reasoning: null,
    finishReason: 'stop',
    stopString: '<end_code>',
    model: 'fake',
    usage: { promptTokens: 10, completionTokens: 5 },
    tokens: null,
    firstTokenMilliseconds: 1,
    milliseconds: 2,
    ...over,
  };
}

export function makeStep(over: Partial<Step> = {}): Step {
  return {
    index: 1,
    startedAt: at,
    reply: makeReply(),
    thought: 'count.',
    code: 'print(1)',
    faults: [],
    parsed: true,
    executed: true,
    observation: {
      kind: 'executed',
      text: '1',
      stdout: '1\n',
      stdoutCut: 0,
      value: null,
      error: null,
      refusals: [],
      warnings: [],
      recovery: 'none',
      violations: [],
    },
    toolCalls: [],
    variables: [],
    outputFiles: [],
    shortenedObservations: [],
    sandboxMilliseconds: 1,
    ...over,
  };
}

export function makeStarted(over: Partial<TrajectoryStarted> = {}): TrajectoryStarted {
  return {
    version: 1,
    trajectoryId: 'trajectory-1',
    kind: 'trajectory-started',
    startedAt: at,
    task: makeTask(),
    model: 'fake',
    policyVersion: 0,
    recipe: Recipe.parse(toolR1),
    tools: [],
    seed: 7,
    prompt: { system: 'You answer by writing Python.', user: 'How many rows?' },
    ...over,
  };
}

export function makeEnded(over: Partial<TrajectoryEnded> = {}): TrajectoryEnded {
  return {
    version: 1,
    trajectoryId: 'trajectory-1',
    kind: 'trajectory-ended',
    endedAt: at,
    stopReason: 'final-answer',
    finalAnswer: '42',
    failure: null,
    ...over,
  };
}
