// Where a person is on the queue page of a run, and what of it another version of the product may have saved.
import type { RunRoute } from '../../runtime/contract/runPanel.ts';
import { isRecord } from '../label/savedValues.ts';

export type QueueRoute = Extract<RunRoute, { page: 'queue' }>;

/** The newest train step, all tasks. */
export const firstQueueRoute: QueueRoute = {
  ...{ page: 'queue', step: null, filter: '', show: 'all', sort: 'last-visit', chosen: null },
};

/** What can be read of a saved route; the rest is as on a page that was just opened. */
export function savedQueueRoute(saved: Readonly<Record<string, unknown>>): QueueRoute {
  const { step, filter, show, sort, chosen } = saved;
  return {
    page: 'queue',
    step: isWhole(step) ? step : null,
    filter: typeof filter === 'string' ? filter : '',
    show: shows.find((one) => one === show) ?? 'all',
    sort: sorts.find((one) => one === sort) ?? 'last-visit',
    chosen: isChosen(chosen) ? chosen : null,
  };
}

export const shows = ['all', 'this-step', 'cooling', 'skipped'] as const;
export const sorts = ['last-visit', 'pass-rate', 'task'] as const;

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isChosen(value: unknown): value is NonNullable<QueueRoute['chosen']> {
  if (!isRecord(value) || typeof value['taskId'] !== 'string') return false;
  return value['cell'] === null || isWhole(value['cell']);
}
