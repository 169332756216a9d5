// One row of the list, whichever kind it is. Rows carry their index; clicks are handled by the table around them.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  BrokenLineRow,
  ListRow,
  TaskRow,
  TrajectoryRow,
} from '../../runtime/contract/viewing.ts';
import { counted, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { Column } from './columns.ts';
import { passRateWords } from './listWords.ts';
import { cellView, type RowContext } from './rowCells.ts';

export interface RowOptions extends RowContext {
  readonly index: number;
  readonly row: ListRow | undefined;
  readonly columns: readonly Column[];
  readonly focused: boolean;
}

export function rowView(options: RowOptions): TemplateResult {
  const { index, row, focused, chosen, inGroup } = options;
  const kind = row?.kind ?? 'loading';
  const isTask = row?.kind === 'task';
  return html`<tr
    class="${kind} ${focused ? 'current' : ''} ${inGroup ? 'in-group' : ''}"
    data-row=${index}
    tabindex=${focused ? 0 : -1}
    aria-rowindex=${index + 2}
    aria-level=${isTask ? 1 : inGroup ? 2 : nothing}
    aria-selected=${row?.kind === 'trajectory' ? String(chosen) : nothing}
    aria-expanded=${isTask ? String(row.open) : nothing}
  >
    ${cells(options)}
  </tr>`;
}

function cells(options: RowOptions): TemplateResult | TemplateResult[] {
  const { row, columns } = options;
  switch (row?.kind) {
    case 'trajectory':
      return trajectoryCells(row, options);
    case 'broken-line':
      return brokenCells(row, columns);
    case 'task':
      return taskCells(row, columns, options.narrow);
    case undefined:
      return html`<td class="num muted">…</td>
        <td colspan=${columns.length - 1}></td>`;
  }
}

function trajectoryCells(row: TrajectoryRow, options: RowOptions): TemplateResult[] {
  return options.columns.map(({ name }) => cellView(name, row, options));
}

function brokenCells({ line, message }: BrokenLineRow, columns: readonly Column[]): TemplateResult {
  const why = visibleLine(message);
  return html`<td class="num muted">${wholeNumber(line)}</td>
    <td colspan=${columns.length - 1} title=${why}>
      <span class="with-link"
        ><span class="state nowrap"
          >${icon('warning', 'warn')}<span class="warn">Not readable:</span></span
        ><span class="shrinks">${why}</span
        ><button type="button" class="text-link" data-open-line=${line} tabindex="-1">
          Open this line as text
        </button></span
      >
    </td>`;
}

function taskCells(row: TaskRow, columns: readonly Column[], narrow: boolean): TemplateResult {
  const at = columns.findIndex(({ name }) => name === 'reward');
  const between = at - 2;
  const rest = columns.length - at - 1;
  return html`<td class="num">${icon(row.open ? 'open' : 'closed')}</td>
    ${taskNameCell(row, narrow)}
    ${between > 0 ? html`<td colspan=${between}>${counted(row.trajectories, 'rollout')}</td>` : nothing}
    <td class="num">
      ${
        row.meanReward === null
          ? nothing
          : html`<span class="plain">${narrow ? '' : 'mean '}</span>${twoPlaces(row.meanReward)}`
      }
    </td>
    <td colspan=${rest}>${passRate(row, rest < 2)}</td>`;
}

/** The link stands in the widest cell, where it is never cut off. */
function taskNameCell({ taskId, question }: TaskRow, narrow: boolean): TemplateResult {
  const name = taskId === '' ? 'Unknown task' : visibleLine(question);
  if (taskId === '') return html`<td>${name}</td>`;
  return html`<td title=${name}>
    <span class="with-link"
      ><span class="shrinks">${name}</span
      ><button type="button" class="text-link" data-open-group=${taskId} tabindex="-1">
        ${narrow ? 'Group' : 'Open group'}
      </button></span
    >
  </td>`;
}

function passRate({ passRate: rate, judged }: TaskRow, short: boolean): TemplateResult {
  if (rate === null) return html`<span class="plain muted">not judged</span>`;
  const words = passRateWords(rate);
  return html`<span title=${`of ${counted(judged, 'judged rollout')}`}>${twoPlaces(rate)}</span>
    <span class="plain">${short ? words : `pass rate, ${words}`}</span>`;
}
