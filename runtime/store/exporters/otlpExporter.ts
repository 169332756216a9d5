// Traces as OTLP JSON, one document: an `invoke_agent` span for a trajectory, a `chat` span for each reply, an `execute_tool` span for
// each code action, in the words of OpenTelemetry's conventions for generative AI. Ids are made of the trajectory's id, so that the
// same trajectories give the same file.
import { createHash } from 'node:crypto';
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import { genAi, genAiVersion } from '../importers/trajectories/otelNames.ts';
import { codeCall, codeTool, isFailed } from './codeCall.ts';
import type { Exporter } from './exporter.ts';
import { otlpChat, type ChatParts } from './otlpMessages.ts';
import { otlpAttributes, type Plain } from './otlpValues.ts';
import { toolDefinition } from './toolDefinitions.ts';

export const otlpExporter: Exporter = {
  async *write(trajectories) {
    let isFirst = true;
    yield head;
    for await (const { trajectory } of trajectories) {
      for (const span of spansOf(trajectory)) {
        yield `${isFirst ? '' : ','}\n${JSON.stringify(span)}`;
        isFirst = false;
      }
    }
    yield '\n]}]}]}\n';
  },
};

const resource = { attributes: otlpAttributes({ 'service.name': 'tool-r1' }) };
const scope = {
  name: 'tool-r1',
  attributes: otlpAttributes({ 'gen_ai.conventions': genAiVersion }),
};
const head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;

/** Kinds of opentelemetry-proto, trace.proto. */
const [internal, client] = [1, 3];
const failedStatus = 2;

interface SpanParts {
  readonly name: string;
  /** What it is in its trajectory, such as `chat 3`; ids are made of it. */
  readonly part: string;
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, Plain>>;
  readonly failure?: string | null;
  readonly events?: readonly unknown[];
}

function* spansOf(trajectory: Trajectory): Generator {
  const { steps } = trajectory;
  yield spanOf(trajectory, agentParts(trajectory));
  for (const [at, step] of steps.entries()) {
    yield spanOf(trajectory, chatParts(trajectory, step, otlpChat(trajectory, at)));
    if (step.code !== null) yield spanOf(trajectory, toolParts(step));
  }
}

function spanOf({ started }: Trajectory, parts: SpanParts): Record<string, unknown> {
  const { trajectoryId } = started;
  const { part, failure = null } = parts;
  const parent = part === 'agent' ? {} : { parentSpanId: hexId(trajectoryId, 'agent', 16) };
  return {
    traceId: hexId(trajectoryId, 'trace', 32),
    spanId: hexId(trajectoryId, part, 16),
    ...parent,
    name: parts.name,
    kind: parts.kind,
    startTimeUnixNano: nanoseconds(parts.start),
    endTimeUnixNano: nanoseconds(Math.max(parts.start, parts.end)),
    attributes: otlpAttributes(parts.attributes),
    events: parts.events ?? [],
    status: failure === null ? {} : { code: failedStatus, message: failure },
  };
}

function hexId(trajectoryId: string, part: string, digits: number): string {
  return createHash('sha256').update(`${trajectoryId}\0${part}`).digest('hex').slice(0, digits);
}

/** Times are kept to the microsecond, which is what a number holds of them. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`;
}

function agentParts(trajectory: Trajectory): SpanParts {
  const { started, ended, steps } = trajectory;
  const start = Date.parse(started.startedAt);
  const last = ended === null ? steps.at(-1)?.startedAt : ended.endedAt;
  const answer = ended?.finalAnswer ?? null;
  return {
    name: `invoke_agent ${started.recipe.name}`,
    part: 'agent',
    kind: internal,
    start,
    end: last === undefined ? start : Date.parse(last),
    failure: ended?.stopReason === 'failure' ? (ended.failure?.message ?? 'failed') : null,
    attributes: {
      [genAi.operation]: 'invoke_agent',
      [genAi.provider]: 'tool-r1',
      [genAi.agentName]: started.recipe.name,
      [genAi.conversation]: started.trajectoryId,
      [genAi.requestModel]: started.model,
      [genAi.tools]: JSON.stringify(
        started.tools.map((tool) => ({ type: 'function', ...toolDefinition(tool) })),
      ),
      [genAi.input]: JSON.stringify([message('user', started.task.question)]),
      [genAi.output]:
        answer === null
          ? null
          : JSON.stringify([{ ...message('assistant', answer), finish_reason: 'stop' }]),
      'tool_r1.task.id': started.task.id,
      'tool_r1.task.reference_answer': started.task.referenceAnswer,
      'tool_r1.stop_reason': ended?.stopReason ?? null,
    },
    events: evaluationsOf(trajectory, last ?? started.startedAt),
  };
}

function message(role: string, content: string): Record<string, unknown> {
  return { role, parts: [{ type: 'text', content }] };
}

function evaluationsOf({ reward }: Trajectory, moment: string): unknown[] {
  return (reward?.parts ?? []).map(({ name, score, reason }) => ({
    timeUnixNano: nanoseconds(Date.parse(moment)),
    name: genAi.evaluationEvent,
    attributes: otlpAttributes({
      [genAi.evaluationName]: name,
      [genAi.evaluationScore]: score,
      [genAi.evaluationReason]: reason,
    }),
  }));
}

function chatParts({ started }: Trajectory, step: Step, chat: ChatParts): SpanParts {
  const { reply } = step;
  const start = Date.parse(step.startedAt);
  return {
    name: `chat ${started.model}`,
    part: `chat ${step.index}`,
    kind: client,
    start,
    end: start + reply.milliseconds,
    attributes: {
      [genAi.operation]: 'chat',
      [genAi.provider]: 'tool-r1',
      [genAi.requestModel]: started.model,
      [genAi.responseModel]: reply.model,
      [genAi.inputTokens]: reply.usage?.promptTokens ?? null,
      [genAi.outputTokens]: reply.usage?.completionTokens ?? null,
      [genAi.system]: chat.system,
      [genAi.input]: chat.input,
      [genAi.output]: chat.output,
    },
  };
}

function toolParts(step: Step): SpanParts {
  const call = codeCall(step);
  const start = Date.parse(step.startedAt) + step.reply.milliseconds;
  return {
    name: `execute_tool ${codeTool}`,
    part: `tool ${step.index}`,
    kind: internal,
    start,
    end: start + step.sandboxMilliseconds,
    failure: isFailed(step) ? step.observation.kind : null,
    attributes: {
      [genAi.operation]: 'execute_tool',
      [genAi.toolName]: codeTool,
      [genAi.toolCallId]: call?.id ?? null,
      [genAi.toolArguments]: JSON.stringify(call?.arguments ?? {}),
      [genAi.toolResult]: step.observation.text,
      [genAi.errorType]: isFailed(step) ? step.observation.kind : null,
    },
  };
}
