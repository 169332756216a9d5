// What the list says in words: how far the index is, what was found, and why there is nothing to see.
import type { IndexState, ListQuery } from '../../runtime/contract/viewing.ts';
import { counted, percent, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { stopFilterWords } from '../format/words.ts';

/** `Indexed 126,480 of about 200,000 lines (63 %)`; null when all is read. */
export function indexWords(state: IndexState): string | null {
  if (state.problem !== null || state.complete) return null;
  if (state.indexedBytes === 0 || state.totalBytes === 0) return 'Reading the file…';
  const share = Math.min(1, state.indexedBytes / state.totalBytes);
  const about = roundedUp(state.lines / share);
  const part = `Indexed ${wholeNumber(state.lines)} of about ${wholeNumber(about)} lines`;
  return `${part} (${percent(Math.min(share, 0.99))})`;
}

/** To two digits: more would claim to know. Never less than what is there. */
function roundedUp(lines: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, lines))) - 1);
  return Math.ceil(lines / unit) * unit;
}

/** `1 broken line`; null when there is none. */
export function brokenWords({ brokenLines }: IndexState): string | null {
  return brokenLines === 0 ? null : counted(brokenLines, 'broken line');
}

export function hasFilters(query: ListQuery): boolean {
  return filterWords(query).length > 0;
}

/** The filters that are set, each as a person would say it. */
export function filterWords(query: ListQuery): string[] {
  const { text, taskId, stopReason, verdict } = query;
  return [
    ...(text === '' ? [] : [`the text “${text}”`]),
    ...(taskId === null ? [] : [`the task ${taskId}`]),
    ...(stopReason === null ? [] : [`stopped by “${stopFilterWords[stopReason]}”`]),
    ...(verdict === null ? [] : [`the verdict “${verdictWords(verdict)}”`]),
    ...rangeWords('a reward', query.minReward, query.maxReward, twoPlaces),
    ...rangeWords('steps', query.minSteps, query.maxSteps, wholeNumber),
  ];
}

export function verdictWords(verdict: NonNullable<ListQuery['verdict']>): string {
  if (verdict === 'disagreement') return 'Judges disagree';
  return verdict === 'unjudged' ? 'Not judged' : verdict;
}

function rangeWords(
  what: string,
  low: number | null,
  high: number | null,
  format: (value: number) => string,
): string[] {
  if (low !== null && high !== null) return [`${what} from ${format(low)} to ${format(high)}`];
  if (low !== null) return [`${what} of at least ${format(low)}`];
  return high === null ? [] : [`${what} of at most ${format(high)}`];
}

export interface EmptyWords {
  readonly title: string;
  readonly advice: string;
}

/** Why the list shows no trajectory; null when it does, or may yet. */
export function emptyWords(
  query: ListQuery,
  state: IndexState | null,
  matches: number,
  searching: boolean,
): EmptyWords | null {
  if (matches > 0 || state === null) return null;
  if (!state.complete || searching) {
    return { title: 'Nothing found so far.', advice: 'The file is still being read.' };
  }
  if (state.trajectories > 0) return noMatch(query, state.trajectories);
  if (state.brokenLines > 0) {
    return {
      title: 'No line of this file is a trajectory.',
      advice: 'The lines below say why. Reopen the file with the text editor to look at it whole.',
    };
  }
  return {
    title: 'This file holds no trajectories yet.',
    advice: 'Run the agent, and what it does is written here and shown at once.',
  };
}

function noMatch(query: ListQuery, trajectories: number): EmptyWords {
  const filters = filterWords(query);
  const last = filters.pop() ?? 'this filter';
  const all = filters.length === 0 ? last : `${filters.join(', ')} and ${last}`;
  return {
    title: `No trajectory has ${all}.`,
    advice: `The file holds ${counted(trajectories, 'trajectory', 'trajectories')}.`,
  };
}

/** Whether a task trains at this pass rate: rewards must differ for that. */
export function passRateWords(passRate: number): string {
  if (passRate < 0.2) return 'too hard';
  return passRate > 0.8 ? 'too easy' : 'in window';
}
