// What was checked before anything is started: what fails first, then what is doubtful, each with what to do; what passes in a line.
import { html, nothing, type TemplateResult } from 'lit';
import type {
  TrainingFix,
  TrainingPlan,
} from '../../runtime/contract/training/trainingRequests.ts';
import { tool } from '../controls/button.ts';
import { icon, type IconName } from '../icons.ts';
import { fixWords } from './fixWords.ts';
import { checkSum, sortedChecks } from './planWords.ts';

type Check = TrainingPlan['checks'][number];

const looks: Readonly<Record<Check['state'], { icon: IconName; tone: string; words: string }>> = {
  fail: { icon: 'failed', tone: 'bad', words: 'failed' },
  warn: { icon: 'warning', tone: 'warn', words: 'warning' },
  pass: { icon: 'passed', tone: 'ok', words: 'passed' },
};

export interface CheckActions {
  /** Looks at everything anew; null while that is done. */
  readonly again: (() => void) | null;
  /** Does what the check of this name offers; null while everything is looked at anew, or started. */
  readonly mend: ((check: string, fix: TrainingFix) => void) | null;
  /** Name of the check whose offer is being done; null for none. */
  readonly mending: string | null;
}

export function checksView(checks: readonly Check[], actions: CheckActions): TemplateResult {
  const { again } = actions;
  return html`<section class="checks" aria-labelledby="checks">
    <h2 id="checks">Checks <span class="muted">${checkSum(checks)}</span></h2>
    <ul>
      ${sortedChecks(checks).map((check) => checkView(check, actions))}
    </ul>
    ${tool({
      label: 'Check Again',
      icon: 'again',
      press: () => again?.(),
      disabled: again === null,
    })}
  </section>`;
}

function checkView(check: Check, actions: CheckActions): TemplateResult {
  const { name, state, detail, advice, fix } = check;
  const look = looks[state];
  return html`<li class="check ${state === 'pass' ? 'passes' : ''}">
    ${icon(look.icon, look.tone)}
    <div>
      <strong>${name}</strong> <span class="sr">${look.words}</span>
      <span class="detail">${detail}</span>
      ${advice === null ? nothing : html`<span class="advice">${advice}</span>`}
    </div>
    ${fix === undefined ? nothing : fixButton(name, fix, actions)}
  </li>`;
}

function fixButton(
  check: string,
  fix: TrainingFix,
  { mend, mending }: CheckActions,
): TemplateResult {
  const { label, title } = fixWords(fix);
  const isHere = mending === check;
  const refusal = isHere
    ? 'It is being done.'
    : mend === null || mending !== null
      ? 'Something else is being done.'
      : null;
  return html`<button
    type="button"
    class="button quiet"
    aria-label=${`${label}: ${check}`}
    aria-disabled=${refusal === null ? nothing : 'true'}
    aria-busy=${isHere ? 'true' : nothing}
    title=${refusal ?? title}
    @click=${() => (refusal === null ? mend?.(check, fix) : undefined)}
  >
    ${label}
  </button>`;
}
