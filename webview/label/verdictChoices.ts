// The decisions that can be given, as large buttons with their keys.
import { html, type TemplateResult } from 'lit';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { ConflictOutcome } from '../../runtime/contract/label.ts';
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import { type Look, verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import { type ActionKeys, keyCap, shortcutOf } from './labelActions.ts';

export interface Choice<Value extends ConflictOutcome> {
  readonly value: Value;
  readonly action: LabelAction;
  readonly look: Look;
  readonly why: string;
}

export const levelChoices: readonly Choice<VerdictLevel>[] = [
  {
    ...{ value: 'Wrong', action: 'wrong', look: verdictLooks.Wrong },
    why: 'What is asked for is wrong or missing, and nothing in it earns credit.',
  },
  {
    ...{ value: 'Partially Correct', action: 'partial', look: levelLook('Partially Correct') },
    why: 'Part of what is asked for is right; the rest is wrong or missing.',
  },
  {
    ...{ value: 'Correct', action: 'correct', look: verdictLooks.Correct },
    why: 'All that is asked for is there, and right.',
  },
];

export const outcomeChoices: readonly Choice<ConflictOutcome>[] = [
  ...levelChoices,
  {
    value: 'rubric-ambiguous',
    action: 'ambiguous',
    look: { words: 'The rubric is ambiguous', icon: 'info', tone: 'muted' },
    why: 'The rubric does not say. The item is left out, and counted as left out.',
  },
];

/** On these pages a level has its whole name. */
export function levelLook(level: VerdictLevel): Look {
  return { ...verdictLooks[level], words: level };
}

export function outcomeLook(outcome: ConflictOutcome): Look {
  if (outcome !== 'rubric-ambiguous') return levelLook(outcome);
  return { words: 'The rubric is ambiguous', icon: 'info', tone: 'muted' };
}

export function lookView({ words, icon: name, tone }: Look): TemplateResult {
  return html`<span class="state">${icon(name, tone)}${words}</span>`;
}

export interface ChoicesOptions<Value extends ConflictOutcome> {
  readonly choices: readonly Choice<Value>[];
  readonly pressed: Value | null;
  readonly keys: ActionKeys;
  readonly choose: (value: Value) => void;
}

export function verdictChoices<Value extends ConflictOutcome>({
  choices,
  pressed,
  keys,
  choose,
}: ChoicesOptions<Value>): TemplateResult {
  return html`<div class="choices is-${choices.length}" role="group" aria-label="Verdicts">
    ${choices.map(
      ({ value, action, look, why }) =>
        html`<button
          type="button"
          class="choice"
          data-choice=${value}
          aria-pressed=${value === pressed ? 'true' : 'false'}
          aria-keyshortcuts=${shortcutOf(keys, action)}
          @click=${() => choose(value)}
        >
          ${keyCap(keys, action)}<span class="title"
            >${icon(look.icon, look.tone)}${look.words}</span
          ><span class="why">${why}</span>
        </button>`,
    )}
  </div>`;
}
