// A verdict as sign and word.
import { html, type TemplateResult } from 'lit';
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import { verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';

export function levelView(level: VerdictLevel): TemplateResult {
  const { words, icon: name, tone } = verdictLooks[level];
  return html`<span class="state">${icon(name, tone)}${words}</span>`;
}
