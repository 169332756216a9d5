// Draws the labelling page: the item and the decision on it, and beside it progress, gain and rubric.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { LabelItem, LabellingState } from '../../runtime/contract/labelling.ts';
import { button, toggle } from '../controls/button.ts';
import { icon } from '../icons.ts';
import { visibleText } from '../text/visibleText.ts';
import { criteriaView } from './criteriaView.ts';
import { allDone, nothingToLabel } from './emptyViews.ts';
import { answerPair, itemHead, outputView } from './itemViews.ts';
import { actionKeys } from './labelActions.ts';
import type { LabelPage } from './labelPage.ts';
import { noteField } from './noteField.ts';
import { ownVerdict } from './ownVerdict.ts';
import { openerOf, openRubric, showLog, changeKeys } from './panelRequests.ts';
import { pagesNav } from './pagesNav.ts';
import { revealView } from './revealView.ts';
import { gainView, problemsView, progressView, rubricView } from './sideViews.ts';
import { levelChoices, verdictChoices } from './verdictChoices.ts';

export function labelView(page: LabelPage): TemplateResult {
  const { context } = page;
  const { state } = context.labelling;
  if (state === null) return nothingToLabel(context.start.emptyReason, () => showLog(context));
  return html`<div class="label-page">
    <main class="label-main">${topLine(page, state)}${mainView(page, state)}</main>
    ${sideView(page, state)}
  </div>`;
}

function topLine(page: LabelPage, state: LabellingState): TemplateResult {
  const { item, position } = page;
  const words = position === null ? `${state.total} items` : `Item ${position} of ${state.total}`;
  const decided = item !== undefined && page.isDecided(item);
  const marks = [
    ...(decided ? ['committed'] : []),
    ...(item?.skipped === true && !decided ? ['skipped'] : []),
  ];
  return html`<div class="top-line">
    <p class="meta state">${[words, ...marks].join(', ')}</p>
    ${pagesNav(page.context, 'label')}
  </div>`;
}

function mainView(page: LabelPage, state: LabellingState): unknown {
  const { item, position, context } = page;
  const { history } = context;
  if (item !== undefined) return keyed(item.itemHash, itemView(page, item));
  if (page.problem !== null) return unreadable(page, page.problem);
  if (position !== null) return html`<p role="status">Reading item ${position}…</p>`;
  if (state.total === 0) return emptyQueue(context.start.emptyReason);
  return allDone({
    state,
    showSkipped: () => page.goToSkipped(),
    showConflicts: () => history.go({ page: 'conflicts', position: null }),
    showAgreement: () => history.go({ page: 'agreement' }),
  });
}

function emptyQueue(reason: string | null): TemplateResult {
  const usual = 'No answer has two verdicts or more to compare. Judge some trajectories first.';
  return html`<h1>Nothing to label</h1>
    <p>${visibleText(reason ?? usual)}</p>`;
}

function unreadable(page: LabelPage, problem: string): TemplateResult {
  return html`<h1>This item cannot be shown</h1>
    <p role="alert">${visibleText(problem)}</p>
    <p>${button({ label: 'Try again', press: () => void page.read() })}</p>`;
}

function itemView(page: LabelPage, item: LabelItem): TemplateResult {
  const { context, pieces } = page;
  const decided = page.isDecided(item);
  const opener = openerOf(context);
  return html`<header class="item-head">
      ${itemHead({ item, pieces, opener, blind: item.reveal === null })}
    </header>
    ${answerPair(item, pieces)} ${decided ? decidedView(page, item) : openView(page, item)}
    ${noteOf(page, item)} ${outputView(item, pieces)}`;
}

function openView(page: LabelPage, item: LabelItem): TemplateResult {
  const { context } = page;
  const { keys } = context.start;
  const draft = context.labelling.drafts.of(item.itemHash);
  return html`<section aria-labelledby="verdict">
      <div class="section-head">
        <h2 id="verdict">Your verdict</h2>
        <span class="small muted state push"
          >${icon('hidden')}The judges’ verdicts are not loaded until you decide</span
        >
      </div>
      ${openNote(page, item)}
      ${verdictChoices({
        choices: levelChoices,
        pressed: draft.level,
        keys,
        choose: (level) => page.decide(level),
      })}
      <div class="under-choices">
        ${actionKeys(keys, openKeys, () => changeKeys(context))} ${flagToggle(page, item)}
      </div>
    </section>
    ${criteriaView(draft.ratings, (criterion, value) => page.rate(criterion, value))}`;
}

