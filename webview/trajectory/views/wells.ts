// The boxes of a step: code, calls of tools, output, what went wrong.
import { html, nothing, type TemplateResult } from 'lit';
import { tool } from '../../controls/button.ts';
import { duration } from '../../format/durations.ts';
import { counted } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { codeView } from '../../text/codeView.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import { longTextView } from './longTextView.ts';
import type { StepDesk } from './stepDesk.ts';
import { troubleText } from './stepTexts.ts';
import { troubleLook } from './troubleLook.ts';

export interface StepInput {
  readonly step: Step;
  /** Fields that came clipped, with their whole length. */
  readonly clipped: ReadonlyMap<string, number>;
  readonly desk: StepDesk;
}

export function codeWell({ step, clipped, desk }: StepInput): TemplateResult | typeof nothing {
  const { code, index } = step;
  if (code === null) return nothing;
  return html`<div class="well">
    <div class="well-head">
      <h3 class="meta">Code</h3>
      <span class="push"></span>${editTool(index, desk)}
      ${tool({
        ...{ label: `Copy the code of step ${index}`, title: 'Copy', icon: 'copy', iconOnly: true },
        press: () => desk.act.copyField(index, 'code'),
      })}
    </div>
    <div data-field="code">
      ${codeView({ code, tools: desk.tools, hits: hitLines(step), label: `Code of step ${index}` })}
    </div>
    ${clippedNote(clipped.get('code'), index, desk)}
  </div>`;
}

function editTool(step: number, desk: StepDesk): TemplateResult {
  return tool({
    ...{ label: `Retry step ${step} with edited code`, icon: 'edit', iconOnly: true },
    title: desk.cannotRun ?? 'Retry with edited code',
    disabled: desk.cannotRun !== null,
    press: () => desk.act.beginEdit(step),
  });
}

/** Code is shown with its lines numbered, so its whole opens as text. */
function clippedNote(
  characters: number | undefined,
  step: number,
  desk: StepDesk,
): TemplateResult | typeof nothing {
  if (characters === undefined) return nothing;
  return html`<div class="well-foot">
    <button type="button" class="link" @click=${() => desk.act.openAsText(step)}>
      Open all ${characters.toLocaleString('en')} characters as text
    </button>
  </div>`;
}

function hitLines({ observation }: Step): ReadonlyMap<number, 'bad' | 'warn'> {
  const hits = new Map<number, 'bad' | 'warn'>();
  for (const { line } of observation.refusals) if (line !== null) hits.set(line, 'warn');
  const line = observation.error?.line ?? null;
  if (line !== null && !hits.has(line)) hits.set(line, 'bad');
  return hits;
}

export function outputWell(input: StepInput): TemplateResult | typeof nothing {
  const { step, clipped, desk } = input;
  const { stdout, value } = step.observation;
  const hasValue = value !== null && value !== 'None';
  if (stdout.trim() === '' && !hasValue) return nothing;
  const field = stdout.trim() === '' ? 'observation.value' : 'observation.stdout';
  const text = (name: string, words: string, label: string): TemplateResult =>
    longTextView({
      ...{ desk, step: step.index, field: name, text: words, label },
      clippedFrom: clipped.get(name) ?? null,
    });
  return html`<div class="well">
    <div class="well-head">
      <h3 class="meta">Output</h3>
      ${tool({
        ...{ label: `Copy the output of step ${step.index}`, title: 'Copy', icon: 'copy' },
        ...{ iconOnly: true, class: 'push' },
        press: () => desk.act.copyField(step.index, field),
      })}
    </div>
    ${
      stdout.trim() === ''
        ? nothing
        : text('observation.stdout', stdout.trimEnd(), `Output of step ${step.index}`)
    }
    ${
      hasValue
        ? html`<p class="meta value-label">Value of the last expression</p>
            ${text('observation.value', value, `Value of step ${step.index}`)}`
        : nothing
    }
  </div>`;
}

export function troubleWell({ step, desk }: StepInput): TemplateResult | typeof nothing {
  const look = troubleLook(step);
  if (look === null) return nothing;
  return html`<div class="well trouble is-${look.tone}">
    <div class="well-head">
      <h3 class="meta state">${icon(look.icon, look.tone)}${look.words}</h3>
      <span class="push">${step.executed ? nothing : 'counts as not run'}</span>
    </div>
    ${longTextView({
      ...{ desk, step: step.index, field: 'trouble', text: troubleText(step) || look.words },
      ...{ clippedFrom: null, label: `What went wrong in step ${step.index}` },
    })}
  </div>`;
}

export function callsHead(count: number, milliseconds: number): TemplateResult {
  return html`<div class="well-head">
    <h3 class="meta">${counted(count, 'tool call')}</h3>
    <span class="push">${duration(milliseconds)}</span>
  </div>`;
}
