// What of a task of the queue is read out where keys come to it, beside what is written there: all that its row shows. Pure.
import type { QueueRow } from '../../runtime/contract/training/runView.ts';
import { counted, twoPlaces } from '../format/numbers.ts';
import { lastPart } from '../run/paths.ts';
import { windowWords } from './queueCell.ts';
import { queueLooks } from './queueLooks.ts';

type Window = readonly [number, number] | null;

/** After its question, id and files, such as `pass rate 0.44, in window; Active, in this step; 16 in its queue, 8 of them fresh`. */
export function restWords(row: QueueRow, window: Window): string {
  return [rateWords(row, window), stateWords(row), queueWords(row)].join('; ');
}

/** Two files by name; of more, the first and how many there are. */
export function filesWords(files: readonly string[]): string[] {
  const [first, ...others] = files.map(lastPart);
  if (first === undefined) return [];
  if (others.length <= 1) return [[first, ...others].join(', ')];
  return [`${first}, ${counted(files.length, 'file')}`];
}

function rateWords({ passRates }: QueueRow, window: Window): string {
  if (passRates.length === 0) return 'no pass rate yet';
  const rate = passRates.at(-1)?.rate ?? null;
  if (rate === null) return 'no pass rate at the last visit';
  return joined([`pass rate ${twoPlaces(rate)}`, windowWords(rate, window)]);
}

function stateWords({ state, detail }: QueueRow): string {
  return joined([queueLooks[state].words, detail]);
}

function queueWords({ cells, lastVisit }: QueueRow): string {
  if (cells.length === 0) return 'nothing sampled yet';
  const fresh = cells.filter(({ sampledAt }) => sampledAt === lastVisit).length;
  return `${cells.length} in its queue, ${fresh} of them fresh`;
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(', ');
}
