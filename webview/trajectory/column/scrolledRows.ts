// Which rows of a scrolling list of equal rows are drawn, from where the list on the page is scrolled to.
import { rowWindow, type RowWindow } from './rowWindow.ts';

const guessedHeight = 600;

/** Scrolls the list so that the row is seen. */
export function keepRowInView(selector: string, row: number, rowHeight: number): void {
  const list = document.querySelector(selector);
  if (list === null || row < 0) return;
  const top = row * rowHeight;
  const lowest = top + 2 * rowHeight - list.clientHeight;
  if (list.scrollTop > top - rowHeight) list.scrollTop = top - rowHeight;
  else if (list.scrollTop < lowest) list.scrollTop = lowest;
}

/** @param selector of the element that scrolls; it may not be drawn yet */
export function windowOf(selector: string, count: number, rowHeight: number): RowWindow {
  const list = document.querySelector(selector);
  const height = list === null ? guessedHeight : Math.max(list.clientHeight, rowHeight * 8);
  return rowWindow({ count, rowHeight, scrollTop: list?.scrollTop ?? 0, height });
}
