// The person's own decision once it is given: what it was, keep it or revise it.
import { html, nothing, type TemplateResult } from 'lit';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { OwnLabel } from '../../runtime/contract/labelling.ts';
import { duration } from '../format/durations.ts';
import { icon } from '../icons.ts';
import { ratingsFacts } from './criteriaView.ts';
import { type ActionKeys, keyCap, shortcutOf } from './labelActions.ts';
import type { Pending } from './labelling.ts';
import { levelChoices, levelLook, lookView } from './verdictChoices.ts';

export interface OwnVerdictOptions {
  /** Null while the first label is being saved. */
  readonly own: OwnLabel | null;
  readonly pending: Pending | null;
  readonly keys: ActionKeys;
  readonly goOn: () => void;
  readonly revise: (level: VerdictLevel) => void;
  readonly undo: () => void;
}

export function ownVerdict(options: OwnVerdictOptions): TemplateResult {
  const { own, pending, keys } = options;
  const level = pending?.level ?? own?.last;
  const ratings = own?.criteria ?? null;
  return html`<section aria-labelledby="verdict">
    <div class="section-head">
      <h2 id="verdict">Your verdict</h2>
      ${level === undefined ? nothing : html`<b class="small">${lookView(levelLook(level))}</b>`}
      <span class="small muted">${ownWords(own, pending)}</span>
    </div>
    <div class="head-line decide">
      <button
        type="button"
        class="button go-on"
        aria-keyshortcuts=${shortcutOf(keys, 'go-on')}
        @click=${options.goOn}
      >
        Keep and go on ${keyCap(keys, 'go-on')}
      </button>
      <span class="small muted">or revise to</span>
      ${levelChoices.filter(({ value }) => value !== level).map((one) => reviseButton(one, options))}
      <button
        type="button"
        class="button quiet"
        aria-keyshortcuts=${shortcutOf(keys, 'undo')}
        @click=${options.undo}
      >
        ${keyCap(keys, 'undo')} Undo
      </button>
    </div>
    ${ratings === null ? nothing : ratingsFacts(ratings)}
    <p class="meta under">${countWords(own)}</p>
  </section>`;
}

function reviseButton(
  { value, action }: (typeof levelChoices)[number],
  { keys, revise }: OwnVerdictOptions,
): TemplateResult {
  return html`<button
    type="button"
    class="button quiet"
    data-revise=${value}
    aria-keyshortcuts=${shortcutOf(keys, action)}
    @click=${() => revise(value)}
  >
    ${keyCap(keys, action)} ${value}
  </button>`;
}

function ownWords(own: OwnLabel | null, pending: Pending | null): string {
  if (own === null || pending !== null) return 'is being saved';
  if (own.last !== own.first) return `revised; your first label, ${own.first}, is kept beside it`;
  return `committed after ${duration(own.milliseconds)}, kept as your first label`;
}

function countWords(own: OwnLabel | null): TemplateResult | string {
  if (own !== null && !own.currentRubric) {
    const why = 'This label was given under another version of the rubric and is not counted.';
    return html`${icon('warning', 'warn')} ${why}`;
  }
  if (own !== null && !own.blind) {
    const why =
      'This label was given after verdicts were shown: rewards use it, agreement does not.';
    return html`${icon('info')} ${why}`;
  }
  return 'A revision is stored beside the first label. Agreement always counts the first, blind one.';
}
