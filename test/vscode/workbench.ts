// A VS Code window as a person uses it: palette, quick input, editors, trees, web views, pictures. Selectors hold on every
// build of the tests. What the product shows in it is the scenarios' business.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Browser } from './browser.ts';
import { chooseInMenu } from './contextMenu.ts';
import { projectRoot } from './installation.ts';
import { QuickInput } from './quickInput.ts';
import { savedStates } from './savedStates.ts';
import { themes, type Theme } from './userSettings.ts';
import type { VscodeServer } from './vscodeServer.ts';
import { clickedWithin, holdsWithin, waitUntil } from './waitUntil.ts';
import { webviewWith, webviewsGone, webviewsHaveTheme } from './webviews.ts';

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
  readonly #quickInput: QuickInput;
  readonly #address: string;
  readonly #foreign: string[] = [];
  readonly #console: string[] = [];

  private constructor(page: Page, server: VscodeServer, address: string) {
    this.page = page;
    this.server = server;
    this.#address = address;
    this.#quickInput = new QuickInput(page);
    page.on('request', (request) => {
      if (isForeign(request.url(), server.origin)) this.#foreign.push(request.url());
    });
    page.on('console', (message) => this.#console.push(message.text()));
  }

  static async open(options: WorkbenchOptions): Promise<Workbench> {
    const { browser, server, folder, payload = [] } = options;
    const page = await browser.context.newPage();
    page.setDefaultTimeout(readyMilliseconds);
    const workbench = new Workbench(page, server, workbenchUrl(server.origin, folder, payload));
    await workbench.comeBack();
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

  /** Closes the window as a person does; the browser keeps its page for `comeBack`. */
  async leave(): Promise<void> {
    await this.page.goto('about:blank');
  }

  /** Opens the window on its folder. */
  async comeBack(): Promise<void> {
    await this.page.goto(this.#address);
    await this.ready();
  }

  /**
   * Waits until what the window restores after a reload holds a text. In a browser it writes down what is open every few
   * seconds.
   */
  async savedState(text: string | RegExp): Promise<void> {
    const holds = (saved: string) =>
      typeof text === 'string' ? saved.includes(text) : text.test(saved);
    const isSaved = async () => holds(await savedStates(this.page));
    await waitUntil(isSaved, `the window has written down ${String(text)}`);
  }

  /** Leaves the page before it closes, so that the window says goodbye to its server as it does when a person closes it. */
  async close(): Promise<void> {
    if (this.page.isClosed()) return;
    await this.leave();
    await this.page.close();
  }

  /** Runs a command by its whole title in the palette, for example `Tool-R1: Show Log`; resolves once it is chosen. */
  runCommand(title: string): Promise<void> {
    return this.#quickInput.runCommand(title);
  }

  /** The titles that the palette offers for a text. */
  offeredCommands(text: string): Promise<string[]> {
    return this.#quickInput.offeredCommands(text);
  }

  /** The rows of a quick pick or of the palette. */
  quickRows(text?: string): Locator {
    return this.#quickInput.rows(text);
  }

  /** The field of a quick pick or input box. */
  quickField(): Locator {
    return this.#quickInput.field();
  }

  /** Chooses a row of the open quick pick by a part of its text. */
  choose(text: string): Promise<void> {
    return this.#quickInput.choose(text);
  }

  /** Answers the open input box. */
  answer(text: string): Promise<void> {
    return this.#quickInput.answer(text);
  }

  /** Presses Enter in the open quick input; resolves once that has gone or another has taken its place. */
  accept(): Promise<void> {
    return this.#quickInput.accept();
  }

  /** Closes the quick input if one is open. */
  closeQuickInput(): Promise<void> {
    return this.#quickInput.close();
  }

  /** Opens a file of the workspace by its name, as Go to File does. Keys go to its editor afterwards. */
  async openFile(name: string): Promise<void> {
    await this.#quickInput.goToFile(name);
    await this.focusedEditor(path.basename(name));
  }

  /** Waits until the editor of a file has the focus: the text editor, or the web view of a custom one. */
  async focusedEditor(name: string): Promise<void> {
    const group = '.editor-group-container.active';
    await this.page.locator(`${group} .tab.active[data-resource-name="${name}"]`).waitFor();
    const text = `${group} .monaco-editor.focused[data-uri$="/${encodeURIComponent(name)}"] *`;
    const focused = `iframe.webview.ready, ${text}`;
    const isSo = () =>
      this.page.evaluate<boolean>(
        `document.activeElement?.matches(${JSON.stringify(focused)}) === true`,
      );
    await waitUntil(isSo, `the editor of ${name} has the focus`);
  }

  /** Closes what is open in the editor area, and waits until it is gone with its web views. */
  async closeAllEditors(): Promise<void> {
    await this.runCommand('View: Close All Editors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'hidden' });
    await webviewsGone(this.page);
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
    const shown = this.page.locator('.sidebar .composite.title', { hasText: title }).first();
    const click = async () => {
      // A click on the tab of what is shown would hide it.
      if ((await tab.locator('..').getAttribute('aria-selected')) !== 'true') await tab.click();
      return holdsWithin(() => shown.isVisible(), 5_000);
    };
    await waitUntil(click, `the side bar shows "${title}"`, readyMilliseconds);
  }

  async closeSideBar(): Promise<void> {
    await this.runCommand('View: Close Primary Side Bar');
    await this.page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  }

  /** Rows of the trees of the shown view container. */
  treeRows(text?: string): Locator {
    const rows = this.page.locator('.sidebar .pane-body .monaco-list-row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /** Opens or closes a row that has others below it. */
  async setExpanded(row: Locator, expanded: boolean): Promise<void> {
    const isSo = async () => (await row.getAttribute('aria-expanded')) === String(expanded);
    const toggle = async () => {
      if (await isSo()) return true;
      await row.locator('.monaco-tl-twistie').click();
      return holdsWithin(isSo, 2_000);
    };
    await waitUntil(toggle, `the row is ${expanded ? 'open' : 'closed'}`);
  }

  /** Presses a button that a row of a tree or quick pick shows while the pointer is over it. */
  async pressInRow(row: Locator, icon: string): Promise<void> {
    const press = async () => {
      await row.hover();
      return clickedWithin(row.locator(icon), 2_000);
    };
    await waitUntil(press, `the row takes a click on ${icon}`);
  }

  /** Opens the context menu on something and chooses an entry. */
  chooseInMenu(on: Locator, entry: string): Promise<void> {
    return chooseInMenu(this.page, on, entry);
  }

  notifications(text?: string): Locator {
    const toasts = this.page.locator('.notification-toast');
    return text === undefined ? toasts : toasts.filter({ hasText: text });
  }

  /**
   * Waits for a message to the person. A toast goes away after a while, and with the test driver the newest build shows none,
   * so the centre is opened, which keeps them.
   */
  async message(text: string): Promise<Locator> {
    const message = this.page.locator('.notification-list-item', { hasText: text }).first();
    const centre = this.page.locator('.notifications-center.visible');
    const bell = this.page.locator(
      '.statusbar-item .codicon-bell, .statusbar-item .codicon-bell-dot',
    );
    const isThere = async () => {
      if ((await centre.count()) === 0) {
        await bell.first().click();
        await holdsWithin(async () => (await centre.count()) > 0, 5_000);
      }
      return holdsWithin(() => message.isVisible(), 1_000);
    };
    await waitUntil(isThere, `a message says "${text}"`, readyMilliseconds);
    return message;
  }

  dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  statusBar(text: string): Locator {
    return this.page.locator('.statusbar-item', { hasText: text });
  }

  /** The frame of the shown web view whose document has the selector. */
  webview(selector: string, timeout = readyMilliseconds): Promise<Frame> {
    return webviewWith(this.page, selector, timeout);
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, mark, kind } = themes[theme];
    const shown = this.page.locator(`.monaco-workbench.${mark}`);
    if ((await shown.count()) > 0) return;
    await this.runCommand('Preferences: Color Theme');
    await this.quickField().fill(label);
    await this.choose(label);
    await shown.waitFor();
    await this.quickField().waitFor({ state: 'hidden' });
    await webviewsHaveTheme(this.page, kind);
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
