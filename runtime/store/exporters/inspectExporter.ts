// An Inspect log (UKGovernmentBEIS/inspect_ai, log version 2) as one JSON document that `inspect view` and `read_eval_log` accept:
// a trajectory is a sample, trajectories of one task are its epochs.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import { codeCall } from './codeCall.ts';
import type { Exporter } from './exporter.ts';
import { inspectEvents } from './inspectEvents.ts';
import { inspectReply } from './inspectReply.ts';

export const inspectExporter: Exporter = {
  async *write(trajectories) {
    const epochs = new Map<string, number>();
    let count = 0;
    for await (const { trajectory } of trajectories) {
      yield count === 0 ? `${headOf(trajectory)}\n` : ',\n';
      const { id } = trajectory.started.task;
      const epoch = (epochs.get(id) ?? 0) + 1;
      epochs.set(id, epoch);
      yield JSON.stringify(sampleOf(trajectory, epoch));
      count += 1;
    }
    if (count > 0) yield '\n]}\n';
  },
};

/** Up to the list of samples. The log has one model; a sample of another one names it. */
function headOf({ started }: Trajectory): string {
  const head = {
    version: 2,
    status: 'success',
    eval: {
      run_id: started.trajectoryId,
      created: started.startedAt,
      task: `tool-r1/${started.recipe.name}`,
      task_id: started.trajectoryId,
      task_version: 0,
      dataset: { name: 'tool-r1' },
      model: started.model,
      config: {},
    },
    plan: { name: 'plan', steps: [{ solver: started.recipe.name, params: {} }], config: {} },
  };
  return `${JSON.stringify(head).slice(0, -1)},"samples":[`;
}

function sampleOf(trajectory: Trajectory, epoch: number): Record<string, unknown> {
  const { started, ended, steps } = trajectory;
  const { task } = started;
  return {
    id: task.id,
    epoch,
    input: task.question,
    target: task.referenceAnswer ?? '',
    messages: messagesOf(trajectory),
    output: outputOf(trajectory),
    scores: scoresOf(trajectory),
    metadata: { ...task.metadata, level: task.level, trajectory_id: started.trajectoryId },
    store: {},
    events: inspectEvents(trajectory),
    model_usage: { [started.model]: usageOf(steps) },
    started_at: started.startedAt,
    completed_at: ended?.endedAt ?? null,
    uuid: started.trajectoryId,
    error: errorOf(trajectory),
    attachments: {},
    limit: limitOf(trajectory),
  };
}

function messagesOf({ started, steps }: Trajectory): unknown[] {
  const { system, user } = started.prompt;
  return [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: user, source: 'input' },
    ...steps.flatMap((step) => [inspectReply(step), ...answersOf(step)]),
  ];
}

/** As the model saw it; whether it tells of an error stands in the event of the call. */
function answersOf(step: Step): unknown[] {
  const { text } = step.observation;
  const call = codeCall(step);
  if (call === null) return text === '' ? [] : [{ role: 'user', content: text }];
  return [{ role: 'tool', content: text, tool_call_id: call.id, function: call.name }];
}

function outputOf({ started, ended, steps }: Trajectory): Record<string, unknown> {
  const last = steps.at(-1);
  const message = last === undefined ? { role: 'assistant', content: '' } : inspectReply(last);
  return {
    model: started.model,
    choices: [{ message, stop_reason: 'stop' }],
    completion: ended?.finalAnswer ?? '',
  };
}

/** What could not be measured is left out: Inspect has no word for it. */
function scoresOf({ reward, ended }: Trajectory): Record<string, unknown> {
  const parts = (reward?.parts ?? []).filter(({ score }) => score !== null);
  return Object.fromEntries(
    parts.map(({ name, score, weight, reason }) => [
      name,
      {
        value: score,
        answer: ended?.finalAnswer ?? null,
        explanation: reason,
        metadata: { weight },
      },
    ]),
  );
}

function usageOf(steps: readonly Step[]): Record<string, number> {
  const usages = steps.flatMap(({ reply }) => reply.usage ?? []);
  const input = usages.reduce((sum, { promptTokens }) => sum + promptTokens, 0);
  const output = usages.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}

function errorOf({ ended }: Trajectory): unknown {
  if (ended?.stopReason !== 'failure') return null;
  const message = ended.failure?.message ?? 'The rollout failed.';
  return { message, traceback: message, traceback_ansi: message };
}

const limits: ReadonlyMap<string, string> = new Map([
  ['max-steps', 'turn'],
  ['context-full', 'context'],
  ['cancelled', 'operator'],
]);

function limitOf({ ended, steps }: Trajectory): unknown {
  const type = limits.get(ended?.stopReason ?? '');
  return type === undefined ? null : { type, limit: steps.length };
}
