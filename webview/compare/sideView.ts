// The steps of one side in one band: thought, code and what came back, with what the other side has not marked.
import { html, nothing, type TemplateResult } from 'lit';
import type { StepView } from '../../runtime/contract/viewing.ts';
import { outcomeLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import { highlightLines } from '../text/highlight.ts';
import { visibleText } from '../text/visibleText.ts';
import type { Span } from './differences.ts';
import { type Mark, markedLines, segmentLines, segmentText } from './markedLines.ts';

export interface SideStep {
  readonly view: StepView;
  readonly codeSpans: readonly Span[];
  readonly outputSpans: readonly Span[];
}

export interface SideOptions {
  readonly name: string;
  readonly steps: readonly SideStep[];
  readonly mark: Mark;
  readonly tools: ReadonlySet<string>;
  /** Said in place of steps when there are none. */
  readonly gap: string;
}

export function sideView({ name, steps, mark, tools, gap }: SideOptions): TemplateResult {
  return html`<div class="half">
    <p class="meta only-narrow"><b>${name}</b></p>
    ${
      steps.length === 0
        ? html`<div class="gap"><span>${gap}</span></div>`
        : steps.map((step) => stepView(step, steps.length > 1, mark, tools))
    }
  </div>`;
}

function stepView(
  { view, codeSpans, outputSpans }: SideStep,
  numbered: boolean,
  mark: Mark,
  tools: ReadonlySet<string>,
): TemplateResult {
  const { step, clipped } = view;
  const { code, thought, observation } = step;
  return html`${numbered ? html`<p class="meta"><b>Step ${step.index}</b></p>` : nothing}
  ${thought.trim() === '' ? nothing : html`<p class="small said">${shownThought(thought)}</p>`}
  ${code === null ? nothing : codeWell(code, codeSpans, mark, tools)}
  ${
    observation.kind === 'final-answer'
      ? answerBox(outputOf(view), outputSpans, mark)
      : outputWell(view, outputSpans, mark)
  }
  ${
    clipped.length === 0
      ? nothing
      : html`<p class="meta">Long texts are shown in part here; the trajectory has them whole.</p>`
  }`;
}

/** What came back, as it is compared: the observation that the model saw, else what the code printed. */
export function outputOf({ step: { observation } }: StepView): string {
  return visibleText(observation.text === '' ? observation.stdout : observation.text).trimEnd();
}

export function codeOf({ step: { code } }: StepView): string {
  return visibleText(code ?? '');
}

function shownThought(thought: string): string {
  return visibleText(thought)
    .replace(/^\s*thought:\s*/i, '')
    .trim();
}

function codeWell(
  code: string,
  spans: readonly Span[],
  mark: Mark,
  tools: ReadonlySet<string>,
): TemplateResult {
  const lines = markedLines(highlightLines(visibleText(code), 'python', tools), spans);
  return html`<div class="well">
    <div class="well-head"><h4 class="meta">Code</h4></div>
    <pre class="code" tabindex="0" role="group" aria-label="Code"><code>${segmentLines(
      lines,
      mark,
    )}</code></pre>
  </div>`;
}

function outputWell(view: StepView, spans: readonly Span[], mark: Mark): TemplateResult {
  const { kind, error } = view.step.observation;
  const text = outputOf(view);
  const look = outcomeLooks[kind];
  const ran = kind === 'executed';
  const words = ran ? 'Output' : (error?.type ?? look.words);
  if (text === '') return html`<p class="meta">${ran ? 'No output.' : look.words}</p>`;
  const lines = markedLines(highlightLines(text, 'text'), spans);
  return html`<div class="well ${ran ? '' : `trouble is-${look.tone === 'bad' ? 'bad' : 'warn'}`}">
    <div class="well-head">
      <h4 class="meta state">${ran ? nothing : icon(look.icon, look.tone)}${words}</h4>
    </div>
    <pre class="out" tabindex="0" role="group" aria-label=${words}>${segmentText(lines, mark)}</pre>
  </div>`;
}

function answerBox(answer: string, spans: readonly Span[], mark: Mark): TemplateResult {
  const lines = markedLines(highlightLines(answer, 'text'), spans);
  return html`<div class="answer">
    <h4 class="meta">Final answer</h4>
    <strong>${segmentText(lines, mark)}</strong>
  </div>`;
}
