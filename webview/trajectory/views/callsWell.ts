// The calls of tools that a step made: how each was called, how long it took, and what it gave, on demand.
import { html, nothing, type TemplateResult } from 'lit';
import type { ToolCall } from '../../../runtime/contract/tool.ts';
import { duration } from '../../format/durations.ts';
import { counted } from '../../format/numbers.ts';
import { icon } from '../../icons.ts';
import { highlightLines } from '../../text/highlight.ts';
import { tokenView } from '../../text/codeView.ts';
import { visibleText } from '../../text/visibleText.ts';
import type { LiveCall } from '../state/trajectoryState.ts';
import { callText } from './pythonText.ts';
import type { StepDesk } from './stepDesk.ts';
import { callsHead } from './wells.ts';

/** Calls shown at first; a loop may make thousands. */
const shownCalls = 12;
const longestCall = 2_000;

export function callsWell(
  step: number,
  calls: readonly ToolCall[],
  desk: StepDesk,
): TemplateResult | typeof nothing {
  const shown = calls.filter((call) => !isAnswer(call));
  if (shown.length === 0) return nothing;
  const time = shown.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return wellView(step, shown.length, time, desk, (first) =>
    shown.slice(0, first).map((call) => callRow(call, call, desk)),
  );
}

/** While the step is under way some calls have no answer yet. */
export function liveCallsWell(
  step: number,
  calls: readonly LiveCall[],
  desk: StepDesk,
): TemplateResult | typeof nothing {
  const shown = calls.filter((call) => call.answer === null || !isAnswer(call.answer));
  if (shown.length === 0) return nothing;
  const time = shown.reduce((sum, { answer }) => sum + (answer?.milliseconds ?? 0), 0);
  // The newest calls are those to watch.
  return wellView(step, shown.length, time, desk, (first) =>
    shown.slice(-first).map((call) => callRow(call, call.answer, desk)),
  );
}

function wellView(
  step: number,
  count: number,
  time: number,
  desk: StepDesk,
  rows: (first: number) => readonly TemplateResult[],
): TemplateResult {
  const key = `calls ${step}`;
  const open = desk.isOpen(key);
  const hidden = count - shownCalls;
  const words = open ? 'Show fewer' : `Show all ${counted(count, 'call')}`;
  return html`<div class="well">
    ${callsHead(count, time)}
    <ul class="calls" aria-label="Tool calls of step ${step}">
      ${rows(open ? count : shownCalls)}
    </ul>
    ${
      hidden > 0
        ? html`<div class="well-foot">
            <button type="button" class="link" @click=${() => desk.toggle(key)}>${words}</button>
          </div>`
        : nothing
    }
  </div>`;
}

function callRow(
  call: Pick<LiveCall, 'name' | 'arguments'>,
  answer: ToolCall | null,
  desk: StepDesk,
): TemplateResult {
  const text = visibleText(callText(call.name, call.arguments)).slice(0, longestCall);
  const line = html`<span class="arg mono" data-field=${`toolCalls.${answer?.index ?? ''}`}
      >${(highlightLines(text, 'python', desk.tools)[0] ?? []).map(tokenView)}</span
    ><span class="num muted"
      >${answer === null ? 'working …' : duration(answer.milliseconds)}</span
    >`;
  if (answer === null) return html`<li class="call is-working">${icon('spinner')}${line}</li>`;
  const failed = answer.outcome === 'error';
  return html`<li>
    <details class="call" ?open=${failed}>
      <summary title="Show what it gave">
        ${failed ? icon('cross', 'bad', 'failed') : icon('closed', 'muted turns')}${line}
      </summary>
      <pre class="out" data-field=${`toolCalls.${answer.index}.preview`}>
${visibleText(answer.preview)}</pre>
    </details>
  </li>`;
}

function isAnswer({ name }: ToolCall): boolean {
  return name === 'final_answer';
}
