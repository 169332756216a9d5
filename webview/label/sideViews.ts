// Beside the item: how far one is, what more labels would tell, the rubric, and what could not be read.
import { html, nothing, type TemplateResult } from 'lit';
import type { Rubric, Stratum } from '../../runtime/contract/label.ts';
import type { LabellingState } from '../../runtime/contract/labelling.ts';
import { stratumWords } from '../agreement/stratumWords.ts';
import { tool } from '../controls/button.ts';
import { duration } from '../format/durations.ts';
import { counted, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleText } from '../text/visibleText.ts';

export interface ProgressOptions {
  readonly state: LabellingState;
  /** Those included that are being saved. */
  readonly labelled: number;
  /** Stratum of the item, once it may be known. */
  readonly shown: Stratum | null;
}

export function progressView({ state, labelled, shown }: ProgressOptions): TemplateResult {
  const { total } = state;
  const share = total === 0 ? 0 : (100 * labelled) / total;
  return html`<section aria-labelledby="progress">
    <div class="side-head">
      <h2 id="progress">Progress</h2>
      <span class="small push">${wholeNumber(labelled)} of ${wholeNumber(total)}</span>
    </div>
    <div
      class="bar"
      role="progressbar"
      aria-label="Labelled"
      aria-valuemin="0"
      aria-valuenow=${labelled}
      aria-valuemax=${total}
    >
      <i .style=${`width:${share.toFixed(1)}%`}></i>
    </div>
    ${strataTable(state, shown)}
    <p class="meta under">${sourceWords(shown)} ${paceWords(state)}</p>
  </section>`;
}

const stratumTitles: Readonly<Record<Stratum, string>> = {
  advantage: 'Large advantage',
  'judge-judge': 'Judge against judge',
  'judge-rule': 'Judge against rule',
  partial: 'Partially Correct',
  unstable: 'Unstable verdict',
  random: 'Random',
};

function strataTable({ strata }: LabellingState, shown: Stratum | null): TemplateResult {
  return html`<table class="strata">
    <caption class="sr">
      Progress by stratum
    </caption>
    <thead>
      <tr>
        <th scope="col">Stratum</th>
        <th scope="col" class="num">Done</th>
        <th scope="col" class="num">Sampled</th>
      </tr>
    </thead>
    <tbody>
      ${strata
        .filter(({ population }) => population > 0)
        .map(
          ({ stratum, labelled, drawn, population }) =>
            html`<tr class=${stratum === shown ? 'picked' : ''}>
              <th scope="row">${stratumTitles[stratum]}</th>
              <td class="num">${wholeNumber(labelled)} of ${wholeNumber(drawn)}</td>
              <td class="num muted">${sampledWords(drawn, population)}</td>
            </tr>`,
        )}
    </tbody>
  </table>`;
}

/** How many of a stratum were drawn: `all`, `1 in 160`. */
export function sampledWords(drawn: number, population: number): string {
  if (drawn === 0) return 'none';
  if (drawn >= population) return 'all';
  const inverse = population / drawn;
  return `1 in ${inverse < 9.95 ? Number(inverse.toFixed(1)) : wholeNumber(inverse)}`;
}

function sourceWords(shown: Stratum | null): string {
  if (shown !== null) return `This item is from “${stratumWords[shown]}”.`;
  return 'Which stratum this item is from is shown after you decide: its name would tell what judges said.';
}

function paceWords({ pace, skipped, flagged }: LabellingState): string {
  const marks = [
    ...(skipped === 0 ? [] : [`${wholeNumber(skipped)} skipped`]),
    ...(flagged === 0 ? [] : [`${wholeNumber(flagged)} flagged`]),
  ];
  const kept = marks.length === 0 ? '' : ` ${marks.join(', ')}.`;
  return `${pace === null ? '' : `Your pace: ${duration(pace)} an item.`}${kept}`;
}

export function gainView({ gain }: LabellingState): TemplateResult {
  return html`<section aria-labelledby="gain">
    <h2 id="gain">What labels buy</h2>
    ${
      gain === null
        ? html`<p class="meta">
            Shown once a judge has graded these answers: how well it agrees with people, and how
            sure that is.
          </p>`
        : gainFigures(gain)
    }
  </section>`;
}

function gainFigures(gain: NonNullable<LabellingState['gain']>): TemplateResult {
  const { judge, n, halfWidth, more, halfWidthAfter } = gain;
  if (halfWidth === null) {
    const missing = `${counted(n, 'label')} so far, not enough for an interval of ${judge} against people.`;
    return html`<p class="meta">${missing}</p>`;
  }
  return html`<dl class="figures">
      <div>
        <dt>κ interval now</dt>
        <dd>±${twoPlaces(halfWidth)}</dd>
      </div>
      ${
        halfWidthAfter === null
          ? nothing
          : html`<div>
              <dt>after ${more} more</dt>
              <dd>±${twoPlaces(halfWidthAfter)}</dd>
            </div>`
      }
    </dl>
    <p class="meta under">
      Half width of the 95 % interval of κ, ${judge} against people, n = ${wholeNumber(n)}.
    </p>`;
}

export function rubricView({ version, points }: Rubric, open: () => void): TemplateResult {
  return html`<section aria-labelledby="rubric">
    <div class="side-head">
      <h2 id="rubric">Rubric</h2>
      <span class="meta push">version ${version}</span>
      ${tool({ label: 'Edit', icon: 'edit', press: open, title: 'Open the rubric’s file' })}
    </div>
    <ol class="rubric">
      ${points.map(
        (point, index) =>
          html`<li>
            <span class="muted" aria-hidden="true">${index + 1}</span
            ><span>${visibleText(point)}</span>
          </li>`,
      )}
    </ol>
  </section>`;
}

export function problemsView(
  { problems }: LabellingState,
  showLog: () => void,
): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<section aria-labelledby="problems">
    <div class="side-head">
      <h2 id="problems" class="state">${icon('warning', 'warn')}Could not be read</h2>
      ${tool({ label: 'Show log', press: showLog, class: 'push' })}
    </div>
    <ul class="problems">
      ${problems.map((problem) => html`<li class="small">${visibleText(problem)}</li>`)}
    </ul>
  </section>`;
}
