// A recorded trajectory as the events that its rollout gave, so that `show` and a live run look alike. Pure.
import type { RunEvent } from '../contract/events.ts';
import type { Step } from '../contract/step.ts';
import type { Trajectory } from '../contract/trajectory.ts';

/** `file` is the file that the trajectory was read from. */
export function* trajectoryEvents(trajectory: Trajectory, file: string): Generator<RunEvent> {
  const { started, steps, ended, verdicts, reward } = trajectory;
  const { trajectoryId } = started;
  const base = { version: 1, trajectoryId } as const;
  yield {
    ...base,
    at: started.startedAt,
    type: 'rollout-started',
    task: started.task,
    model: started.model,
    recipe: started.recipe.name,
    tools: started.tools,
    maxSteps: (started.earlier?.at(-1)?.lastStep ?? 0) + started.recipe.agent.maxSteps,
    ...(started.parent === undefined ? {} : { parent: started.parent }),
    file,
  };
  for (const step of steps) yield* stepEvents(step, trajectoryId);
  const at = ended?.endedAt ?? steps.at(-1)?.startedAt ?? started.startedAt;
  for (const verdict of verdicts) yield { ...base, at, type: 'verdict-given', verdict };
  if (ended === null) return;
  yield {
    ...base,
    at,
    type: 'rollout-ended',
    stopReason: ended.stopReason,
    finalAnswer: ended.finalAnswer,
    steps: steps.length,
    reward,
    failure: ended.failure,
    milliseconds: Math.max(0, Date.parse(ended.endedAt) - Date.parse(started.startedAt)),
  };
}

function* stepEvents(step: Step, trajectoryId: string): Generator<RunEvent> {
  const event = { version: 1, trajectoryId, at: step.startedAt, step: step.index } as const;
  yield { ...event, type: 'step-started' };
  yield { ...event, type: 'text-sampled', text: step.reply.text, channel: 'reply' };
  const { thought, code, faults } = step;
  yield { ...event, type: 'reply-parsed', thought, code, faults };
  for (const call of step.toolCalls) yield { ...event, type: 'tool-answered', call };
  yield { ...event, type: 'step-ended', step };
}
