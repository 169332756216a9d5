// The step that is under way: what is thought and written while it comes, then the calls of tools. No button but Stop, which
// stands in the header.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { counted, wholeNumber } from '../../format/numbers.ts';
import { duration } from '../../format/durations.ts';
import { icon } from '../../icons.ts';
import { codeView, tokenView } from '../../text/codeView.ts';
import { highlightLines, type Token } from '../../text/highlight.ts';
import { visibleText } from '../../text/visibleText.ts';
import { blockLines, type CodeBlock } from '../state/codeBlocks.ts';
import { openCodeLine } from '../state/liveReply.ts';
import type { LiveStep } from '../state/trajectoryState.ts';
import { liveCallsWell } from './callsWell.ts';
import { liveReasoningView } from './reasoningView.ts';
import { liveWords } from './statusWords.ts';
import type { StepDesk } from './stepDesk.ts';
import { thoughtView } from './thoughtView.ts';

export interface LiveStepInput {
  readonly live: LiveStep;
  readonly desk: StepDesk;
  /** Milliseconds since it started. */
  readonly elapsed: number;
  /** False once its process died: then nothing moves any more. */
  readonly moving: boolean;
}

const reasoningTail = 2_000;

export function liveStepView(input: LiveStepInput): TemplateResult {
  const { live, desk } = input;
  return html`${headView(input)} ${live.parsed === null ? reasoningOf(live) : nothing}
  ${live.parsed === null ? streamView(input) : parsedView(live, live.parsed, desk)}
  ${liveCallsWell(live.index, live.calls, desk)}`;
}

function headView({ live, elapsed, moving }: LiveStepInput): TemplateResult {
  const words = moving ? capitalised(liveWords(live)) : 'Not finished';
  return html`<header class="step-head">
    <h2 id=${`step-${live.index}-title`}>
      ${icon(moving ? 'spinner' : 'dash')}<span>Step ${wholeNumber(live.index)}</span>
    </h2>
    <span class="small state push">${words}</span>
    <span class="meta"
      >${live.tokens === 0 ? nothing : `about ${counted(live.tokens, 'token')}, `}<span
        class="clock"
        >${duration(elapsed)}</span
      ></span
    >
  </header>`;
}

function reasoningOf(live: LiveStep): TemplateResult | typeof nothing {
  const { characters } = live.reasoning;
  if (characters === 0) return nothing;
  return liveReasoningView(live.reasoning.tail(reasoningTail), characters);
}

function streamView({ live, desk, moving }: LiveStepInput): TemplateResult {
  const { reply } = live;
  const caret = moving ? html`<span class="caret"></span>` : nothing;
  const hasCode = reply.openLine !== null || reply.blocks.length > 0;
  const silent = live.reasoning.characters > 0 && reply.thought.characters === 0;
  return html`${thoughtView(reply.thought.toString(), hasCode || silent ? nothing : caret)}
  ${hasCode ? streamedCode(live, desk, caret) : nothing}`;
}

/** Lines that are complete are drawn once; only the one that is being written is drawn again. */
function streamedCode(
  live: LiveStep,
  desk: StepDesk,
  caret: TemplateResult | typeof nothing,
): TemplateResult {
  const { blocks } = live.reply;
  const open = openCodeLine(live.reply);
  const openLine =
    open === null
      ? nothing
      : numberedLine(lineCount(blocks) + 1, [
          ...(highlightLines(visibleText(open), 'python', desk.tools)[0] ?? []).map(tokenView),
          caret,
        ]);
  return html`<div class="well">
    <div class="well-head">
      <h3 class="meta">Code</h3>
      <span class="push clock">${rateWords(live)}</span>
    </div>
    <pre
      class="code is-live"
      tabindex="0"
      role="region"
      aria-label="Code of step ${live.index}"
    ><code>${blocks.map((block, place) => guard([block], () => blockView(block, place, desk)))}${openLine}</code></pre>
  </div>`;
}

/** Coloured as part of the string that it begins in. */
function blockView(
  { lines, openQuote }: CodeBlock,
  place: number,
  { tools }: StepDesk,
): TemplateResult {
  const code = visibleText(`${openQuote}${lines.join('\n')}`);
  const views = highlightLines(code, 'python', tools).map((tokens, line) => {
    const shown = line === 0 ? withoutStart(tokens, openQuote) : tokens;
    return numberedLine(place * blockLines + line + 1, shown.map(tokenView));
  });
  return html`<span class="code-block">${views}</span>`;
}

/** With its number written down: counting would look at all lines again for each new one. */
function numberedLine(line: number, content: unknown): TemplateResult {
  return html`<span class="l" data-line=${line}>${content}</span>`;
}

function lineCount(blocks: readonly CodeBlock[]): number {
  return Math.max(0, blocks.length - 1) * blockLines + (blocks.at(-1)?.lines.length ?? 0);
}

function withoutStart(tokens: readonly Token[], start: string): readonly Token[] {
  const [first, ...rest] = tokens;
  if (start === '' || first === undefined) return tokens;
  return [{ ...first, text: first.text.slice(start.length) }, ...rest];
}

function parsedView(
  live: LiveStep,
  parsed: NonNullable<LiveStep['parsed']>,
  desk: StepDesk,
): TemplateResult {
  const { thought, code } = parsed;
  return html`${thoughtView(thought)}
  ${
    code === null
      ? nothing
      : html`<div class="well">
          <div class="well-head"><h3 class="meta">Code</h3></div>
          ${guard([code], () =>
            codeView({ code, tools: desk.tools, label: `Code of step ${live.index}` }),
          )}
        </div>`
  }`;
}

/** `about 86 tokens/s`, once there is enough to tell. */
export function rateWords({ tokens, firstTextAt, lastTextAt }: LiveStep): string {
  if (firstTextAt === null || lastTextAt === null) return '';
  const seconds = (Date.parse(lastTextAt) - Date.parse(firstTextAt)) / 1000;
  return seconds < 0.5 || tokens < 5 ? '' : `about ${wholeNumber(tokens / seconds)} tokens/s`;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
