// What tests do on the labelling pages: actions as VS Code sends them for keys, and what the page asked for.
import type { Page } from 'playwright-core';
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { type PageOptions, type ViewerPages, viewerPages } from './viewerPages.ts';

/** A suite's browser on the labelling pages; see viewerPages. */
export function labelPages(): ViewerPages {
  const pages = viewerPages();
  return { ...pages, open: (options: PageOptions = {}) => pages.open({ at: 'label', ...options }) };
}

export const labelRoute = (position: number | null = null): object => ({ page: 'label', position });

/** Presses the keys of these actions one after the other. */
export async function act(page: Page, ...actions: LabelAction[]): Promise<void> {
  for (const action of actions) {
    await page.evaluate((one) => window.labelHost.act(one), action);
    // As far apart as a quick person's keys.
    await page.waitForTimeout(60);
  }
}

export async function atItem(page: Page, position: number): Promise<void> {
  await page
    .locator('.top-line')
    .getByText(new RegExp(`^Item ${position} of `))
    .waitFor();
}

/** Everything that the page was sent, as one text. */
export function sentText(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(window.labelHost.sent));
}

/** Waits until the note of the shown item says so. */
export async function untilNoted(page: Page, note: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Note' });
  await waitUntil(async () => (await field.inputValue()) === note, `the note says "${note}"`);
}