/** What stands in the way of a first decision, or was kept of one. */
function openNote(page: LabelPage, item: LabelItem): TemplateResult | typeof nothing {
  const { level } = page.context.labelling.drafts.of(item.itemHash);
  const notes = [
    ...(level === null ? [] : [`“${level}” could not be saved. Give it again.`]),
    ...(item.own === null
      ? []
      : [`You said ${item.own.last} under an older version of the rubric. Decide by the new one.`]),
    ...(page.hint === null ? [] : [page.hint]),
  ];
  if (notes.length === 0) return nothing;
  return html`<p class="note hint">${icon('info')}<span>${notes.join(' ')}</span></p>`;
}

function decidedView(page: LabelPage, item: LabelItem): TemplateResult {
  const { context, hint } = page;
  const pending = context.labelling.pendingOf(item);
  const { keys } = context.start;
  return html`${ownVerdict({
      ...{ pending, keys },
      own: pending?.isRevision === false ? null : item.own,
      goOn: () => page.goOn(),
      revise: (level) => page.decide(level),
      undo: () => page.undo(),
    })}
    ${hint === null ? nothing : html`<p class="note hint">${icon('info')}<span>${hint}</span></p>`}
    ${judgesView(page, item)}
    <div class="under-choices">
      ${actionKeys(keys, decidedKeys, () => changeKeys(context))} ${flagToggle(page, item)}
    </div>`;
}

function judgesView(page: LabelPage, { reveal, own }: LabelItem): TemplateResult {
  if (reveal === null || own === null) {
    return html`<p class="small muted" role="status">The judges’ verdicts are on their way…</p>`;
  }
  if (page.judgesHidden) {
    const show = button({ label: 'Show them', kind: 'quiet', press: () => page.reveal() });
    return html`<div class="head-line decide">
      <span class="small muted state">${icon('hidden')}What the judges said is hidden</span>${show}
    </div>`;
  }
  return revealView(reveal, own.last);
}

function flagToggle(page: LabelPage, { flagged }: LabelItem): TemplateResult {
  const label = flagged ? 'Flagged' : 'Flag';
  return toggle({ label, icon: 'answer', pressed: flagged, press: () => page.flag() });
}

function noteOf(page: LabelPage, item: LabelItem): TemplateResult {
  const { note } = page.context.labelling.drafts.of(item.itemHash);
  return noteField({
    value: note ?? item.note,
    placeholder: 'What made this hard to judge?',
    keys: page.context.start.keys,
    changed: (text) => page.typeNote(text),
    done: () => void page.saveNote(),
  });
}

function sideView(page: LabelPage, state: LabellingState): TemplateResult {
  const { context, item } = page;
  const { labelled } = context.labelling;
  const shown = item?.reveal?.stratum ?? null;
  return html`<aside class="label-side" aria-label="Progress and rubric">
    ${problemsView(state, () => showLog(context))} ${progressView({ state, labelled, shown })}
    ${gainView(state)} ${rubricView(state.rubric, () => openRubric(context))}
    <p class="meta">You label as ${visibleText(state.rater)}.</p>
  </aside>`;
}

const openKeys = [
  ['skip', 'skip'],
  ['flag', 'flag'],
  ['note', 'note'],
  ['undo', 'undo'],
  ['reveal', 'reveal'],
  ['next', 'next'],
  ['previous', 'previous'],
] as const;

const decidedKeys = [
  ['go-on', 'keep, next'],
  ['flag', 'flag'],
  ['note', 'note'],
  ['undo', 'undo'],
  ['reveal', 'hide the judges'],
  ['next', 'next'],
  ['previous', 'previous'],
] as const;
