// Scores of an Inspect sample as numbers: its letters for right and wrong count as Inspect itself counts them. Pure.
import * as z from 'zod';
import type { ForeignScore } from './foreignFormat.ts';
import { leftOver } from './leftOver.ts';

const Score = z.looseObject({
  value: z.unknown().optional(),
  explanation: z.string().nullish().catch(null),
});
const Scores = z.record(z.string(), Score).catch({});
const Values = z.record(z.string(), z.unknown());

/** inspect_ai, scorer/_metric.py, value_to_float: correct, incorrect, partial, no answer. */
const letters: ReadonlyMap<unknown, number> = new Map([
  ['C', 1],
  ['I', 0],
  ['P', 0.5],
  ['N', 0],
]);
const words: ReadonlyMap<string, number> = new Map([
  ['yes', 1],
  ['true', 1],
  ['no', 0],
  ['false', 0],
]);

export interface InspectScores {
  readonly scores: readonly ForeignScore[];
  readonly unmapped: Readonly<Record<string, unknown>>;
}

/** The first score is the one that Inspect shows for a sample, so it is taken for the reward. */
export function inspectScores(value: unknown): InspectScores {
  const unmapped: Record<string, unknown> = {};
  const scores = Object.entries(Scores.parse(value)).flatMap(([name, score]) => {
    const path = `scores.${name}`;
    Object.assign(unmapped, leftOver(score, ['value', 'explanation'], path));
    return valuesOf(name, score.value).map((part) => {
      const number = inspectNumber(part.value);
      if (number === null && part.value !== null) unmapped[`${path}.value`] = score.value;
      return scoreOf(part.name, part.value, number, score.explanation ?? null);
    });
  });
  return { scores: scores.map((score, at) => ({ ...score, isReward: at === 0 })), unmapped };
}

function scoreOf(
  name: string,
  value: unknown,
  number: number | null,
  reason: string | null,
): ForeignScore {
  const score = { name, value: number, isReward: false, reason };
  const judged = letters.has(value) || typeof value === 'boolean';
  return judged ? { ...score, isCorrectness: true } : score;
}

/** A scorer may give several values by name or by place. */
function valuesOf(name: string, value: unknown): { name: string; value: unknown }[] {
  const parts = Values.safeParse(value);
  if (Array.isArray(value))
    return value.map((item: unknown, at) => ({ name: `${name}[${at}]`, value: item }));
  if (!parts.success) return [{ name, value }];
  return Object.entries(parts.data).map(([key, item]) => ({ name: `${name}.${key}`, value: item }));
}

/** Null for what is no number. */
export function inspectNumber(value: unknown): number | null {
  const letter = letters.get(value);
  if (letter !== undefined) return letter;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = words.get(value.toLowerCase()) ?? Number(value);
  return Number.isFinite(number) ? number : null;
}
