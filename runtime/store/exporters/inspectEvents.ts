// The events of an Inspect sample: each reply of the model with its time and tokens, and each code action that ran. Pure.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import { codeCall, isFailed } from './codeCall.ts';
import { inspectReply } from './inspectReply.ts';
import { toolDefinition } from './toolDefinitions.ts';

/** The conversation stands in the messages of the sample once, and is not repeated in the events. */
export function inspectEvents({ started, steps }: Trajectory): unknown[] {
  const tools = started.tools.map(toolDefinition);
  return steps.flatMap((step) => [modelEvent(step, tools), ...toolEvents(step)]);
}

function modelEvent(step: Step, tools: readonly unknown[]): Record<string, unknown> {
  const { reply, startedAt } = step;
  return {
    event: 'model',
    timestamp: startedAt,
    working_start: 0,
    model: reply.model,
    input: [],
    tools,
    tool_choice: 'auto',
    config: {},
    output: {
      model: reply.model,
      choices: [{ message: inspectReply(step), stop_reason: 'stop' }],
      usage: usageOf(step),
      time: reply.milliseconds / 1000,
    },
    completed: later(startedAt, reply.milliseconds),
    working_time: reply.milliseconds / 1000,
  };
}

function usageOf({ reply: { usage } }: Step): unknown {
  if (usage === null) return null;
  const { promptTokens: input, completionTokens: output } = usage;
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}

function toolEvents(step: Step): unknown[] {
  const call = codeCall(step);
  if (call === null) return [];
  const started = later(step.startedAt, step.reply.milliseconds);
  const { text } = step.observation;
  return [
    {
      event: 'tool',
      type: 'function',
      timestamp: started,
      working_start: 0,
      id: call.id,
      function: call.name,
      arguments: call.arguments,
      result: text,
      error: isFailed(step) ? { type: 'unknown', message: text } : null,
      events: [],
      completed: later(started, step.sandboxMilliseconds),
      working_time: step.sandboxMilliseconds / 1000,
    },
  ];
}

function later(moment: string, milliseconds: number): string {
  return new Date(Date.parse(moment) + milliseconds).toISOString();
}
