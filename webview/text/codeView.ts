// Code with line numbers; long lines wrap under themselves. The code is made visible before it is coloured.
import { html, type TemplateResult } from 'lit';
import { type CodeLanguage, highlightLines, type Token } from './highlight.ts';
import { visibleText } from './visibleText.ts';

export interface CodeViewOptions {
  readonly code: string;
  readonly language?: CodeLanguage;
  /** Names of the agent's tools. */
  readonly tools?: ReadonlySet<string>;
  /** Lines, from 1, that an error or a refusal names. */
  readonly hits?: ReadonlyMap<number, 'bad' | 'warn'>;
  readonly label?: string;
}

export function codeView(options: CodeViewOptions): TemplateResult {
  const { code, language = 'python', tools, hits, label = 'Code' } = options;
  const lines = highlightLines(visibleText(code), language, tools);
  return html`<pre class="code" tabindex="0" role="region" aria-label=${label}><code>${lines.map(
    (tokens, index) => lineView(tokens.map(tokenView), hits?.get(index + 1)),
  )}</code></pre>`;
}

/** Without white space between the tags: it would show. */
export function lineView(content: unknown, hit?: 'bad' | 'warn'): TemplateResult {
  return html`<span class="l ${hit === undefined ? '' : `hit is-${hit}`}">${content}</span>`;
}

export function tokenView({ text, kind }: Token): TemplateResult | string {
  if (kind === '') return text;
  return html`<span class=${kind}>${text}</span>`;
}
