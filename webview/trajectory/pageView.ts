// Draws the page of one trajectory: header, outline, steps, namespace and reward. What did not change is not drawn again.
import { html, type nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { tool } from '../controls/button.ts';
import { icon } from '../icons.ts';
import { visibleText } from '../text/visibleText.ts';
import type { PageItem } from './column/pageItems.ts';
import { exportItems } from '../shell/exportItems.ts';
import { sideView } from './sideView.ts';
import { isUnderWay } from './state/trajectoryState.ts';
import type { TrajectoryPage } from './trajectoryPage.ts';
import { headView } from './views/headView.ts';
import { carriedView, questionView } from './views/itemView.ts';
import { liveStepView } from './views/liveStepView.ts';
import { railLength, railRowHeight, railView } from './views/railView.ts';
import type { StepDesk } from './views/stepDesk.ts';
import { stepView } from './views/stepView.ts';
import { tailView } from './views/tailView.ts';
import { windowOf } from './column/scrolledRows.ts';
import { stepDesk } from './stepDeskOf.ts';
import { branchesAt } from './views/branchWords.ts';

const narrow = window.matchMedia('(max-width: 640px)');

export function pageView(page: TrajectoryPage): TemplateResult {
  if (page.problem !== null) return problemView(page, page.problem);
  const desk = stepDesk(page);
  return html`${headOf(page)}
    <div class="work">
      ${railOf(page)}
      <main class="steps" data-steps aria-label="Steps">
        ${page.finder.view()}
        <div data-items>${itemsView(page, desk)}</div>
        ${tailOf(page)}
      </main>
      ${sideView(page)}
    </div>`;
}

function problemView({ act }: TrajectoryPage, problem: string): TemplateResult {
  return html`<div class="pad">
    <div class="well trouble is-bad" role="alert">
      <div class="well-head">
        <h1 class="meta state">${icon('warning', 'bad')}This trajectory cannot be shown</h1>
        ${tool({ label: 'Show log', press: () => void act.showLog(), class: 'push' })}
      </div>
      <p class="well-text">${visibleText(problem)}</p>
    </div>
    <p>${tool({ label: 'All trajectories of this file', icon: 'up', press: () => act.list() })}</p>
  </div>`;
}

function headOf(page: TrajectoryPage): TemplateResult {
  const { state, act, companions, blind } = page;
  const place = state.place;
  return headView({
    ...{ state, elapsed: page.elapsed, stopping: page.stopping, blind },
    stop: () => void page.stopRollout(),
    openFile: (path) => void act.openFile(path),
    showReward: () => showSection('reward'),
    tools: {
      companions,
      exports: exportItems(page.context, () => [page.id]),
      position: place?.position ?? null,
      previousId: place?.previousId ?? null,
      nextId: place?.nextId ?? null,
      act: {
        list: () => act.list(),
        open: (id) => act.open(id),
        copyLink: () => void act.copyLink(null),
        group: () => act.group(),
        askCompanions: () => void page.askCompanions(),
        compare: (id) => act.compare(id),
      },
    },
  });
}

function railOf(page: TrajectoryPage): TemplateResult {
  const { rows, live } = page.state;
  const count = railLength({ rows, live });
  return railView({
    ...{ rows, live, chosen: page.chosen.step, narrow: narrow.matches },
    moving: isUnderWay(page.state),
    window: windowOf('[data-rail]', count, railRowHeight),
    choose: (step) => page.goTo(step),
    stop: () => void page.stopRollout(),
    show: showSection,
  });
}

function showSection(id: 'names' | 'reward'): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

function itemsView(page: TrajectoryPage, desk: StepDesk): TemplateResult {
  const { first, end, before, after } = page.column.rangeOf(page.items, isUnderWay(page.state));
  const drawn = page.items.slice(first, end);
  return html`${room(before)}
  ${repeat(
    drawn,
    ({ key }) => key,
    (item) => itemView(item, page, desk),
  )}
  ${room(after)}`;
}

/** Keeps the room of items that are not drawn. */
function room(height: number): TemplateResult {
  return html`<div
    class="room"
    aria-hidden="true"
    .style=${`height:${Math.round(height)}px`}
  ></div>`;
}

function itemView(item: PageItem, page: TrajectoryPage, desk: StepDesk): TemplateResult {
  switch (item.kind) {
    case 'question':
      return html`<div class="item" data-item=${item.key}>${questionView(item)}</div>`;
    case 'carried':
      return html`<div class="item" data-item=${item.key}>
        ${carriedView(item, page.state.about, desk)}
      </div>`;
    case 'step':
      return stepItem(item.row.index, item.key, page, storedStep(item, page, desk));
    case 'live':
      return stepItem(item.live.index, item.key, page, liveStep(item, page, desk));
  }
}

/** The same element while a step runs and after it ended, so that focus and place stay. */
function stepItem(
  step: number,
  key: string,
  page: TrajectoryPage,
  content: unknown,
): TemplateResult {
  const { shelf, live, rows } = page.state;
  const waiting = live?.index !== step && shelf.get(step) === undefined;
  return html`<article
    class="step"
    id=${`step-${step}`}
    data-item=${key}
    tabindex="-1"
    ?data-waiting=${waiting}
    aria-labelledby=${`step-${step}-title`}
    aria-posinset=${step}
    aria-setsize=${rows.length}
    @focusin=${() => page.chosen.set(step)}
    @click=${() => page.chosen.set(step)}
  >
    ${content}
  </article>`;
}

function storedStep(
  { row }: Extract<PageItem, { kind: 'step' }>,
  page: TrajectoryPage,
  desk: StepDesk,
): unknown {
  const { state, folds, texts, edit } = page;
  const view = state.shelf.get(row.index);
  const own = edit?.step === row.index ? edit : null;
  const answer = row.outcome === 'final-answer' ? answerOf(page, row.index) : null;
  const known = [row, view, folds.version, texts.version, own, desk.cannotRun, answer, state.place];
  return guard(known, () =>
    stepView({
      ...{ row, view, desk, answer },
      branches: branchesAt(state, row.index),
      hasParentStep: row.origin === 'person' && state.about?.parent?.relation === 'retry',
    }),
  );
}

/** The answer of the question that the step belongs to. */
function answerOf({ state }: TrajectoryPage, step: number): string | null {
  const asked = state.about?.earlier.find(({ lastStep }) => lastStep === step);
  if (asked !== undefined) return asked.finalAnswer;
  return state.rows.at(-1)?.index === step ? (state.ending?.finalAnswer ?? null) : null;
}

function liveStep(
  { live }: Extract<PageItem, { kind: 'live' }>,
  page: TrajectoryPage,
  desk: StepDesk,
): TemplateResult {
  const moving = page.state.phase === 'running';
  const elapsed = Math.max(0, Date.now() - Date.parse(live.startedAt));
  return liveStepView({ live, desk, elapsed, moving });
}

function tailOf(page: TrajectoryPage): TemplateResult | typeof nothing {
  const { state, act, context } = page;
  return tailView({
    state,
    following: page.column.following,
    follow: () => page.follow(),
    showLog: () => void act.showLog(),
    ask: {
      ...{ question: page.question, busy: page.asking, cannotRun: page.cannotRun },
      changed: (question) => {
        page.question = question;
        context.redraw();
      },
      send: () => void page.ask(),
    },
  });
}
