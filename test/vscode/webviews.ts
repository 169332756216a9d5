// The web views of a window, as frames. One that is hidden behind another tab, or is still being loaded, does not count.
import type { Frame, Page } from 'playwright-core';
import { waitUntil } from './waitUntil.ts';

/** The frame of the shown web view whose document has the selector. */
export async function webviewWith(page: Page, selector: string, timeout: number): Promise<Frame> {
  let found: Frame | undefined;
  const isThere = async () => {
    for (const frame of page.frames()) {
      if ((await has(frame, selector)) && (await isShown(frame))) found = frame;
    }
    return found !== undefined;
  };
  await waitUntil(isThere, `a web view shows "${selector}"`, timeout);
  if (found === undefined) throw new Error(`No web view shows "${selector}".`);
  return found;
}

/** Waits until no editor shows a web view any more. */
export async function webviewsGone(page: Page): Promise<void> {
  await page
    .locator('iframe.webview')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'hidden' });
}

/**
 * Waits until the shown web views have a theme, which they are told after the workbench has changed.
 * @param kind as VS Code names it to web views: `vscode-dark`
 */
export async function webviewsHaveTheme(page: Page, kind: string): Promise<void> {
  const have = async () => {
    const kinds = await Promise.all(page.frames().map(shownTheme));
    return kinds.every((one) => one === null || one === kind);
  };
  await waitUntil(have, `the web views have the theme "${kind}"`);
}

async function shownTheme(frame: Frame): Promise<string | null> {
  const body = frame.locator('body[data-vscode-theme-kind]');
  try {
    if ((await body.count()) === 0 || !(await isShown(frame))) return null;
    return await body.getAttribute('data-vscode-theme-kind', { timeout: 1_000 });
  } catch {
    // The frame went away while it was looked at.
    return null;
  }
}

async function has(frame: Frame, selector: string): Promise<boolean> {
  try {
    return (await frame.locator(selector).count()) > 0;
  } catch {
    // The frame went away while it was looked at.
    return false;
  }
}

/** Also the frames that it lies in are shown. */
async function isShown(frame: Frame): Promise<boolean> {
  try {
    for (let at = frame; ;) {
      const parent = at.parentFrame();
      if (parent === null) return true;
      const element = await at.frameElement();
      if (!(await element.isVisible())) return false;
      at = parent;
    }
  } catch {
    return false;
  }
}
