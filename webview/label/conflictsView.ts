// Draws the conflicts: one at a time with the labels side by side, and the list of all.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Conflict } from '../../runtime/contract/labelling.ts';
import { button } from '../controls/button.ts';
import { duration } from '../format/durations.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine, visibleText } from '../text/visibleText.ts';
import type { ConflictsPage } from './conflictsPage.ts';
import { answerPair, itemHead, outputView } from './itemViews.ts';
import { actionKeys } from './labelActions.ts';
import { noteField } from './noteField.ts';
import { pagesNav } from './pagesNav.ts';
import { changeKeys, openerOf, openRubric } from './panelRequests.ts';
import { rubricView } from './sideViews.ts';
import {
  levelLook,
  lookView,
  outcomeChoices,
  outcomeLook,
  verdictChoices,
} from './verdictChoices.ts';

export function conflictsView(page: ConflictsPage): TemplateResult {
  const { context, conflict, conflicts } = page;
  const rubric = context.labelling.state?.rubric ?? null;
  return html`<div class="label-page">
    <main class="label-main">
      <div class="top-line">
        <p class="meta state">${placeWords(page)}</p>
        ${pagesNav(context, 'conflicts')}
      </div>
      ${conflict === null ? emptyView(page) : keyed(conflict.item.itemHash, conflictView(page, conflict))}
    </main>
    <aside class="label-side" aria-label="Conflicts and rubric">
      ${conflicts === null || conflicts.length === 0 ? nothing : listView(page, conflicts)}
      ${rubric === null ? nothing : rubricView(rubric, () => openRubric(context))}
    </aside>
  </div>`;
}

function placeWords({ position, conflicts, conflict }: ConflictsPage): string {
  if (position === null) return 'Conflicts';
  const place = `Conflict ${position} of ${conflicts?.length ?? 0}`;
  return conflict?.decided == null ? place : `${place}, decided`;
}

function emptyView(page: ConflictsPage): TemplateResult {
  if (page.problem !== null) {
    return html`<h1>The conflicts cannot be shown</h1>
      <p role="alert">${visibleText(page.problem)}</p>
      <p>${button({ label: 'Try again', press: () => void page.read() })}</p>`;
  }
  if (page.conflicts === null) return html`<p role="status">Reading the conflicts…</p>`;
  return html`<h1>No conflicts</h1>
    <p>
      An item comes here when two people have given it different labels under the same version of
      the rubric. Share the label file, or merge another person’s, to compare.
    </p>`;
}

function conflictView(page: ConflictsPage, conflict: Conflict): TemplateResult {
  const { context, pieces } = page;
  const { item, labels, decided } = conflict;
  const { keys } = context.start;
  const pressed = page.saving.get(item.itemHash) ?? decided?.outcome ?? null;
  return html`<header class="item-head">
      ${itemHead({ item, pieces, opener: openerOf(context), blind: item.reveal === null })}
    </header>
    ${answerPair(item, pieces)}
    <section aria-labelledby="labels">
      <div class="section-head">
        <h2 id="labels">What people said</h2>
        <span class="meta">${counted(labels.length, 'label')}</span>
      </div>
      <div class="versus">${labels.map(labelCard)}</div>
    </section>
    <section aria-labelledby="decision">
      <div class="section-head">
        <h2 id="decision">The decision</h2>
        ${decided === null ? nothing : decidedWords(decided)}
      </div>
      ${verdictChoices({
        ...{ choices: outcomeChoices, pressed, keys },
        choose: (outcome) => page.decide(outcome),
      })}
      <div class="under-choices">
        ${actionKeys(keys, conflictKeys, () => changeKeys(context))}
        ${
          decided === null
            ? nothing
            : button({ label: 'Go on', kind: 'quiet', press: () => page.goOn() })
        }
      </div>
    </section>
    ${noteField({
      value: page.noteOf(conflict),
      placeholder: 'Why? It is kept with the decision.',
      keys,
      changed: (note) => page.typeNote(conflict, note),
      done: context.redraw,
    })}
    ${outputView(item, pieces)}`;
}

function labelCard({
  rater,
  level,
  note,
  milliseconds,
}: Conflict['labels'][number]): TemplateResult {
  return html`<article class="label-card">
    <h3 class="meta">${visibleText(rater)}</h3>
    <p class="head-line">
      <b>${lookView(levelLook(level))}</b><span class="meta">after ${duration(milliseconds)}</span>
    </p>
    <p class="small">
      ${note === '' ? html`<span class="muted">No note</span>` : visibleText(note)}
    </p>
  </article>`;
}

function decidedWords({ outcome, rater }: NonNullable<Conflict['decided']>): TemplateResult {
  return html`<b class="small">${lookView(outcomeLook(outcome))}</b>
    <span class="small muted"
      >decided by ${visibleText(rater)}; another decision replaces it</span
    >`;
}

function listView(page: ConflictsPage, conflicts: readonly Conflict[]): TemplateResult {
  const left = conflicts.filter(({ decided }) => decided === null).length;
  return html`<section aria-labelledby="all-conflicts">
    <div class="side-head">
      <h2 id="all-conflicts">All conflicts</h2>
      <span class="small push">${left} left</span>
    </div>
    <ol class="conflict-list">
      ${conflicts.map((conflict, index) => listEntry(page, conflict, index + 1))}
    </ol>
  </section>`;
}

function listEntry(page: ConflictsPage, { item, decided }: Conflict, at: number): TemplateResult {
  const sign = decided === null ? icon('dot', 'muted', 'left') : icon('tick', 'ok', 'decided');
  return html`<li>
    <button
      type="button"
      class="text-link"
      aria-current=${at === page.position ? 'true' : nothing}
      @click=${() => page.show(at)}
    >
      ${sign}<span class="clip">${visibleLine(item.question.slice(0, 200))}</span>
    </button>
  </li>`;
}

const conflictKeys = [
  ['go-on', 'next one left'],
  ['note', 'note'],
  ['next', 'next'],
  ['previous', 'previous'],
] as const;
