// What is trained: name, tasks, model, recipe with the fields that differ from it, and how many train steps.
import { html, nothing, type TemplateResult } from 'lit';
import type { StartView, WishField } from '../../runtime/contract/startPanel.ts';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import { lastPart } from '../run/paths.ts';
import { modelWords, taskWords } from './planWords.ts';
import { recipeView } from './recipeView.ts';
import { settingRow } from './settingRow.ts';

export function whatView(
  { wish, plan, work }: StartView,
  change: (field: WishField) => void,
): TemplateResult {
  const row = (field: WishField, name: string, value: TemplateResult | string): TemplateResult =>
    settingRow({ field, name, value, change, isFixed: work?.doing === 'start' });
  return html`<section aria-labelledby="what">
    <h2 id="what">What</h2>
    <dl class="settings">
      ${row('name', 'Run name', wish.name ?? plan?.name ?? 'made of recipe and time')}
      ${row('tasks', 'Tasks', tasksValue(plan, lastPart(wish.tasks)))}
      ${row('model', 'Model', modelValue(plan, lastPart(wish.model)))}
      ${row('recipe', 'Recipe', recipeValue(plan, wish.recipe))}
      ${row('steps', 'Train steps', stepsValue(plan, wish.steps))}
    </dl>
    ${plan === null ? nothing : recipeView(plan.recipe)}
  </section>`;
}

function tasksValue(plan: TrainingPlan | null, file: string): TemplateResult {
  if (plan === null) return html`${file}`;
  const { tasks } = plan;
  return html`${taskWords(tasks)}
    <span class="muted">${file}</span>
    ${tasks.unmeasured === tasks.all ? nothing : windowBar(tasks)}`;
}

/** How many are too hard, fit and are too easy, as lengths; those that are not measured last. */
function windowBar({
  tooHard,
  inWindow,
  tooEasy,
  unmeasured,
}: TrainingPlan['tasks']): TemplateResult {
  const parts = [
    { count: tooHard, words: 'too hard', look: '' },
    { count: inWindow, words: 'in the window', look: 'fits' },
    { count: tooEasy, words: 'too easy', look: '' },
    { count: unmeasured, words: 'not measured', look: 'unknown' },
  ].filter(({ count }) => count > 0);
  const named = parts.map(({ count, words }) => `${wholeNumber(count)} ${words}`);
  return html`<span class="window" role="img" aria-label=${named.join(', ')}
      >${parts.map(({ count, look }) => html`<i class=${look} .style=${`flex:${count}`}></i>`)}</span
    ><span class="window-words meta" aria-hidden="true"
      >${named.map((words) => html`<span>${words}</span>`)}</span
    >`;
}

function modelValue(plan: TrainingPlan | null, model: string): TemplateResult {
  if (plan === null) return html`${model}`;
  return html`${plan.model.name} <span class="muted">${modelWords(plan.model)}</span>`;
}

function recipeValue(plan: TrainingPlan | null, recipe: string): TemplateResult {
  const changed = plan?.recipe.changed.length ?? 0;
  const differ = changed === 1 ? 'differs' : 'differ';
  return html`${lastPart(recipe)}
  ${changed === 0 ? nothing : html`<span class="muted">${counted(changed, 'field')} ${differ} from it</span>`}`;
}

function stepsValue(plan: TrainingPlan | null, steps: number | null): TemplateResult {
  if (steps !== null) return html`${wholeNumber(steps)}`;
  const said = plan === null ? '' : wholeNumber(plan.totalSteps);
  return html`${said} <span class="muted">as the recipe says</span>`;
}
