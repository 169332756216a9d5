// What the reward would be if people were right everywhere: mean, pass rates, the window, advantages, and which policy
// versions were pushed the wrong way.
import { html, nothing, type TemplateResult } from 'lit';
import type { Estimate, RewardImpact } from '../../runtime/contract/agreement.ts';
import { percent, twoPlaces, wholeNumber } from '../format/numbers.ts';
import { visibleLine } from '../text/visibleText.ts';
import { advantageSentence, type Note, varianceSentence } from './agreementFacts.ts';
import { estimateText, intervalText, missingView } from './estimateView.ts';
import { movingTasks, type MovingOptions } from './movingTasks.ts';
import { notesView } from './qualityView.ts';

/** `impact` says what is missing while it cannot be shown. */
export function impactView(
  impact: RewardImpact | 'labels' | 'judge',
  moving: Omit<MovingOptions, 'moving'>,
): TemplateResult {
  return html`<section aria-labelledby="impact">
    <div class="section-head">
      <h2 id="impact">Effect on the reward</h2>
      <span class="meta">if people were right everywhere, estimated from the labels</span>
    </div>
    ${typeof impact === 'string' ? missingView(impact) : impactParts(impact, moving)}
  </section>`;
}

function impactParts(impact: RewardImpact, moving: Omit<MovingOptions, 'moving'>): TemplateResult {
  const { judge, sensitivity, specificity } = impact;
  return html`${figuresView(impact)}
    <p class="meta under">
      A pass is Correct. ${visibleLine(judge.name)} finds ${estimateText(sensitivity)} of what
      people call Correct (sensitivity) and ${estimateText(specificity)} of what they do not
      (specificity); the pass rate is corrected by both (Rogan and Gladen).
    </p>
    ${movingTasks({ ...moving, moving: impact.moving })} ${notesView(advantageNotes(impact))}
    ${wrongWayView(impact)}`;
}

function figuresView({ meanReward, passRate, window }: RewardImpact): TemplateResult {
  const { tasks, judged, corrected, enter, leave } = window;
  return html`<dl class="figures">
    ${figure('Mean reward, as judged', numberOf(meanReward.judged))}
    ${correctedFigure('Mean reward, corrected', meanReward.corrected)}
    ${figure('Pass rate, as judged', numberOf(passRate.judged))}
    ${correctedFigure('Pass rate, corrected', passRate.corrected)}
    ${figure('Tasks in the 0.2–0.8 window, as judged', wholeNumber(judged), `of ${wholeNumber(tasks)}`)}
    ${correctedFigure('In the window, corrected', corrected, (value) => wholeNumber(Math.round(value)))}
    ${figure('Tasks that enter / leave', `${wholeNumber(enter)} / ${wholeNumber(leave)}`)}
  </dl>`;
}

function correctedFigure(
  words: string,
  estimate: Estimate,
  format: (value: number) => string = twoPlaces,
): TemplateResult {
  const value = estimate.value === null ? '–' : format(estimate.value);
  return figure(words, value, intervalText(estimate, format));
}

function figure(words: string, value: string, beside: string | null = null): TemplateResult {
  return html`<div>
    <dt>${words}</dt>
    <dd>${value}${beside === null ? nothing : html` <small>${beside}</small>`}</dd>
  </div>`;
}

function numberOf(value: number | null): string {
  return value === null ? '–' : twoPlaces(value);
}

function advantageNotes(impact: RewardImpact): readonly Note[] {
  const warns = impact.advantages.otherSign > 0;
  const variance = varianceSentence(impact);
  return [
    { sentence: advantageSentence(impact), warns },
    ...(variance === null ? [] : [{ sentence: variance, warns: true }]),
  ];
}

function wrongWayView({ wrongWay }: RewardImpact): TemplateResult | typeof nothing {
  if (wrongWay.length === 0) return nothing;
  const highest = Math.max(...wrongWay.map((row) => shareOf(row)), 1e-9);
  return html`<details class="quiet">
    <summary>Trajectories pushed the wrong way, by policy version</summary>
    <table class="wrong-way">
      <caption class="sr">
        By policy version, in the groups with labels
      </caption>
      <thead>
        <tr>
          <th scope="col" class="num">Policy version</th>
          <th scope="col" class="num">Trajectories</th>
          <th scope="col" class="num">Wrong way</th>
          <th scope="col" class="num">Share</th>
          <th><span class="sr">Share as a bar</span></th>
        </tr>
      </thead>
      <tbody>
        ${wrongWay.map((row) => wrongWayRow(row, highest))}
      </tbody>
    </table>
  </details>`;
}

type WrongWay = RewardImpact['wrongWay'][number];

function wrongWayRow(row: WrongWay, highest: number): TemplateResult {
  const share = shareOf(row);
  return html`<tr>
    <th scope="row" class="num">${wholeNumber(row.policyVersion)}</th>
    <td class="num">${wholeNumber(row.trajectories)}</td>
    <td class="num">${wholeNumber(row.wrongWay)}</td>
    <td class="num">${row.trajectories === 0 ? '–' : percent(share)}</td>
    <td aria-hidden="true">
      <div class="bar"><i .style=${`width:${((share / highest) * 100).toFixed(1)}%`}></i></div>
    </td>
  </tr>`;
}

function shareOf({ wrongWay, trajectories }: WrongWay): number {
  return trajectories === 0 ? 0 : wrongWay / trajectories;
}
