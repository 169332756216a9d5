// The table of the list: a head that stays, the rows in sight, and space for those that are not.
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ListQuery, ListRow, SortKey } from '../../runtime/contract/viewing.ts';
import { icon } from '../icons.ts';
import type { Column } from './columns.ts';
import { rowView } from './rowView.ts';
import type { RowWindow } from './scrollMap.ts';

export interface ListTableOptions {
  readonly columns: readonly Column[];
  readonly query: ListQuery;
  readonly totalRows: number;
  readonly window: RowWindow;
  readonly focused: number;
  readonly narrow: boolean;
  readonly judges: readonly string[];
  readonly row: (index: number) => ListRow | undefined;
  readonly isChosen: (id: string) => boolean;
  readonly sortBy: (key: SortKey) => void;
  readonly clicked: (event: MouseEvent) => void;
  readonly focusedIn: (event: FocusEvent) => void;
}

export function listTable(options: ListTableOptions): TemplateResult {
  const { columns, totalRows, window } = options;
  const indexes = Array.from({ length: window.end - window.first }, (_, at) => window.first + at);
  return html`<table
    role=${options.query.groupByTask ? 'treegrid' : 'grid'}
    aria-label="Trajectories"
    aria-rowcount=${totalRows + 1}
    aria-multiselectable="true"
    @click=${options.clicked}
    @focusin=${options.focusedIn}
  >
    <colgroup>
      ${columns.map(({ width }) => html`<col class=${width} />`)}
    </colgroup>
    <thead>
      <tr aria-rowindex="1">
        ${columns.map((column) => headView(column, options))}
      </tr>
    </thead>
    <tbody>
      ${spaceView(window.above, columns.length)}
      ${repeat(
        indexes,
        (index) => index,
        (index) => rowAt(index, options),
      )}
      ${spaceView(window.below, columns.length)}
    </tbody>
  </table>`;
}

function headView(column: Column, { query, sortBy }: ListTableOptions): TemplateResult {
  const { sort, words, numeric } = column;
  const sorted = sort !== null && query.sort === sort;
  const order = query.descending ? 'descending' : 'ascending';
  return html`<th
    scope="col"
    class=${numeric ? 'num' : ''}
    title=${words}
    aria-sort=${sorted ? order : nothing}
  >
    ${
      sort === null
        ? words
        : html`<button type="button" @click=${() => sortBy(sort)}>
            ${words}${sorted ? icon(query.descending ? 'down' : 'up') : nothing}
          </button>`
    }
  </th>`;
}

function rowAt(index: number, options: ListTableOptions): TemplateResult {
  const row = options.row(index);
  const isTrajectory = row?.kind === 'trajectory';
  return rowView({
    index,
    row,
    columns: options.columns,
    focused: index === options.focused,
    chosen: isTrajectory && options.isChosen(row.id),
    inGroup: isTrajectory && options.query.groupByTask,
    narrow: options.narrow,
    judges: options.judges,
  });
}

/** Stands for the rows that are not drawn. Always there, so that the rows between keep their nodes. */
function spaceView(pixels: number, columns: number): TemplateResult {
  return html`<tr class="space" aria-hidden="true">
    <td colspan=${columns} .style=${`height:${pixels}px`}></td>
  </tr>`;
}

/** Numbers are looked at from the top, names from A. */
export function sortedBy(query: ListQuery, key: SortKey): ListQuery {
  if (query.sort === key) return { ...query, descending: !query.descending };
  const numbers: readonly SortKey[] = ['steps', 'reward', 'tokens', 'seconds'];
  return { ...query, sort: key, descending: numbers.includes(key) };
}
