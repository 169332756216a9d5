// The context menu of a window.
import { errors, type Locator, type Page } from 'playwright-core';
import { holdsWithin } from './waitUntil.ts';

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
  const clickTaken = async () => {
    await item.click({ timeout: 2_000 });
    return holdsWithin(async () => !(await item.isVisible()), 2_000);
  };
  try {
    if (await holdsWithin(clickTaken, 15_000)) return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
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
