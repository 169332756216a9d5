// Finds words in the texts of a step, ignoring case, in the order in which the page shows them. Pure.
import { visibleText } from '../../text/visibleText.ts';

/** A text of the page that is looked through; the page marks it by the same name. */
export interface StepText {
  /** As in StepView.clipped: `thought`, `code`, `observation.stdout`. */
  readonly field: string;
  readonly text: string;
}

export interface Match {
  readonly step: number;
  readonly field: string;
  /** Which of the matches in that field it is, from 0. */
  readonly nth: number;
  /** Characters of the text before it. */
  readonly offset: number;
}

export function findMatches(step: number, texts: readonly StepText[], words: string): Match[] {
  return texts.flatMap(({ field, text }) =>
    placesOf(visibleText(text), words).map((offset, nth) => ({ step, field, nth, offset })),
  );
}

/** Where the words begin; matches do not overlap. */
export function placesOf(text: string, words: string): number[] {
  if (words === '') return [];
  const places: number[] = [];
  // Not by changing the case of the text: that can change its length.
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  for (const { index } of text.matchAll(pattern)) places.push(index);
  return places;
}
