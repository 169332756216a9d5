// ATIF, the Agent Trajectory Interchange Format of Harbor (RFC 0001, version 1.7): one document for one trajectory, a list of them
// for several. What the format has no field for stands in `extra.tool_r1`, where the importer finds it.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import { codeCall, isFailed } from './codeCall.ts';
import type { Exporter } from './exporter.ts';
import { toolDefinition } from './toolDefinitions.ts';

const schemaVersion = 'ATIF-v1.7';

export const atifExporter: Exporter = {
  async *write(trajectories) {
    let first: string | null = null;
    let isList = false;
    for await (const { trajectory } of trajectories) {
      const text = JSON.stringify(documentOf(trajectory), null, 1);
      if (first === null) first = text;
      else {
        yield isList ? `,\n${text}` : `[${first},\n${text}`;
        isList = true;
      }
    }
    yield isList ? ']\n' : `${first ?? '[]'}\n`;
  },
};

function documentOf(trajectory: Trajectory): unknown {
  const { started } = trajectory;
  const { prompt, trajectoryId, model, tools, recipe, policyVersion } = started;
  const given = [
    { source: 'system', message: prompt.system },
    { source: 'user', timestamp: started.startedAt, message: prompt.user },
  ].filter(({ message }) => message !== '');
  const steps = [...given, ...trajectory.steps.map(stepOf)];
  return {
    schema_version: schemaVersion,
    session_id: trajectoryId,
    trajectory_id: trajectoryId,
    agent: {
      name: 'tool-r1',
      version: String(started.version),
      model_name: model,
      tool_definitions: tools.map((tool) => ({ type: 'function', function: toolDefinition(tool) })),
      extra: { recipe: recipe.name, policy_version: policyVersion },
    },
    steps: steps.map((step, at) => ({ step_id: at + 1, ...step })),
    final_metrics: metricsOf(trajectory.steps),
    extra: { tool_r1: ownOf(trajectory) },
  };
}

/** Fields that are undefined are not written. */
function stepOf(step: Step): Record<string, unknown> {
  const call = codeCall(step);
  const { reply, thought, observation, startedAt } = step;
  const { tokens, usage } = reply;
  return {
    source: 'agent',
    timestamp: startedAt,
    message: thought,
    reasoning_content: reply.reasoning ?? undefined,
    tool_calls:
      call === null
        ? undefined
        : [{ tool_call_id: call.id, function_name: call.name, arguments: call.arguments }],
    observation: observationOf(observation.text, call?.id ?? null, isFailed(step)),
    metrics: {
      prompt_tokens: usage?.promptTokens,
      completion_tokens: usage?.completionTokens,
      prompt_token_ids: tokens?.promptIds,
      completion_token_ids: tokens?.completionIds,
      logprobs: tokens?.logProbs ?? undefined,
    },
    llm_call_count: 1,
    extra: {
      reply: reply.text,
      observation_kind: observation.kind,
      tool_calls: step.toolCalls.length === 0 ? undefined : step.toolCalls,
    },
  };
}

function observationOf(content: string, id: string | null, isError: boolean): unknown {
  if (content === '' && id === null) return undefined;
  const source = id === null ? {} : { source_call_id: id };
  return { results: [{ ...source, content, ...(isError ? { extra: { is_error: true } } : {}) }] };
}

function metricsOf(steps: readonly Step[]): Record<string, number> {
  const total = (pick: (step: Step) => number): number =>
    steps.reduce((sum, step) => sum + pick(step), 0);
  return {
    total_prompt_tokens: total(({ reply }) => reply.usage?.promptTokens ?? 0),
    total_completion_tokens: total(({ reply }) => reply.usage?.completionTokens ?? 0),
  };
}

function ownOf({ started, ended, reward, verdicts }: Trajectory): Record<string, unknown> {
  const { task } = started;
  return {
    task_id: task.id,
    question: task.question,
    reference_answer: task.referenceAnswer,
    stop_reason: ended?.stopReason ?? null,
    final_answer: ended?.finalAnswer ?? null,
    failure: ended?.failure?.message ?? null,
    ended_at: ended?.endedAt ?? null,
    scores: reward?.parts ?? [],
    total_reward: reward?.total ?? null,
    correctness: reward?.correctness ?? null,
    verdicts,
  };
}
