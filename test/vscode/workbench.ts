// A VS Code window as a person uses it: palette, quick input, editors, trees, web views, pictures. Selectors hold on every
// build of the tests. What the product shows in it is the scenarios' business.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Browser } from './browser.ts';
import { projectRoot } from './installation.ts';
import { themes, type Theme } from './userSettings.ts';
import type { VscodeServer } from './vscodeServer.ts';

export interface WorkbenchOptions {
  readonly browser: Browser;
  readonly server: VscodeServer;
  /** Opened as the workspace. */
  readonly folder: string;
  /** Passed to the workbench: `['extensionDevelopmentPath', uri]` and the like. */
  readonly payload?: Payload;
}

export type Payload = readonly (readonly [name: string, value: string])[];

/** A cold start on a busy machine takes this long at most. */
const readyMilliseconds = 60_000;

export class Workbench {
  readonly page: Page;
  readonly server: VscodeServer;
  readonly #foreign: string[] = [];
  readonly #console: string[] = [];

  private constructor(page: Page, server: VscodeServer) {
    this.page = page;
    this.server = server;
    page.on('request', (request) => {
      if (isForeign(request.url(), server.origin)) this.#foreign.push(request.url());
    });
    page.on('console', (message) => this.#console.push(message.text()));
  }

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const { browser, server, folder, payload = [] } = options;
    const page = await browser.context.newPage();
    const workbench = new Workbench(page, server);
    await page.goto(workbenchUrl(server.origin, folder, payload));
    await workbench.ready();
    return workbench;
  }

  /** Addresses outside of this machine that the window asked for. */
  get foreignRequests(): readonly string[] {
    return this.#foreign;
  }

  /** What the page and its web views wrote to the console, among it refusals by a content security policy. */
  get console(): readonly string[] {
    return this.#console;
  }

  async ready(): Promise<void> {
    const part = this.page.locator('.monaco-workbench .part.statusbar');
    await part.waitFor({ timeout: readyMilliseconds });
  }

