// A thought: plain text in paragraphs. Nothing in it is taken as markup.
import { html, nothing, type TemplateResult } from 'lit';
import { visibleText } from '../../text/visibleText.ts';

const label = /^\s*thought:\s*/i;

/** @param caret drawn behind the last word while the thought is being written */
export function thoughtView(
  thought: string,
  caret: TemplateResult | typeof nothing = nothing,
): TemplateResult | typeof nothing {
  const paragraphs = paragraphsOf(thought);
  if (paragraphs.length === 0) return caret === nothing ? nothing : html`<p>${caret}</p>`;
  const last = paragraphs.length - 1;
  return html`<div class="thought" data-field="thought">
    ${paragraphs.map((text, index) => html`<p>${text}${index === last ? caret : nothing}</p>`)}
  </div>`;
}

export function paragraphsOf(thought: string): string[] {
  return visibleText(thought)
    .replace(label, '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
