// The context menu of a window.
import type { Locator, Page } from 'playwright-core';
import { clickedWithin, holdsWithin } from './waitUntil.ts';

/** A menu does not know the entries of an extension before that is there: on a busy machine this long after the start. */
const knownMilliseconds = 60_000;

/** Opens the menu on something and chooses an entry. Tries again while the menu does not know it yet. */
export async function chooseInMenu(page: Page, on: Locator, entry: string): Promise<void> {
  const item = page.locator('.monaco-menu .action-item', { hasText: entry }).first();
  const end = performance.now() + knownMilliseconds;
  while (performance.now() < end) {
    await on.click({ button: 'right' });
    if ((await comes(item)) && (await clickUntilGone(item))) return;
    await closeMenu(page);
  }
  throw new Error(`The context menu has no entry "${entry}".`);
}

/**
 * A menu takes no click in the moment after it opened, so a click counts when the menu has gone by it.
 * @returns false when the menu went away before it was clicked
 */
async function clickUntilGone(item: Locator): Promise<boolean> {
  const gone = async () => !(await item.isVisible());
  for (let tries = 0; tries < 5; tries += 1) {
    if (!(await clickedWithin(item, 2_000))) return false;
    if (await holdsWithin(gone, 2_000)) return true;
  }
  throw new Error('The menu stays open.');
}

async function comes(item: Locator): Promise<boolean> {
  const isVisible = () => item.isVisible();
  return holdsWithin(isVisible, 2_000);
}

/** Presses nothing when no menu is open, since Escape means something elsewhere, too. */
async function closeMenu(page: Page): Promise<void> {
  const menu = page.locator('.monaco-menu').first();
  if (await menu.isVisible()) await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
}
