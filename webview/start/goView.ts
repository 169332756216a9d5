// The way on: start, or only show what would be run; why not, what is being done, and what went wrong.
import { html, nothing, type TemplateResult } from 'lit';
import type { StartView } from '../../runtime/contract/startPanel.ts';
import { actionButton } from '../controls/actionButton.ts';
import { icon } from '../icons.ts';
import { startRefusal, workWords } from './planWords.ts';
import type { StartActions } from './startActions.ts';

/** @param isDryRun the commands were shown by "Dry Run" */
export function goView(view: StartView, isDryRun: boolean, actions: StartActions): TemplateResult {
  const { work } = view;
  return html`<section class="go" aria-label="Start">
    <div class="actions">
      ${actionButton({
        ...{ label: 'Start Training', icon: 'play', kind: 'filled' },
        press: () => actions.start(),
        refusal: startRefusal(view),
      })}
      ${actionButton({
        label: 'Dry Run',
        press: () => actions.dryRun(),
        refusal: work === null ? null : 'Wait until what is being done has ended, or cancel it.',
      })}
      ${work === null ? againView(view, actions) : cancelView(actions)}
    </div>
    <div role="status" class="small">${standing(view, isDryRun)}</div>
  </section>`;
}

function cancelView(actions: StartActions): TemplateResult {
  return actionButton({ label: 'Cancel', icon: 'cross', press: () => actions.cancel() });
}

/** After the first plan was broken off; later the checks have such a button. */
function againView(
  { plan, problem }: StartView,
  actions: StartActions,
): TemplateResult | typeof nothing {
  if (plan !== null || problem !== null) return nothing;
  return actionButton({ label: 'Check Again', icon: 'again', press: () => actions.checkAgain() });
}

function standing(view: StartView, isDryRun: boolean): TemplateResult {
  const { wish, plan, work } = view;
  if (work !== null) return workView(view);
  const refusal = startRefusal(view);
  if (refusal !== null) return html`<p>${icon('failed', 'bad')} ${refusal}</p>`;
  if (isDryRun)
    return html`<p>${icon('info')} Nothing was started. The exact commands are shown.</p>`;
  const name = plan?.name ?? 'It';
  return html`<p class="muted">
    ${name} continues on ${wish.machine} when this window is closed.
  </p>`;
}

function workView({ wish, plan, work }: StartView): TemplateResult {
  if (work === null) return html``;
  const { done, total } = work;
  return html`<p>${icon('spinner', 'spin')} ${workWords(work, wish.name ?? plan?.name ?? null)}</p>
    ${
      total === null || total === 0
        ? nothing
        : html`<span class="track"
            ><i .style=${`width:${Math.min((100 * done) / total, 100).toFixed(1)}%`}></i
          ></span>`
    }`;
}

/** The first line says what happened, the others are the last ones of a log. */
export function problemView(
  problem: StartView['problem'],
  actions: StartActions,
): TemplateResult | typeof nothing {
  if (problem === null) return nothing;
  const [what = '', ...lines] = problem.message.split('\n');
  const head = problem.doing === 'plan' ? 'It could not be planned' : 'It did not start';
  return html`<div class="banner error" role="alert">
    ${icon('failed', 'bad')}
    <div>
      <p><strong>${head}.</strong> ${what}</p>
      ${
        lines.length === 0
          ? nothing
          : html`<pre class="log" tabindex="0" role="region" aria-label="Last lines of the log">
${lines.join('\n')}</pre>`
      }
    </div>
    <div class="actions">
      ${actionButton({ label: 'Check Again', icon: 'again', press: () => actions.checkAgain() })}
      ${actionButton({ label: 'Show Log', icon: 'log', press: () => actions.showLog() })}
    </div>
  </div>`;
}
