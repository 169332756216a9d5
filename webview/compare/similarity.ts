// How alike two steps are in what they do: the words of their code, the tools they call, how they ended. From 0 to 1.
import type { Step } from '../../runtime/contract/step.ts';

/** The part of a step that is compared. */
export interface Doing {
  readonly code: string | null;
  readonly outcome: Step['observation']['kind'];
  readonly tools: readonly string[];
}

export function doingOf({ code, observation, toolCalls }: Step): Doing {
  return { code, outcome: observation.kind, tools: toolCalls.map(({ name }) => name) };
}

/** Shares of ten. */
const codeWeight = 7;
const toolWeight = 2;
const outcomeWeight = 1;

export function similarity(a: Doing, b: Doing): number {
  // A final answer belongs to a final answer, whatever the code around it.
  const aEnds = a.outcome === 'final-answer';
  if (aEnds !== (b.outcome === 'final-answer')) return 0.4 * likeness(a, b);
  const alike = likeness(a, b);
  return aEnds ? 0.6 + 0.4 * alike : alike;
}

function likeness(a: Doing, b: Doing): number {
  const outcome = a.outcome === b.outcome ? 1 : 0;
  const code = overlap(words(a.code), words(b.code));
  if (a.tools.length === 0 && b.tools.length === 0) {
    return ((codeWeight + toolWeight) * code + outcomeWeight * outcome) / 10;
  }
  const tools = overlap(counts(a.tools), counts(b.tools));
  return (codeWeight * code + toolWeight * tools + outcomeWeight * outcome) / 10;
}

function words(code: string | null): ReadonlyMap<string, number> {
  return counts(code?.match(/[\p{L}\p{N}_]+/gu) ?? []);
}

function counts(items: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
}

/** Dice's coefficient of two bags; two empty ones are alike. */
function overlap(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const [item, count] of a) {
    shared += Math.min(count, b.get(item) ?? 0);
    all += count;
  }
  for (const count of b.values()) all += count;
  return all === 0 ? 1 : (2 * shared) / all;
}
