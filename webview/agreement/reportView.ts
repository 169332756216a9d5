// The agreement page as a view of its report: everything that is shown follows from what is passed in.
import { html, nothing, type TemplateResult } from 'lit';
import type { AgreementReport, JudgeAgainstPeople } from '../../runtime/contract/agreement.ts';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import { button } from '../controls/button.ts';
import { dropdown } from '../controls/dropdown.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { chosenJudge, hasImpact, missingFor, pairWithPeople } from './agreementFacts.ts';
import { biasView } from './biasView.ts';
import { driftView, remarksView } from './driftView.ts';
import { impactView } from './impactView.ts';
import { matrixView } from './matrixView.ts';
import { pairsTable } from './pairsTable.ts';
import { qualityView } from './qualityView.ts';
import { type Scoring, scoringView } from './scoreAgain.ts';

export interface ReportOptions {
  readonly report: AgreementReport;
  /** Key of the judge that a person chose; null before. */
  readonly judge: string | null;
  readonly allMoving: boolean;
  readonly scoring: Scoring;
  /** True while newer figures are computed. */
  readonly computing: boolean;
  /** The way to the other pages. */
  readonly nav: TemplateResult;
  readonly chooseJudge: (key: string) => void;
  readonly openCell: (judge: string, judged: VerdictLevel, people: VerdictLevel) => void;
  readonly showAllMoving: () => void;
  readonly label: () => void;
  readonly askScoring: () => void;
  readonly startScoring: () => void;
  readonly closeScoring: () => void;
}

/** Offered as the next bit of work; the interval narrows visibly with as many. */
const moreLabels = 20;

export function reportView(options: ReportOptions): TemplateResult {
  const { report } = options;
  const against = chosenJudge(report, options.judge);
  return html`${headView(options)}
    <main class="pad">
      ${scoringView({
        scoring: options.scoring,
        labelledItems: report.labelledItems,
        start: options.startScoring,
        close: options.closeScoring,
      })}
      ${emptyNote(report)}
      ${
        report.pairs.length === 0
          ? nothing
          : pairsTable({
              pairs: report.pairs,
              chosen: against?.judge.key ?? null,
              choose: options.chooseJudge,
            })
      }
      ${against === null ? nothing : judgeParts(against, options)}
      ${report.labelledItems === 0 ? nothing : labelParts(options)} ${remarksView(report.remarks)}
    </main>`;
}

function judgeParts(against: JudgeAgainstPeople, options: ReportOptions): TemplateResult {
  const { report, openCell } = options;
  return html`${judgeChooser(against, options)}
    <div class="agree">
      ${matrixView({
        against,
        open: (judged, people) => openCell(against.judge.key, judged, people),
      })}
      ${qualityView(against, pairWithPeople(report, against.judge))}
    </div>`;
}

function labelParts({ report, allMoving, showAllMoving }: ReportOptions): TemplateResult {
  const missing = missingFor(report);
  const impact = hasImpact(report) && report.impact !== null ? report.impact : missing;
  return html`${impactView(impact, { all: allMoving, showAll: showAllMoving })}
  ${biasView(report, missing)} ${driftView(report.drift)}`;
}

function judgeChooser(
  against: JudgeAgainstPeople,
  { report, chooseJudge }: ReportOptions,
): TemplateResult | typeof nothing {
  if (report.judges.length < 2) return nothing;
  return html`<div class="head-line judge-chooser">
    <span class="small" aria-hidden="true">Judge</span>
    <div class="field">
      ${dropdown({
        label: 'Judge',
        value: against.judge.key,
        choices: report.judges.map(({ judge }) => [judge.key, judge.name] as const),
        changed: chooseJudge,
      })}
    </div>
  </div>`;
}

function headView(options: ReportOptions): TemplateResult {
  const { report, computing, nav } = options;
  const { labelledItems, items, trajectories, rubric } = report;
  return html`<header class="head">
    <div class="head-main">
      ${nav}
      <h1>Agreement of judges, rule and people</h1>
      <dl class="facts">
        ${fact('Labels', `${wholeNumber(labelledItems)} of ${counted(items, 'answer')} labelled`)}
        ${fact('Answers', `from ${counted(trajectories, 'trajectory', 'trajectories')}`)}
        ${fact('Rubric', `rubric version ${rubric.version} only`)}
        ${fact('Weights', 'weighted by sampling probability')}
        ${fact('Intervals', 'intervals: 95 %, bootstrap')}
      </dl>
      ${
        computing
          ? html`<p class="small state" role="status">
              ${icon('spinner')}Labels changed; computing…
            </p>`
          : nothing
      }
    </div>
    <div class="score actions">${actionsView(options)}</div>
  </header>`;
}

function actionsView({ report, label, scoring, askScoring }: ReportOptions): TemplateResult {
  const none = report.labelledItems === 0;
  const busy = scoring.phase !== 'closed';
  return html`${button({
    label: `Label ${moreLabels} more`,
    kind: none ? 'filled' : 'quiet',
    press: label,
  })}
  ${button({
    label: 'Score again with labels',
    kind: none ? 'quiet' : 'filled',
    disabled: none || busy,
    ...(none ? { title: 'There are no labels yet' } : {}),
    press: askScoring,
  })}`;
}

function fact(name: string, value: string): TemplateResult {
  return html`<div>
    <dt class="sr">${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Why there is little to see, and what to do about it. */
function emptyNote({
  trajectories,
  labelledItems,
  judges,
}: AgreementReport): TemplateResult | typeof nothing {
  if (trajectories === 0) {
    return note(
      'No trajectory has a final answer to a task with a reference answer. Run tasks that have one; their answers can then be judged and labelled.',
    );
  }
  if (labelledItems === 0) {
    return note(
      `No answer is labelled yet. Label ${moreLabels}, and every judge is measured against people here.`,
    );
  }
  if (judges.length === 0) {
    return note(
      'No judge has given a verdict on a labelled answer. Judge the trajectories first, then come back.',
    );
  }
  return nothing;
}

function note(sentence: string): TemplateResult {
  return html`<p class="note">${icon('info')}<span>${sentence}</span></p>`;
}
