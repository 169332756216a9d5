// A traced agent in the common form: a step is one call of its model and what came back. Pure.
import { conversationOf } from './chatSteps.ts';
import type { ForeignScore, ForeignStep, ForeignTrajectory } from './foreignFormat.ts';
import { toolSignatures } from './foreignTools.ts';
import { leftOver } from './leftOver.ts';
import type { TracedAgent } from './otelAgents.ts';
import { attributesLeft } from './otelLeftOver.ts';
import { isWithin, otelConversation } from './otelConversation.ts';
import { spanMessages, textOf } from './otelMessages.ts';
import { genAi, olderGenAi, openInference } from './otelNames.ts';
import { toolDefinitions } from './otelTools.ts';
import type { OtlpSpan } from './otlpSpan.ts';

export function otelTrajectory(
  traced: TracedAgent,
  resource: Readonly<Record<string, unknown>>,
): ForeignTrajectory {
  const { agent, models, tools } = traced;
  const { messages, promptLength, errors } = otelConversation(traced);
  const said = conversationOf(messages, { promptLength, isError: (text) => errors.has(text) });
  const spans = [...(agent === null ? [] : [agent]), ...models, ...tools];
  const definitions = toolSignatures(toolDefinitions(spans), genAi.tools);
  const answer = said.finalAnswer ?? answerOf(agent);
  const failure = failureOf(agent, models);
  return {
    id: idOf(traced),
    task: {
      id: null,
      question: askedOf(agent) || said.question,
      referenceAnswer: null,
      metadata: {},
    },
    model: modelOf(models),
    system: said.system,
    userMessage: said.question,
    tools: definitions.tools,
    startedAt: momentOf(spans.map(({ start }) => start).find((time) => time !== null) ?? null),
    endedAt: momentOf(lastEnd(spans)),
    steps: said.steps.map((step, at) => ({ ...step, ...factsOf(models, tools, at) })),
    finalAnswer: failure === null ? answer : null,
    stopReason: failure === null ? (answer === null ? 'max-steps' : 'final-answer') : 'failure',
    failure,
    scores: spans.flatMap(scoresOf),
    unmapped: {
      ...leftOver(resource, [], 'resource'),
      ...definitions.unmapped,
      ...attributesLeft(spans),
    },
  };
}

function idOf({ agent, models }: TracedAgent): string | null {
  if (agent !== null) return `${agent.traceId}-${agent.spanId}`;
  return models[0]?.traceId ?? null;
}

function modelOf(models: readonly OtlpSpan[]): string | null {
  const names = [genAi.responseModel, genAi.requestModel, openInference.modelName];
  for (const { attributes } of models) {
    const found = names.map((name) => attributes[name]).find((name) => typeof name === 'string');
    if (found !== undefined) return found;
  }
  return null;
}

function askedOf(agent: OtlpSpan | null): string {
  if (agent === null) return '';
  const [message] = spanMessages(agent).input.filter(({ role }) => role === 'user');
  return message?.content ?? textOf(agent.attributes[openInference.inputValue]);
}

function answerOf(agent: OtlpSpan | null): string | null {
  if (agent === null) return null;
  const last = spanMessages(agent).output.at(-1)?.content;
  return (last ?? textOf(agent.attributes[openInference.outputValue])) || null;
}

/** A tool that failed is an observation; an agent or a model that failed ends it. */
function failureOf(agent: OtlpSpan | null, models: readonly OtlpSpan[]): string | null {
  return agent?.failure ?? models.at(-1)?.failure ?? null;
}

function factsOf(
  models: readonly OtlpSpan[],
  tools: readonly OtlpSpan[],
  at: number,
): Pick<ForeignStep, 'usage' | 'startedAt' | 'replyMilliseconds' | 'actionMilliseconds'> {
  const model = models[at] ?? null;
  const own = tools.filter(({ start }) => isWithin(start ?? 0, models, at));
  const spent = own.flatMap((tool) => durationOf(tool) ?? []);
  return {
    usage: model === null ? null : usageOf(model),
    startedAt: momentOf(model?.start ?? null),
    replyMilliseconds: model === null ? null : durationOf(model),
    actionMilliseconds: spent.length === 0 ? null : spent.reduce((sum, one) => sum + one, 0),
  };
}

function durationOf({ start, end }: OtlpSpan): number | null {
  return start === null || end === null ? null : Math.max(0, end - start);
}

function usageOf({ attributes }: OtlpSpan): ForeignStep['usage'] {
  const prompt = countOf(attributes, [
    genAi.inputTokens,
    olderGenAi.inputTokens,
    openInference.inputTokens,
  ]);
  const completion = countOf(attributes, [
    genAi.outputTokens,
    olderGenAi.outputTokens,
    openInference.outputTokens,
  ]);
  if (prompt === null && completion === null) return null;
  return { promptTokens: prompt ?? 0, completionTokens: completion ?? 0 };
}

function countOf(
  attributes: Readonly<Record<string, unknown>>,
  names: readonly string[],
): number | null {
  const counts = names.map((name) => Number(attributes[name] ?? NaN));
  return counts.find((count) => Number.isSafeInteger(count) && count >= 0) ?? null;
}

function lastEnd(spans: readonly OtlpSpan[]): number | null {
  const ends = spans.flatMap(({ end }) => end ?? []);
  return ends.length === 0 ? null : ends.reduce((one, other) => Math.max(one, other));
}

/** Of a year with four digits. */
const lastMoment = 253_402_300_799_999;

function momentOf(milliseconds: number | null): string | null {
  if (milliseconds === null || milliseconds > lastMoment) return null;
  return new Date(milliseconds).toISOString();
}

/** Evaluations are events of the span that they judge. */
function scoresOf({ events }: OtlpSpan): ForeignScore[] {
  return events
    .filter(({ name }) => name === genAi.evaluationEvent)
    .map(({ attributes }) => {
      const value = attributes[genAi.evaluationScore];
      const reason = textOf(
        attributes[genAi.evaluationReason] ?? attributes[genAi.evaluationLabel],
      );
      return {
        name: textOf(attributes[genAi.evaluationName]) || 'evaluation',
        value: typeof value === 'number' ? value : null,
        isReward: false,
        reason: reason === '' ? null : reason,
      };
    });
}
