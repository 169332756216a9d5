// What can be said about an item without drawing it.
import type { LabelItem } from '../../runtime/contract/labelling.ts';
import { visibleLine } from '../text/visibleText.ts';

/** A label under another rubric leaves the item open. */
export function isDecided({ own }: LabelItem): boolean {
  return own?.currentRubric === true;
}

/** For screen readers on arriving: which item, its marks, and what is asked. */
export function itemWords(item: LabelItem, title: string): string {
  const marks = [...(item.flagged ? ['flagged'] : []), ...(item.skipped ? ['skipped'] : [])];
  return `${[title, ...marks].join(', ')}. ${visibleLine(item.question.slice(0, 300))}`;
}
