// Marks what was found on the page, without changing the page: by the browser's own highlights, which the theme colours.
import type { Match } from './findText.ts';
import { placesOf } from './findText.ts';

const everyName = 'found';
const currentName = 'found-now';

/** Call after each drawing; empty words take the marks away. Gives the element of the current match when it is drawn. */
export function markMatches(
  root: ParentNode,
  words: string,
  current: Match | null,
): Element | null {
  CSS.highlights.delete(everyName);
  CSS.highlights.delete(currentName);
  if (words === '') return null;
  const all: Range[] = [];
  let now: Range | null = null;
  for (const field of root.querySelectorAll<HTMLElement>('[data-item] [data-field]')) {
    const ranges = rangesIn(field, words);
    all.push(...ranges);
    if (current !== null && isField(field, current)) now = ranges[current.nth] ?? null;
  }
  CSS.highlights.set(everyName, new Highlight(...all));
  if (now === null) return null;
  const shown = new Highlight(now);
  shown.priority = 1;
  CSS.highlights.set(currentName, shown);
  return now.startContainer.parentElement;
}

function isField(element: HTMLElement, { step, field }: Match): boolean {
  const item = element.closest<HTMLElement>('[data-item]');
  return item?.dataset['item'] === `s${step}` && element.dataset['field'] === field;
}

/** Matches may cross the nodes that colours make. */
function rangesIn(element: HTMLElement, words: string): Range[] {
  const nodes: { node: Text; from: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  return placesOf(text, words).map((from) => rangeOf(nodes, from, from + words.length));
}

function rangeOf(nodes: readonly { node: Text; from: number }[], from: number, to: number): Range {
  const range = new Range();
  const start = nodes.findLast((one) => one.from <= from);
  const end = nodes.findLast((one) => one.from < to);
  if (start !== undefined) range.setStart(start.node, from - start.from);
  if (end !== undefined) range.setEnd(end.node, Math.min(to - end.from, end.node.length));
  return range;
}