  /** Loads the window again, as "Reload Window" does. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Leaves the page before it closes, so that the window says goodbye to its server as it does when a person closes it. */
  async close(): Promise<void> {
    if (this.page.isClosed()) return;
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /**
   * Runs a command by its title in the palette, for example `Tool-R1: Show Log`. Tries again while the palette does not know
   * the extension yet.
   */
  async runCommand(title: string): Promise<void> {
    const end = performance.now() + readyMilliseconds;
    while (performance.now() < end) {
      const row = await this.#findInPalette(title);
      if (row !== null) {
        await row.click();
        return;
      }
      await this.page.keyboard.press('Escape');
    }
    throw new Error(`The palette has no command "${title}".`);
  }

  /** The titles that the palette offers for a text. */
  async offeredCommands(text: string): Promise<string[]> {
    await this.#openPalette(text);
    await this.quickRows().first().waitFor();
    const rows = await this.quickRows().locator('.label-name').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return rows.map(plain);
  }

  /** The rows of a quick pick or of the palette. */
  quickRows(text?: string): Locator {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /** The field of a quick pick or input box. */
  quickField(): Locator {
    return this.page.locator('.quick-input-widget input[type=text]');
  }

  /** Chooses a row of the open quick pick by a part of its text. */
  async choose(text: string): Promise<void> {
    await this.quickRows(text).first().click();
  }

  /** Answers the open input box. */
  async answer(text: string): Promise<void> {
    await this.quickField().fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Opens a file of the workspace by its name, as Go to File does. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.quickField().fill(name);
    await this.quickRows(path.basename(name)).first().click();
    await this.tab(path.basename(name)).waitFor();
  }

  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: name });
  }

  /** Rows of the explorer's file tree. */
  files(name: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  }

  /** Shows a view container by its title in the activity bar. */
  async showContainer(title: string): Promise<void> {
    const tab = this.page.locator(`.activitybar .action-item a[aria-label^="${title}"]`);
    const shown = await tab.locator('..').getAttribute('aria-selected');
    if (shown !== 'true') await tab.click();
    await this.page.locator('.sidebar .composite.title', { hasText: title }).first().waitFor();
  }

  /** Rows of the trees of the shown view container. */
  treeRows(text?: string): Locator {
    const rows = this.page.locator('.sidebar .pane-body .monaco-list-row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /**
   * Opens the context menu on something and chooses an entry. Tries again while the menu does not know the extension yet.
   */
  async chooseInMenu(on: Locator, entry: string): Promise<void> {
    const end = performance.now() + readyMilliseconds;
    const item = this.page.locator('.monaco-menu .action-item', { hasText: entry }).first();
    while (performance.now() < end) {
      await on.click({ button: 'right' });
      try {
        await item.waitFor({ timeout: 1_000 });
        await this.#clickUntilGone(item);
        return;
      } catch {
        await this.page.keyboard.press('Escape');
      }
    }
    throw new Error(`The context menu has no entry "${entry}".`);
  }

  /** A menu takes no click in the moment after it opened. */
  async #clickUntilGone(item: Locator): Promise<void> {
    for (let tries = 0; tries < 5; tries += 1) {
      await item.click({ timeout: 1_000 });
      try {
        await item.waitFor({ state: 'hidden', timeout: 1_000 });
        return;
      } catch {
        // The menu is still open: the click came too early.
      }
    }
    throw new Error('The menu stays open.');
  }

  notifications(text?: string): Locator {
    const toasts = this.page.locator('.notification-toast');
    return text === undefined ? toasts : toasts.filter({ hasText: text });
  }

  /**
   * Waits for a message to the person. With the test driver the newest build keeps messages in their centre and shows no
   * toasts, so that is opened.
   */
  async message(text: string): Promise<Locator> {
    const message = this.page.locator('.notification-list-item', { hasText: text }).first();
    const end = performance.now() + readyMilliseconds;
    while (!(await message.isVisible())) {
      if (performance.now() > end) throw new Error(`No message says "${text}".`);
      if ((await this.page.locator('.notifications-center.visible').count()) === 0) {
        await this.page
          .locator('.statusbar-item .codicon-bell, .statusbar-item .codicon-bell-dot')
          .first()
          .click();
      }
      await this.page.waitForTimeout(500);
    }
    return message;
  }

  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  statusBar(text: string): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** The frame of the web view whose document has the selector. */
  async webview(selector: string, timeout = 30_000): Promise<Frame> {
    const end = performance.now() + timeout;
    while (performance.now() < end) {
      for (const frame of this.page.frames()) {
        if (await has(frame, selector)) return frame;
      }
      await this.page.waitForTimeout(50);
    }
    throw new Error(`No web view shows "${selector}".`);
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, mark } = themes[theme];
    const shown = this.page.locator(`.monaco-workbench.${mark}`);
    if ((await shown.count()) > 0) return;
    await this.runCommand('Preferences: Color Theme');
    await this.quickField().fill(label);
    await this.quickRows(label).first().click();
    await shown.waitFor();
    await this.quickField().waitFor({ state: 'hidden' });
    // Web views are told after the workbench has changed.
    await this.page.waitForTimeout(300);
  }

  /** Takes a picture into `test-results/screenshots/`. */
  async screenshot(name: string): Promise<void> {
    await this.#picture('screenshots', name);
  }

  /** Takes a picture in each theme, `NAME-dark.png` and so on, and goes back to the dark one. */
  async screenshotInThemes(name: string, wanted = Object.keys(themes) as Theme[]): Promise<void> {
    for (const theme of wanted) {
      await this.setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
    await this.setTheme('dark');
  }

  /** Takes a picture of what is there when a test failed. */
  async failurePicture(name: string): Promise<void> {
    await this.#picture('failures', name);
  }

  async #picture(folder: string, name: string): Promise<void> {
    const place = path.join(projectRoot, 'test-results', folder);
    await mkdir(place, { recursive: true });
    await this.page.screenshot({ path: path.join(place, `${name}.png`) });
  }

  async #openPalette(text: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.quickField().waitFor({ timeout: 5_000 });
    await this.quickField().fill(`>${text}`);
  }

  async #findInPalette(title: string): Promise<Locator | null> {
    try {
      await this.#openPalette(title);
      const row = this.quickRows(title).first();
      await row.waitFor({ timeout: 1_000 });
      return row;
    } catch {
      return null;
    }
  }
}

/** The address of a window on a folder. */
export function workbenchUrl(origin: string, folder: string, payload: Payload = []): string {
  const query = new URLSearchParams({ folder });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${origin}/?${query.toString()}`;
}

/** Web views load their files from this address; a service worker answers it and nothing leaves the machine. */
const answeredLocally = /^https:\/\/[^/]+\.vscode-cdn\.net\//;

function isForeign(url: string, origin: string): boolean {
  return !url.startsWith(origin) && !/^(data|blob):/.test(url) && !answeredLocally.test(url);
}

async function has(frame: Frame, selector: string): Promise<boolean> {
  try {
    return (await frame.locator(selector).count()) > 0;
  } catch {
    // The frame went away while it was looked at.
    return false;
  }
}

/** Labels carry no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}
