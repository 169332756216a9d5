// A text of unknown length in a well: folded when it has many lines, and read piece by piece when it came clipped.
import { html, nothing, type TemplateResult } from 'lit';
import { counted, wholeNumber } from '../../format/numbers.ts';
import { visibleText } from '../../text/visibleText.ts';
import type { StepDesk } from './stepDesk.ts';

export interface LongTextOptions {
  readonly desk: StepDesk;
  readonly step: number;
  readonly field: string;
  readonly text: string;
  /** Length of the whole where the text came clipped; null where it is whole. */
  readonly clippedFrom: number | null;
  readonly label: string;
}

/** Shown of a folded text. A text that is hardly longer is not folded. */
const foldedLines = 24;
const foldedCharacters = 3_000;

export function longTextView(options: LongTextOptions): TemplateResult {
  const { desk, step, field, text } = options;
  const long = desk.texts.get(step, field);
  if (long !== undefined) {
    return textView(options, long.text.slice(0, long.shown), moreButtons(options));
  }
  if (isLong(text) && !desk.isOpen(keyOf(options))) {
    return textView(options, head(text), foldButton(options));
  }
  return textView(options, text, openButtons(options));
}

function textView(
  { field, label }: LongTextOptions,
  text: string,
  after: TemplateResult | typeof nothing,
): TemplateResult {
  return html`<pre class="out" tabindex="0" role="region" aria-label=${label} data-field=${field}>
${visibleText(text)}</pre>
    ${after}`;
}

function foldButton(options: LongTextOptions): TemplateResult {
  const { text, clippedFrom } = options;
  const lines = text.split('\n').length;
  const all = lines > 1 ? `all ${counted(lines, 'line')}` : 'all of it';
  const more = clippedFrom === null ? all : `more of ${wholeNumber(clippedFrom)} characters`;
  return row(link(`Show ${more}`, () => toggle(options)));
}

function openButtons(options: LongTextOptions): TemplateResult | typeof nothing {
  const { desk, step, field, text, clippedFrom } = options;
  const fold = isLong(text) ? link('Show less', () => toggle(options)) : nothing;
  if (clippedFrom === null) return fold === nothing ? nothing : row(fold);
  const reading = desk.texts.isReading(step, field);
  const words = reading ? 'Reading …' : `Show all ${wholeNumber(clippedFrom)} characters`;
  return row(html`${link(words, () => desk.act.showMore(step, field), reading)}${fold}`);
}

function moreButtons({ desk, step, field }: LongTextOptions): TemplateResult {
  const long = desk.texts.get(step, field);
  const rest = long === undefined ? 0 : long.text.length - long.shown;
  const unread = long === undefined ? 0 : long.characters - long.text.length;
  const more =
    rest > 0
      ? link(`Show more, ${wholeNumber(rest)} characters are left`, () => {
          desk.act.showMore(step, field);
        })
      : unread > 0
        ? html`<span class="meta"
            >The rest, ${wholeNumber(unread)} characters, is only in the file.</span
          >`
        : nothing;
  return row(html`${more}${link('Show less', () => desk.act.showLess(step, field))}`);
}

function row(content: unknown): TemplateResult {
  return html`<div class="well-foot">${content}</div>`;
}

function link(words: string, press: () => void, disabled = false): TemplateResult {
  return html`<button type="button" class="link" ?disabled=${disabled} @click=${press}>
    ${words}
  </button>`;
}

function toggle(options: LongTextOptions): void {
  options.desk.toggle(keyOf(options));
}

export function foldKey(step: number, field: string): string {
  return `text ${step} ${field}`;
}

function keyOf({ step, field }: LongTextOptions): string {
  return foldKey(step, field);
}

export function isLong(text: string): boolean {
  if (text.length > foldedCharacters * 1.2) return true;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > foldedLines + 6;
}

function head(text: string): string {
  return text.slice(0, foldedCharacters).split('\n').slice(0, foldedLines).join('\n');
}
