// Looks for a row through a list of any length, page by page, until it is found, the list ends, or nobody wants it any more.
import type { ListQuery, ListRow } from '../../runtime/contract/viewing.ts';
import type { Host } from '../messages/host.ts';

/** As many as one request may ask for. */
const stride = 500;

export interface Seek {
  readonly query: ListQuery;
  /** The row to look at first. */
  readonly from: number;
  readonly direction: 1 | -1;
  readonly isIt: (row: ListRow) => boolean;
  readonly signal: AbortSignal;
}

/** The index of the row; null when there is none in this direction. */
export async function seekRow(host: Pick<Host, 'request'>, seek: Seek): Promise<number | null> {
  const { query, direction, isIt, signal } = seek;
  let at = seek.from;
  while (at >= 0) {
    const offset = direction === 1 ? at : Math.max(0, at - stride + 1);
    const limit = direction === 1 ? stride : at - offset + 1;
    const page = await host.request('list-trajectories', { query, offset, limit }, { signal });
    const found =
      direction === 1 ? page.rows.findIndex(isIt) : page.rows.findLastIndex((row) => isIt(row));
    if (found >= 0) return offset + found;
    if (direction === 1 && offset + page.rows.length >= page.totalRows) return null;
    if (page.rows.length === 0) return null;
    at = direction === 1 ? offset + page.rows.length : offset - 1;
  }
  return null;
}
