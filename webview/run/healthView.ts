// Five signs of the health of a run, always in the same order, and the explanation of one of them at a time.
import { html, nothing, type TemplateResult } from 'lit';
import type { HealthBadge } from '../../runtime/contract/training/runView.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { levelLooks } from './stateLooks.ts';

export interface HealthParts {
  readonly badges: readonly HealthBadge[];
  /** As the route has it: absent before a person chose. */
  readonly open: HealthBadge['id'] | null | undefined;
  readonly toggle: (id: HealthBadge['id'] | null) => void;
  readonly openStep: (step: number) => void;
}

export function healthView(parts: HealthParts): TemplateResult {
  const open = openBadge(parts.badges, parts.open);
  return html`<section class="health" aria-label="Health">
    <ul>
      ${parts.badges.map((badge) => html`<li>${segment(badge, badge === open, parts.toggle)}</li>`)}
    </ul>
    <div id="health-why" class="why" ?hidden=${open === null}>
      ${open === null ? nothing : explanation(open, parts.openStep)}
    </div>
  </section>`;
}

/** The one a person chose; before that the worst one that needs a look. */
export function openBadge(
  badges: readonly HealthBadge[],
  chosen: HealthBadge['id'] | null | undefined,
): HealthBadge | null {
  if (chosen === undefined) {
    const worst = badges.find(({ level }) => level === 'alarm');
    return worst ?? badges.find(({ level }) => level === 'watch') ?? null;
  }
  return badges.find(({ id }) => id === chosen) ?? null;
}

/** Of the button of a badge in the document. */
export function badgeId(id: HealthBadge['id']): string {
  return `badge-${id}`;
}

function segment(
  { id, name, level, value }: HealthBadge,
  isOpen: boolean,
  toggle: HealthParts['toggle'],
): TemplateResult {
  const look = levelLooks[level];
  return html`<button
    type="button"
    id=${badgeId(id)}
    aria-expanded=${String(isOpen)}
    aria-controls="health-why"
    @click=${() => toggle(isOpen ? null : id)}
  >
    ${icon(look.icon, look.tone)}<span class="name">${name}</span> <span class="val">${value}</span>
    <span class="word">${look.words}</span>
  </button>`;
}

function explanation(badge: HealthBadge, openStep: HealthParts['openStep']): TemplateResult {
  const { step } = badge;
  return html`<div>
      <h2>What it means</h2>
      <p>${badge.means}</p>
    </div>
    <div>
      <h2>Why it matters</h2>
      <p>${badge.matters}</p>
    </div>
    <div>
      <h2>What to try</h2>
      <p>${badge.tryThis}</p>
      ${
        step === null
          ? nothing
          : html`<button type="button" class="text-link" @click=${() => openStep(step)}>
              Open the trajectories of train step ${wholeNumber(step)}
            </button>`
      }
    </div>`;
}
