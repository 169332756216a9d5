// One line about a step, for outlines and for the table of rewards by step. Made from a whole step, so that a live rollout and
// a stored one show the same.
import * as z from 'zod';
import { ObservationKind } from './observation.ts';
import type { Step } from './step.ts';

export const StepRow = z.object({
  /** Position in the trajectory, from 1. */
  index: z.int().positive(),
  /** What the step is about: the start of its thought. */
  title: z.string(),
  outcome: ObservationKind,
  /** Exception class of an error, for example `KeyError`. */
  errorType: z.string().nullable(),
  parsed: z.boolean(),
  executed: z.boolean(),
  /** Names that were refused, for example `os` or `final_answer`. */
  refused: z.array(z.string()),
  toolCalls: z.int().nonnegative(),
  toolErrors: z.int().nonnegative(),
  /** Prompt and completion tokens; null where the engine counts none. */
  tokens: z.int().nonnegative().nullable(),
  /** As in Reply; absent for a reply that the policy sampled for this step. */
  origin: z.enum(['parent', 'person']).optional(),
  /** The reply and the sandbox together. */
  milliseconds: z.number().nonnegative(),
});
export type StepRow = z.infer<typeof StepRow>;

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
