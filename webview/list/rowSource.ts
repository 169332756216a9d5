// The rows of the list of trajectories, as the extension reads them from the file.
import type { ListPage, ListQuery, ListRow } from '../../runtime/contract/viewing.ts';
import type { Host } from '../messages/host.ts';
import { PagedRows, pageSize } from './pagedRows.ts';

export type ListSummary = Omit<ListPage, 'rows' | 'offset'>;

export class RowSource extends PagedRows<ListQuery, ListRow, ListSummary> {
  constructor(
    host: Pick<Host, 'request'>,
    first: ListQuery,
    changed: () => void,
    failed: (error: unknown) => void,
  ) {
    super(first, {
      ask: async (query, from, signal) => {
        const params = { query, offset: from, limit: pageSize };
        const answer = await host.request('list-trajectories', params, { signal });
        const { rows, offset, ...summary } = answer;
        return { rows, offset, summary };
      },
      ...{ changed, failed },
    });
  }
}
