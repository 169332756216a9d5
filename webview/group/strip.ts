// The strip of a group: one cell a rollout with verdict, reward parts, reward and advantage. A cell is a toggle: two are chosen
// to be compared.
import { html, nothing, type TemplateResult } from 'lit';
import type { GroupMember } from '../../runtime/contract/viewing.ts';
import { counted, signed, twoPlaces } from '../format/numbers.ts';
import { partLook, partsInWords, partValue } from '../format/rewardSum.ts';
import { verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import { ageWords, hasCached, highestReward, type NumberedMember } from './groupFacts.ts';

export interface StripOptions {
  readonly members: readonly NumberedMember[];
  readonly isChosen: (id: string) => boolean;
  readonly focused: number;
  readonly toggle: (member: NumberedMember) => void;
}

/** Pixels of a full stack. */
const stackHeight = 80;
/** More cells than this tell nothing at a glance; the table has all. */
export const mostCells = 256;

export function strip(options: StripOptions): TemplateResult {
  const shown = options.members.slice(0, mostCells);
  const full = highestReward(shown.map(({ member }) => member));
  const cells = (members: readonly NumberedMember[], label: string): TemplateResult =>
    html`<ol aria-label=${label}>
      ${members.map((member) => html`<li>${cell(member, full, options)}</li>`)}
    </ol>`;
  if (!hasCached(shown)) {
    return html`<div class="strip one"><div>${cells(shown, 'Rollouts')}</div></div>`;
  }
  const fresh = shown.filter(({ age }) => age === 0);
  const cached = shown.filter(({ age }) => age > 0);
  return html`<div class="strip">
    <div>
      <p class="axis meta"><span>Fresh</span></p>
      ${cells(fresh, 'Fresh')}
    </div>
    <div>
      <p class="axis meta"><span>Cached, number at the bottom: train steps old</span></p>
      ${cells(cached, 'Cached')}
    </div>
  </div>`;
}

function cell(
  numbered: NumberedMember,
  full: number,
  { isChosen, focused, toggle, members }: StripOptions,
): TemplateResult {
  const { number, member, age } = numbered;
  const { reward, advantage } = member;
  return html`<button
    type="button"
    class="cell"
    data-number=${number}
    tabindex=${number === focused ? 0 : -1}
    aria-pressed=${String(isChosen(member.id))}
    @click=${() => toggle(numbered)}
  >
    <span class="sr">${cellWords(numbered)}</span>
    <span class="look" aria-hidden="true"
      ><span>${number}</span>${verdictIcon(member)}${stack(member, full)}<b class="val"
        >${totalWords(reward)}</b
      ><span class="val">${advantage === null ? '–' : signed(advantage)}</span>${
        hasCached(members) ? html`<span>${age === 0 ? 'new' : age}</span>` : nothing
      }</span
    >
  </button>`;
}

function totalWords(reward: GroupMember['reward']): string {
  if (reward === null) return '–';
  return reward.total === null ? 'open' : twoPlaces(reward.total);
}

function stack({ reward }: GroupMember, full: number): TemplateResult {
  const parts = reward?.parts ?? [];
  return html`<span class="stack"
    >${parts.map(
      (part) =>
        html`<i
          class="p-${partLook(part.name)}"
          .style=${`height:${((Math.max(0, partValue(part)) / full) * stackHeight).toFixed(1)}px`}
        ></i>`,
    )}</span
  >`;
}

function lastLevel({ verdicts }: GroupMember): keyof typeof verdictLooks | null {
  return verdicts.at(-1)?.level ?? null;
}

function verdictIcon(member: GroupMember): TemplateResult {
  const level = lastLevel(member);
  if (level === null) return icon('dash', 'muted');
  const { icon: name, tone } = verdictLooks[level];
  return icon(name, tone);
}

function cellWords({ number, member, age }: NumberedMember): string {
  const { reward, advantage } = member;
  return [
    `Rollout ${number}`,
    ageWords(age),
    lastLevel(member) ?? 'not judged',
    reward === null ? 'no reward' : partsInWords(reward),
    ...(reward?.total == null ? [] : [`reward ${twoPlaces(reward.total)}`]),
    ...(advantage === null ? [] : [`advantage ${signed(advantage)}`]),
  ].join(', ');
}

/** Says how to read a cell, and what the strip leaves out. */
export function stripNote(members: readonly NumberedMember[]): TemplateResult {
  const full = twoPlaces(highestReward(members.map(({ member }) => member)));
  const age = hasCached(members) ? ', age in train steps' : '';
  const more = members.length - mostCells;
  return html`<p class="meta">
    In each cell, from the top: number, verdict, reward parts (full height ${full}),
    <b>reward</b>, advantage${age}.
    ${
      more > 0
        ? `The strip shows the first ${mostCells}; the table below has ${counted(more, 'more rollout')}.`
        : nothing
    }
  </p>`;
}
