// What tests do on the queue page of a training run: open it, and find its parts.
import type { Locator, Page } from 'playwright-core';
import { drawnTwice, until, type ViewerPages, viewerPages } from './viewerPages.ts';

/** A suite's browser on the queue page; see viewerPages. `route` has only what differs from the page as it is opened first. */
export function queuePages(): ViewerPages {
  const pages = viewerPages();
  return {
    ...pages,
    open: async ({ route = {}, ...rest } = {}) => {
      const page = await pages.open({
        at: 'run',
        route: { page: 'queue', ...(route as object) },
        ...rest,
      });
      await page.locator('.queue-work, [role=alert]').first().waitFor();
      await drawnTwice(page);
      return page;
    },
  };
}

/** Train steps at which the queue was asked for, in order; null for the newest. */
export const askedSteps = `window.runHost.requests.flatMap(({ name, params }) =>
  name === 'read-queue' ? [params.step] : [])`;

/** Once the queue at a train step was asked for. */
export async function untilAskedFor(page: Page, step: number): Promise<void> {
  await until(page, `${askedSteps}.includes(${step})`);
}

export const rows = (page: Page): Locator => page.locator('.queue-row');
export const rowOf = (page: Page, id: string): Locator => rows(page).filter({ hasText: id });
export const slider = (page: Page): Locator => page.getByRole('slider');

/** The cell that has the keys: row and column, from 0. */
export function focusedPlace(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement as HTMLElement;
    return `${cell.closest<HTMLElement>('[data-row]')?.dataset['row']}:${cell.dataset['column']}`;
  });
}

/** What a screen reader is told of the cell that has the keys. */
export function focusedWords(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    const words = cell?.getAttribute('aria-label') ?? cell?.textContent ?? '';
    return words.replace(/\s+/g, ' ').trim();
  });
}

export async function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
}
