// The tasks of a queue page, as the extension reads them at a train step.
import type { QueuePage, QueueRow } from '../../runtime/contract/training/runView.ts';
import { PagedRows, pageSize } from '../list/pagedRows.ts';
import type { RunHost } from '../run/runContext.ts';
import type { QueueRoute } from './queueRoute.ts';

/** Where a task stood in the list when that was asked. */
export interface FollowedTask {
  readonly taskId: string;
  /** From 0; null where it was not listed. */
  readonly at: number | null;
}

export interface QueueSummary extends Omit<QueuePage, 'rows' | 'followedAt'> {
  /** Null when none was followed. */
  readonly followed: FollowedTask | null;
}
export type QueueQuery = Pick<QueueRoute, 'step' | 'filter' | 'show' | 'sort'>;

export interface QueueRowsParts {
  readonly host: Pick<RunHost, 'request'>;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

export class QueueRows extends PagedRows<QueueQuery, QueueRow, QueueSummary> {
  readonly #host: QueueRowsParts['host'];
  /** Id of the task whose place is asked for with every page; null for none. */
  follow: string | null = null;

  constructor(first: QueueQuery, { host, changed, failed }: QueueRowsParts) {
    super(first, {
      ask: async (query, offset, signal) => {
        const { follow } = this;
        const params = { ...query, follow, offset, limit: pageSize };
        const answer = await host.request('read-queue', params, { signal });
        const { rows, followedAt: at, ...rest } = answer;
        const followed = follow === null ? null : { taskId: follow, at };
        return { rows, offset, summary: { ...rest, followed } };
      },
      ...{ changed, failed },
    });
    this.#host = host;
  }

  /** Of the rows that are here. */
  known(taskId: string): QueueRow | null {
    const matching = this.summary?.matching ?? 0;
    for (let index = 0; index < matching; index += 1) {
      const row = this.row(index);
      if (row?.taskId === taskId) return row;
    }
    return null;
  }

  /** One task at the train step that is shown, whatever the filter; null where the run has none of this id. */
  async find(taskId: string, signal: AbortSignal): Promise<QueueRow | null> {
    const { step } = this.query;
    const query = { step, filter: taskId, show: 'all', sort: 'task' } as const;
    const params = { ...query, offset: 0, limit: pageSize };
    const { rows } = await this.#host.request('read-queue', params, { signal });
    return rows.find((row) => row.taskId === taskId) ?? null;
  }
}

export function queryOf({ step, filter, show, sort }: QueueRoute): QueueQuery {
  return { step, filter, show, sort };
}
