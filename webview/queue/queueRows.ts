// The tasks of a queue page, as the extension reads them at a train step.
import type { QueuePage, QueueRow } from '../../runtime/contract/training/runView.ts';
import { PagedRows, pageSize } from '../list/pagedRows.ts';
import type { RunHost } from '../run/runContext.ts';
import type { QueueRoute } from './queueRoute.ts';

export type QueueSummary = Omit<QueuePage, 'rows'>;
export type QueueQuery = Pick<QueueRoute, 'step' | 'filter' | 'show' | 'sort'>;

export interface QueueRowsParts {
  readonly host: Pick<RunHost, 'request'>;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

export class QueueRows extends PagedRows<QueueQuery, QueueRow, QueueSummary> {
  readonly #host: QueueRowsParts['host'];

  constructor(first: QueueQuery, { host, changed, failed }: QueueRowsParts) {
    super(first, {
      ask: async (query, offset, signal) => {
        const params = { ...query, offset, limit: pageSize };
        const { rows, ...summary } = await host.request('read-queue', params, { signal });
        return { rows, offset, summary };
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
