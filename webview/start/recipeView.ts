// The recipe of a plan: the fields that differ from it, a sentence about the rest, and all of its fields on demand.
import { html, nothing, type TemplateResult } from 'lit';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { counted } from '../format/numbers.ts';

export function recipeView({
  name,
  changed,
  all,
  summary,
}: TrainingPlan['recipe']): TemplateResult {
  return html`<div class="recipe">
    ${
      changed.length === 0
        ? nothing
        : fieldTable({
            look: 'changed',
            caption: `Fields that differ from the recipe ${name}`,
            columns: ['Field', 'Here', 'Recipe'],
            rows: changed.map(({ path, here, recipe }) => [path, here, recipe]),
          })
    }
    <p class="meta">${changed.length === 0 ? '' : 'Otherwise: '}${summary}</p>
    <details>
      <summary class="meta">All ${counted(all.length, 'field')}</summary>
      <div class="all-fields" tabindex="0" role="region" aria-label="All fields of the recipe">
        ${fieldTable({
          look: '',
          caption: 'All fields of the recipe',
          columns: ['Field', 'Value', 'From'],
          rows: all.map(({ path, value, source }) => [path, value, source]),
        })}
      </div>
    </details>
  </div>`;
}

interface FieldTable {
  readonly look: '' | 'changed';
  readonly caption: string;
  readonly columns: readonly [string, string, string];
  /** Path, value, and where that is from or what it would be otherwise. */
  readonly rows: readonly (readonly [string, string, string])[];
}

function fieldTable({ look, caption, columns, rows }: FieldTable): TemplateResult {
  return html`<table class=${look}>
    <caption class="sr">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([path, value, rest]) =>
          html`<tr>
            <th scope="row" class="mono">${path}</th>
            <td>${look === 'changed' ? html`<strong>${value}</strong>` : value}</td>
            <td class="muted">${rest}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
