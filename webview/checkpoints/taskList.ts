// The tasks that one of two checkpoints passed and the other did not. Many of them are folded away.
import { html, nothing, type TemplateResult } from 'lit';
import { counted, wholeNumber } from '../format/numbers.ts';
import { icon, type IconName } from '../icons.ts';
import type { ComparedCheckpoints } from './comparison.ts';

type ComparedTask = ComparedCheckpoints['won'][number];

export interface TaskListParts {
  readonly title: string;
  readonly icon: IconName;
  readonly tone: string;
  readonly tasks: readonly ComparedTask[];
}

/** Shown before a person asks for all. */
const first = 6;

export function taskList({ title, icon: name, tone, tasks }: TaskListParts): TemplateResult {
  const more = tasks.slice(first);
  return html`<div class="tasks">
    <h3>${icon(name, tone)}${title}, ${counted(tasks.length, 'task')}</h3>
    <ul>
      ${tasks.slice(0, first).map(taskView)}
    </ul>
    ${
      more.length === 0
        ? nothing
        : html`<details>
            <summary>${wholeNumber(more.length)} more</summary>
            <ul>
              ${more.map(taskView)}
            </ul>
          </details>`
    }
  </div>`;
}

function taskView({ taskId, question }: ComparedTask): TemplateResult {
  return html`<li title="${taskId}: ${question}">${question}</li>`;
}
