// What an item shows to everybody: the question, its files, the way to the trajectory, reference and candidate, last output.
import { html, nothing, type TemplateResult } from 'lit';
import type { LabelItem } from '../../runtime/contract/labelling.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { TextPieces } from './textPieces.ts';

export interface ItemOpener {
  readonly openFile: (path: string) => void;
  /** `blind` hides verdicts and rewards. */
  readonly openTrajectory: (item: LabelItem, blind: boolean) => void;
}

export interface ItemHeadOptions {
  readonly item: LabelItem;
  readonly pieces: TextPieces;
  readonly opener: ItemOpener;
  /** False once the verdicts were shown anyway. */
  readonly blind: boolean;
}

export function itemHead({ item, pieces, opener, blind }: ItemHeadOptions): TemplateResult {
  const trajectory = blind ? 'Trajectory, verdicts hidden' : 'Trajectory';
  return html`<h1
      class="question"
      tabindex="-1"
      .textContent=${pieces.shownOf('question', item.question)}
    ></h1>
    ${pieces.moreOf('question', item.question)}
    <ul class="chips" aria-label="Open beside">
      ${item.files.map((file) => html`<li>${fileChip(file, opener)}</li>`)}
      <li>
        <button type="button" class="chip" @click=${() => opener.openTrajectory(item, blind)}>
          ${icon('group', 'muted')}${trajectory}
        </button>
      </li>
    </ul>`;
}

function fileChip(
  { name, path, exists }: LabelItem['files'][number],
  { openFile }: ItemOpener,
): TemplateResult {
  const shown = visibleLine(name);
  if (!exists) {
    return html`<span class="chip muted" title="The file is not there any more."
      >${icon('warning', 'warn')}${shown}, missing</span
    >`;
  }
  const sign = /\.(csv|tsv|xlsx?|ods|parquet)$/i.test(name) ? 'table' : 'file';
  return html`<button type="button" class="chip" @click=${() => openFile(path)}>
    ${icon(sign, 'muted')}<span class="clip">${shown}</span>
  </button>`;
}

/** Reference and candidate side by side, above each other where it is narrow. */
export function answerPair(item: LabelItem, pieces: TextPieces): TemplateResult {
  const times = item.multiplicity > 1 ? `, given ${item.multiplicity} times` : '';
  return html`<div class="pair">
    ${answerView('reference', 'Reference', item.referenceAnswer, pieces)}
    ${answerView('candidate', `Candidate answer${times}`, item.finalAnswer, pieces)}
  </div>`;
}

function answerView(
  name: 'reference' | 'candidate',
  title: string,
  text: string,
  pieces: TextPieces,
): TemplateResult {
  const shown = pieces.shownOf(name, text);
  return html`<section aria-labelledby=${name}>
    <h2 id=${name} class="meta">${title}</h2>
    <p
      class="answer-text"
      tabindex="0"
      role="group"
      aria-labelledby=${name}
      .textContent=${shown === '' ? 'empty' : shown}
    ></p>
    ${pieces.moreOf(name, text)}
  </section>`;
}

/** Folded: how the agent got there is no part of what is judged. */
export function outputView(
  { steps, lastOutput }: LabelItem,
  pieces: TextPieces,
): TemplateResult | typeof nothing {
  if (lastOutput === null) return nothing;
  const { step, text } = lastOutput;
  const title = `Output of step ${step}`;
  return html`<details class="fold">
    <summary>
      ${icon('closed')}How the candidate came to this answer: ${counted(steps, 'step')}, last output
    </summary>
    <div class="well">
      <div class="well-head"><h3 class="meta">${title}</h3></div>
      <pre class="out" tabindex="0" role="region" aria-label=${title}>
${pieces.shownOf('output', text)}</pre>
      ${pieces.moreOf('output', text)}
    </div>
  </details>`;
}
