// One step: thought, code, calls of tools, output, what went wrong, what to know, and the answer. Stored or just ended, it
// looks the same.
import { html, nothing, type TemplateResult } from 'lit';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import type { StepView } from '../../../runtime/contract/viewing.ts';
import { tool } from '../../controls/button.ts';
import { duration } from '../../format/durations.ts';
import { counted, wholeNumber } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { visibleText } from '../../text/visibleText.ts';
import { callsWell } from './callsWell.ts';
import { editWell } from './editWell.ts';
import { notesView } from './notesView.ts';
import { reasoningView } from './reasoningView.ts';
import { outcomeOf } from './statusWords.ts';
import type { StepDesk } from './stepDesk.ts';
import { thoughtView } from './thoughtView.ts';
import { codeWell, outputWell, troubleWell } from './wells.ts';

export interface StepViewInput {
  readonly row: StepRow;
  /** Undefined until it is read. */
  readonly view: StepView | undefined;
  readonly desk: StepDesk;
  /** The answer of the trajectory, for the step that gave it. */
  readonly answer: string | null;
  /** Links to what was branched off before or after this step. */
  readonly branches: readonly { readonly id: string; readonly words: string }[];
  /** True for the edited step of a retry. */
  readonly hasParentStep: boolean;
}

export function stepView(input: StepViewInput): TemplateResult {
  const { row, view } = input;
  return html`${headView(input)}${view === undefined ? waitingView(row.title) : bodyView(input, view)}`;
}

function headView({ row, desk, hasParentStep }: StepViewInput): TemplateResult {
  const { icon: name, tone, words } = outcomeOf(row);
  // A step that was carried over or edited sampled none.
  const tokens =
    row.tokens === null || row.origin !== undefined ? '' : `${counted(row.tokens, 'token')}, `;
  const plain = row.outcome === 'executed' || tone === '';
  return html`<header class="step-head">
    <h2 id=${`step-${row.index}-title`}>
      ${icon(name, tone)}<span>Step ${wholeNumber(row.index)}</span>
    </h2>
    ${originTag(row)}
    <span class="step-tools push">
      ${
        hasParentStep
          ? tool({
              ...{ label: 'Show change', title: 'Compare the code with the step before editing' },
              ...{ icon: 'compare', press: () => desk.act.diffWithParent(row.index) },
            })
          : nothing
      }
      ${tool({
        ...{ label: `Open step ${row.index} as plain text`, icon: 'file', iconOnly: true },
        ...{ title: 'Open as plain text', class: 'on-hover' },
        press: () => desk.act.openAsText(row.index),
      })}
      ${tool({
        ...{ label: `Copy a link to step ${row.index}`, icon: 'link', iconOnly: true },
        ...{ title: 'Copy link', class: 'on-hover' },
        press: () => desk.act.copyLink(row.index),
      })}
    </span>
    <span class="small state ${plain ? '' : tone}">${visibleText(words)}</span>
    <span class="meta">${tokens}<span class="clock">${duration(row.milliseconds)}</span></span>
  </header>`;
}

function originTag({ origin }: StepRow): TemplateResult | typeof nothing {
  if (origin === undefined) return nothing;
  return html`<span class="tag"
    >${origin === 'parent' ? 'carried over' : 'edited by a person'}</span
  >`;
}

function waitingView(title: string): TemplateResult {
  return html`<p class="muted">${visibleText(title)}</p>
    <p class="meta">Reading this step …</p>`;
}

function bodyView(input: StepViewInput, { step, clipped }: StepView): TemplateResult {
  const { desk, answer, branches } = input;
  const lengths = new Map(clipped.map(({ field, characters }) => [field, characters]));
  const well = { step, clipped: lengths, desk };
  return html`${reasoningView(step.index, step.reply.reasoning, desk)} ${thoughtView(step.thought)}
  ${desk.edit?.step === step.index ? editWell(desk.edit, desk) : codeWell(well)}
  ${callsWell(step.index, step.toolCalls, desk)} ${outputWell(well)} ${troubleWell(well)}
  ${notesView(well)} ${answer === null ? nothing : answerView(step.index, answer, desk)}
  ${branches.map(({ id, words }) => branchView(id, words, desk))}`;
}

function answerView(step: number, answer: string, desk: StepDesk): TemplateResult {
  return html`<div class="answer">
    <div class="answer-head">
      <h3 class="meta">Final answer</h3>
      ${tool({
        ...{ label: 'Copy the final answer', title: 'Copy', icon: 'copy', iconOnly: true },
        class: 'push',
        press: () => desk.act.copy(answer, 'Final answer'),
      })}
    </div>
    <strong data-field="answer" id=${`answer-${step}`}>${visibleText(answer)}</strong>
  </div>`;
}

function branchView(id: string, words: string, desk: StepDesk): TemplateResult {
  return html`<p class="note branch">
    ${icon('branch')}<button
      type="button"
      class="link"
      @click=${() => desk.act.openTrajectory(id, null)}
    >
      ${words}
    </button>
  </p>`;
}
