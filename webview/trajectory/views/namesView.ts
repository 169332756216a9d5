// The namespace after a step: a row for each variable, then the names that code may not rebind.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { dropdown } from '../../controls/dropdown.ts';
import { tool } from '../../controls/button.ts';
import { counted } from '../../format/numbers.ts';
import { icon, type IconName } from '../../icons.ts';
import { visibleLine } from '../../text/visibleText.ts';
import type { NamespaceRow } from './namespaceRows.ts';

export interface NamesInput {
  readonly rows: readonly NamespaceRow[];
  /** The step after which this is the namespace; null before the first. */
  readonly step: number | null;
  /** Steps to choose from. */
  readonly steps: readonly number[];
  /** False while the step is being read. */
  readonly known: boolean;
  readonly allProtected: boolean;
  /** Why no table can be opened; null when one can. */
  readonly cannotRun: string | null;
  readonly chooseStep: (step: number) => void;
  readonly toggleProtected: () => void;
  readonly openTable: (name: string) => void;
}

/** Protected names shown until the rest is asked for. */
const shownProtected = 3;
/** As many as the runtime lists. */
const mostVariables = 200;

const marks: Readonly<Record<string, readonly [icon: IconName, tone: string, words: string]>> = {
  added: ['plus', 'ok', 'added'],
  changed: ['dot', 'warn', 'changed'],
  removed: ['dash', 'bad', 'removed'],
  refused: ['refused', 'warn', 'rebinding refused'],
};

export function namesView(input: NamesInput): TemplateResult {
  const { rows, step } = input;
  return html`<section id="names" aria-labelledby="names-title" tabindex="-1">
    <div class="side-head">
      <h2 id="names-title">Namespace</h2>
      ${step === null ? nothing : stepChoice(input, step)}
    </div>
    ${
      rows.length === 0
        ? html`<p class="meta">${input.known ? 'Nothing is defined.' : 'Reading …'}</p>`
        : tableView(input)
    }
    ${legendView(rows, input)}
  </section>`;
}

function stepChoice({ steps, chooseStep }: NamesInput, step: number): TemplateResult {
  // Made anew when there are other steps: the control forgets a value that it has no choice for yet.
  return html`<span class="push"
    >${keyed(
      steps.length,
      dropdown({
        label: 'Show the namespace after a step',
        value: String(step),
        choices: steps.map((one) => [String(one), `after step ${one}`] as const),
        changed: (value) => chooseStep(Number(value)),
        class: 'slim',
      }),
    )}</span
  >`;
}

function tableView(input: NamesInput): TemplateResult {
  const { rows, step, allProtected } = input;
  const guarded = rows.filter(({ isProtected }) => isProtected);
  const free = rows.filter(({ isProtected }) => !isProtected);
  const refused = guarded.filter(({ mark }) => mark !== null).length;
  const shown = allProtected ? guarded : guarded.slice(0, Math.max(shownProtected, refused));
  const after = step === null ? 'at the start' : `after step ${step}`;
  return html`<table class="names" role="table">
    <caption class="sr">
      Variables ${after}; marks show what the step added, changed or removed
    </caption>
    <thead>
      <tr role="row">
        <th role="columnheader"><span class="sr">Mark</span></th>
        <th role="columnheader">Name</th>
        <th role="columnheader">Type, size</th>
        <th role="columnheader" class="num">From</th>
        <th role="columnheader">Preview</th>
      </tr>
    </thead>
    <tbody>
      ${[...free, ...shown].map((row) => rowView(row, input))}
    </tbody>
  </table>`;
}

function rowView(row: NamespaceRow, input: NamesInput): TemplateResult {
  const preview = visibleLine(row.preview);
  const name = visibleLine(row.name);
  return html`<tr role="row" class=${row.mark === 'removed' ? 'is-removed' : ''}>
    <td role="cell" class="mark">${markView(row)}</td>
    <th role="rowheader" scope="row" class="name" title=${name}>
      <span class="name-text">${name}</span
      >${row.isProtected ? protectedTag : nothing}${row.isTable ? tableTool(row, input) : nothing}
    </th>
    <td role="cell" class="type muted">
      ${visibleLine(row.type)}${row.size === '' ? nothing : html`<span> · ${row.size}</span>`}
    </td>
    <td role="cell" class="from num muted">${row.step === null ? 'start' : `step ${row.step}`}</td>
    <td role="cell" class="preview" title=${preview}>${preview}</td>
  </tr>`;
}

function markView({ mark }: NamespaceRow): TemplateResult | typeof nothing {
  const known = mark === null ? undefined : marks[mark];
  return known === undefined ? nothing : icon(known[0], known[1], known[2]);
}

const protectedTag = html` <span class="tag" title="Code cannot give this name another meaning"
  >${icon('lock')}protected</span
>`;

function tableTool({ name }: NamespaceRow, { cannotRun, openTable }: NamesInput): TemplateResult {
  return html` ${tool({
    ...{ label: `Open ${visibleLine(name)} as table`, icon: 'table', iconOnly: true },
    title: cannotRun ?? 'Open as table',
    disabled: cannotRun !== null,
    class: 'inline',
    press: () => openTable(name),
  })}`;
}

function legendView(rows: readonly NamespaceRow[], input: NamesInput): TemplateResult {
  const used = new Set(rows.flatMap(({ mark }) => (mark === null ? [] : [mark])));
  const guarded = rows.filter(({ isProtected }) => isProtected).length;
  const hidden = guarded - shownProtected;
  const free = rows.length - guarded;
  return html`<p class="legend">
    ${Object.entries(marks)
      .filter(([mark]) => used.has(mark as never))
      .map(
        ([, [name, tone, words]]) => html`<span class="state">${icon(name, tone)}${words}</span>`,
      )}
    ${free >= mostVariables ? html`<span>The first ${counted(mostVariables, 'name')}</span>` : nothing}
    ${
      hidden > 0
        ? html`<button type="button" class="link push" @click=${input.toggleProtected}>
            ${input.allProtected ? 'Fewer protected names' : counted(hidden, 'more protected name')}
          </button>`
        : nothing
    }
  </p>`;
}
