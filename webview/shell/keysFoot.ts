// The last line of a page: its most used keys, and a word on the file.
import { html, type TemplateResult } from 'lit';

/** Each entry is its keys followed by what they do. */
export function keysFoot(
  entries: readonly (readonly [...keys: string[], words: string])[],
  note: string,
): TemplateResult {
  return html`<footer class="foot">
    <ul class="keys">
      ${entries.map(
        (entry) =>
          html`<li>
            ${entry.slice(0, -1).map((key) => html`<kbd>${key}</kbd> `)}${entry.at(-1)}
          </li>`,
      )}
    </ul>
    <span class="meta push hide-narrow">${note}</span>
  </footer>`;
}
