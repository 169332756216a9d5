// Makes the one line about a step from the whole step, so that a live rollout and a stored one show the same. Apart from the
// schemas, so that a page that uses it needs none of them.
import type { Step } from './step.ts';
import type { StepRow } from './stepRow.ts';

const titleCharacters = 80;

export function stepRow(step: Step): StepRow {
  const { usage } = step.reply;
  return {
    index: step.index,
    title: stepTitle(step.thought),
    outcome: step.observation.kind,
    errorType: step.observation.error?.type ?? null,
    parsed: step.parsed,
    executed: step.executed,
    refused: step.observation.refusals.map(({ name }) => name),
    toolCalls: step.toolCalls.length,
    toolErrors: step.toolCalls.filter(({ outcome }) => outcome === 'error').length,
    tokens: usage === null ? null : usage.promptTokens + usage.completionTokens,
    ...(step.reply.origin === undefined ? {} : { origin: step.reply.origin }),
    milliseconds: step.reply.milliseconds + step.sandboxMilliseconds,
  };
}

/** The first sentence of the thought, without the label that some models put before it. */
export function stepTitle(thought: string): string {
  const text = thought.replace(/^\s*thought:\s*/i, '').trimStart();
  const sentence = /^[^\n]*?[.!?](?=\s|$)|^[^\n]*/.exec(text)?.[0].trim() ?? '';
  return sentence.length > titleCharacters
    ? `${sentence.slice(0, titleCharacters - 1).trimEnd()}…`
    : sentence;
}
