// The reward as arithmetic that a person can check: `R = 1.00 + 0.3 × 5/5 + 0.3 × 3/5 = 1.48`. Shares are written as
// counts of steps where the counts are behind them; what is not known yet is `…`. Pure.
import type { Verdict } from '../../../runtime/contract/judge.ts';
import type { Reward, RewardPart } from '../../../runtime/contract/reward.ts';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import type { TrajectoryState } from '../state/trajectoryState.ts';
import { sourceOf } from './rewardSource.ts';

export interface RewardTerm {
  /** The part's name, as the recipe calls it. */
  readonly name: string;
  /** `answer`, `parse`, `run`: what it is about, for people. */
  readonly label: string;
  /** As in the sum: `1.00`, `0.3 × 3/5`, `…`. */
  readonly text: string;
  /** Weight times score; null when it is not known. */
  readonly value: number | null;
  readonly weight: number;
  readonly reason: string | null;
  /** Who or what gave the score, for example `llm-judge v3`; null before there is a reward, or where the file does not say. */
  readonly source: string | null;
}

export interface RewardSum {
  readonly recipe: string;
  readonly terms: readonly RewardTerm[];
  /** The whole line. */
  readonly line: string;
  readonly total: number | null;
  /** The most that the recipe gives. */
  readonly highest: number;
  /** Why there is no total, or what the line leaves out; a sentence each. */
  readonly notes: readonly string[];
}

const labels: Readonly<Record<string, string>> = { exec: 'run' };
const tolerance = 1e-9;

/** The terms of a reward that was given. @param rows the steps that count for it */
export function termsOf(
  { parts }: Reward,
  rows: readonly StepRow[],
  verdicts: readonly Verdict[],
): RewardTerm[] {
  return parts.map((part) => termOf(part, rows, verdicts));
}

/** Null when neither a reward nor the weights of the recipe are known. */
export function rewardSum(state: TrajectoryState): RewardSum | null {
  const rows = countedRows(state);
  const parts = state.reward?.parts ?? partsSoFar(state, rows);
  if (parts === null) return null;
  const given = state.reward === null ? null : state.verdicts;
  const terms = parts.map((part) => termOf(part, rows, given));
  const total = state.reward?.total ?? null;
  return {
    recipe: state.reward?.recipe ?? state.about?.recipeName ?? '',
    terms,
    line: lineOf(state, terms, total),
    total,
    highest: parts.reduce((sum, { weight }) => sum + Math.max(0, weight), 0),
    notes: notesOf(state, terms),
  };
}

/** Steps of questions that were asked before count for those. */
export function countedRows({ rows, about }: TrajectoryState): readonly StepRow[] {
  const before = about?.earlier.at(-1)?.lastStep ?? 0;
  return before === 0 ? rows : rows.filter(({ index }) => index > before);
}

/** What the steps earned so far by the weights of the recipe. */
function partsSoFar({ about }: TrajectoryState, rows: readonly StepRow[]): RewardPart[] | null {
  if (about?.recipe?.reward.kind !== 'tool-r1') return null;
  const { answer, parse, exec } = about.recipe.reward.weights;
  return [
    { name: 'answer', weight: answer, score: null, reason: '' },
    { name: 'parse', weight: parse, score: shareOf(rows, 'parsed'), reason: '' },
    { name: 'exec', weight: exec, score: shareOf(rows, 'executed'), reason: '' },
  ];
}

function shareOf(rows: readonly StepRow[], what: 'parsed' | 'executed'): number | null {
  return rows.length === 0 ? null : rows.filter((row) => row[what]).length / rows.length;
}

/** `verdicts` is null while the parts are no reward yet. */
function termOf(
  part: RewardPart,
  rows: readonly StepRow[],
  verdicts: readonly Verdict[] | null,
): RewardTerm {
  const { name, weight, score, reason } = part;
  const shown = score === null ? '…' : (shareText(part, rows) ?? score.toFixed(2));
  return {
    ...{ name, weight },
    label: labels[name] ?? name,
    text: weight === 1 ? shown : `${weight} × ${shown}`,
    value: score === null ? null : weight * score,
    reason: reason === '' ? null : reason,
    source: verdicts === null ? null : sourceOf(part, verdicts),
  };
}

/** `3/5` for a share of the steps that are shown; null when the score is none. */
function shareText({ name, score }: RewardPart, rows: readonly StepRow[]): string | null {
  const what = name === 'parse' ? 'parsed' : name === 'exec' ? 'executed' : null;
  if (what === null || rows.length === 0) return null;
  const counted = rows.filter((row) => row[what]).length;
  const matches = Math.abs(counted / rows.length - (score ?? -1)) < tolerance;
  return matches ? `${counted}/${rows.length}` : null;
}

function lineOf(
  state: TrajectoryState,
  terms: readonly RewardTerm[],
  total: number | null,
): string {
  const left = terms.length === 0 ? 'R' : `R = ${terms.map(({ text }) => text).join(' + ')}`;
  if (total !== null) return `${left} = ${total.toFixed(2)}`;
  const known = terms.filter(({ value }) => value !== null);
  if (known.length === 0) return left;
  const sum = known.reduce((all, { value }) => all + (value ?? 0), 0).toFixed(2);
  return state.ending === null && state.phase !== 'unended'
    ? `${left} = ${sum} so far`
    : `${left} = ${sum} without the ${unknownNames(terms)} part`;
}

function unknownNames(terms: readonly RewardTerm[]): string {
  return terms
    .filter(({ value }) => value === null)
    .map(({ label }) => label)
    .join(' and ');
}

function notesOf(state: TrajectoryState, terms: readonly RewardTerm[]): string[] {
  const unscored = terms.filter(({ value, reason }) => value === null && reason !== null);
  if (unscored.length > 0) {
    return unscored.map(({ label, reason }) => `The ${label} part has no score: ${reason}.`);
  }
  if (state.reward !== null) return [];
  if (state.about?.task.referenceAnswer == null) {
    return ['The answer part needs a reference answer, and this task has none.'];
  }
  return state.ending === null
    ? ['The answer part is added when a judge has seen the final answer.']
    : ['The answer was not judged.'];
}

/** `answer 1.00 + parse 0.30 + run 0.18`: what each part gave. */
export function partsOf(reward: Reward): { readonly label: string; readonly value: string }[] {
  return reward.parts.map(({ name, weight, score }) => ({
    label: labels[name] ?? name,
    value: score === null ? 'no score' : (weight * score).toFixed(2),
  }));
}
