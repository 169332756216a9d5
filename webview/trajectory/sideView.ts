// The side of the page: the namespace after the chosen step, and the reward by step.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { windowOf } from './column/scrolledRows.ts';
import type { TrajectoryPage } from './trajectoryPage.ts';
import { namespaceRows } from './views/namespaceRows.ts';
import { namesView } from './views/namesView.ts';
import { countedRows, rewardSum } from './views/rewardTerms.ts';
import { rewardRowHeight, rewardsView, type RewardsInput } from './views/rewardsView.ts';
import { verdictsView } from './views/verdictsView.ts';

/** Steps offered on either side of the chosen one when there are many. */
const reach = 12;

export function sideView(page: TrajectoryPage): TemplateResult {
  const shown = namespaceStep(page);
  const { state, allProtected, cannotRun } = page;
  const known = [
    shown,
    state.shelf.get(shown ?? 0),
    state.rows,
    allProtected,
    cannotRun,
    state.about,
  ];
  return html`<aside class="side" aria-label="Namespace and reward" data-side>
    ${guard(known, () => namesOf(page, shown))} ${rewardsOf(page)}
    ${guard([state.verdicts], () => verdictsView(state.verdicts))}
  </aside>`;
}

/** The chosen step, or the last one that ended while the chosen one is under way. */
function namespaceStep({ chosen, state }: TrajectoryPage): number | null {
  const last = state.rows.at(-1)?.index ?? null;
  if (last === null) return null;
  return Math.min(chosen.step ?? last, last);
}

function namesOf(page: TrajectoryPage, shown: number | null): TemplateResult {
  const { state, act } = page;
  const step = shown === null ? null : (state.shelf.get(shown)?.step ?? null);
  const before = shown === null ? null : (state.shelf.get(shown - 1)?.step ?? null);
  return namesView({
    ...{ step: shown, steps: nearSteps(page, shown), known: shown === null || step !== null },
    rows: namespaceRows(step, before, state.about?.tools ?? []),
    ...{ allProtected: page.allProtected, cannotRun: page.cannotRun },
    chooseStep: (chosen) => page.goTo(chosen, false),
    toggleProtected: () => page.toggleProtected(),
    openTable: (name) => act.openTable(shown ?? 1, name),
  });
}

/** All steps when they are few; else those near the chosen one, and the ends. */
function nearSteps({ state }: TrajectoryPage, shown: number | null): number[] {
  const all = state.rows.map(({ index }) => index);
  if (all.length <= 3 * reach) return all;
  const at = all.indexOf(shown ?? 1);
  return all.filter(
    (_, place) => Math.abs(place - at) <= reach || place === 0 || place === all.length - 1,
  );
}

function rewardsOf(page: TrajectoryPage): unknown {
  const { state, chosen } = page;
  const rows = countedRows(state);
  const window = windowOf('[data-rewards]', rows.length, rewardRowHeight);
  const live = liveNumbers(page);
  const { first, end } = window;
  const known = [
    state.rows,
    state.reward,
    state.verdicts,
    state.ending,
    state.about,
    first,
    end,
    live?.tokens,
    chosen.step,
  ];
  return guard([...known, live === null ? 0 : Math.floor(live.milliseconds / 100)], () =>
    rewardsView({
      ...{ rows, window, live, chosen: chosen.step },
      sum: rewardSum(state),
      earlierSteps: state.about?.earlier.at(-1)?.lastStep ?? 0,
      choose: (step) => page.goTo(step),
    }),
  );
}

function liveNumbers({ state }: TrajectoryPage): RewardsInput['live'] {
  const { live, phase } = state;
  if (live === null || phase !== 'running') return null;
  const milliseconds = Math.max(0, Date.now() - Date.parse(live.startedAt));
  return { step: live.index, tokens: live.tokens, milliseconds };
}
