// What was checked before anything is started: what fails first, then what is doubtful, each with what to do; what passes in a line.
import { html, nothing, type TemplateResult } from 'lit';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { tool } from '../controls/button.ts';
import { icon, type IconName } from '../icons.ts';
import { checkSum, sortedChecks } from './planWords.ts';

type Check = TrainingPlan['checks'][number];

const looks: Readonly<Record<Check['state'], { icon: IconName; tone: string; words: string }>> = {
  fail: { icon: 'failed', tone: 'bad', words: 'failed' },
  warn: { icon: 'warning', tone: 'warn', words: 'warning' },
  pass: { icon: 'passed', tone: 'ok', words: 'passed' },
};

/** @param again looks at everything anew; null while that is done */
export function checksView(checks: readonly Check[], again: (() => void) | null): TemplateResult {
  return html`<section class="checks" aria-labelledby="checks">
    <h2 id="checks">Checks <span class="muted">${checkSum(checks)}</span></h2>
    <ul>
      ${sortedChecks(checks).map(checkView)}
    </ul>
    ${tool({
      label: 'Check Again',
      icon: 'again',
      press: () => again?.(),
      disabled: again === null,
    })}
  </section>`;
}

function checkView({ name, state, detail, advice }: Check): TemplateResult {
  const look = looks[state];
  return html`<li class="check ${state === 'pass' ? 'passes' : ''}">
    ${icon(look.icon, look.tone)}
    <div>
      <strong>${name}</strong> <span class="sr">${look.words}</span>
      <span class="detail">${detail}</span>
      ${advice === null ? nothing : html`<span class="advice">${advice}</span>`}
    </div>
  </li>`;
}
