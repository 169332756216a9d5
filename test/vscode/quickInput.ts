// The quick input of a window: the palette, quick picks, input boxes. Every step waits for the one before it to be taken: keys
// and clicks that come before an input is there go to whatever has the focus, and nobody sees it.
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { clickedWithin, holdsWithin, waitUntil } from './waitUntil.ts';

/** The palette does not know a command before its extension is there: on a busy machine this long after the start. */
const knownMilliseconds = 60_000;
/** After this long without an effect a key or click has been lost, or the list has changed under it. */
const effectMilliseconds = 5_000;
const comesMilliseconds = 2_000;

export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The field for plain text; that for secrets is `input[type=password]`. */
  field(): Locator {
    return this.#page.locator('.quick-input-widget input[type=text]');
  }

  rows(text?: string): Locator {
    const rows = this.#page.locator('.quick-input-list .monaco-list-row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /** Runs a command by its title in the palette. Tries again while the palette does not know it yet. */
  async runCommand(title: string): Promise<void> {
    await this.#pick(`>${title}`, title);
  }

  /** Chooses a file of the workspace by its path or a part of it, as Go to File does. */
  async goToFile(name: string): Promise<void> {
    await this.#pick(name, path.basename(name));
  }

  /** The titles that the palette offers for a text. */
  async offeredCommands(text: string): Promise<string[]> {
    await this.#openPalette(`>${text}`);
    await this.rows().first().waitFor();
    const rows = await this.rows().locator('.label-name').allInnerTexts();
    await this.close();
    return rows.map(plain);
  }

  /** Chooses a row of the open quick pick by a part of its text. */
  async choose(text: string): Promise<void> {
    const row = this.rows(text).first();
    await row.waitFor();
    const before = await this.#shown();
    const gone = async () => (await this.#shown()) !== before;
    const chosen = async () =>
      (await clickedWithin(row, comesMilliseconds)) && holdsWithin(gone, effectMilliseconds);
    await waitUntil(async () => (await gone()) || chosen(), `"${text}" is chosen`);
  }

  /** Answers the open input box, and waits until it is taken. */
  async answer(text: string): Promise<void> {
    await this.field().fill(text);
    await this.accept();
  }

  /** Presses Enter in what is open, and waits until it has gone or another has taken its place. */
  async accept(): Promise<void> {
    await waitUntil(async () => (await this.#shown()) !== null, 'a quick input is open');
    const before = await this.#shown();
    await this.#page.keyboard.press('Enter');
    await waitUntil(async () => (await this.#shown()) !== before, 'the quick input is answered');
  }

  /** Gives up what is open. Presses nothing when nothing is, since Escape means something elsewhere, too. */
  async close(): Promise<void> {
    const closed = async () => {
      if ((await this.#shown()) === null) return true;
      await this.#page.keyboard.press('Escape');
      return false;
    };
    await waitUntil(closed, 'the quick input is closed');
  }

  /** Resolves once the row with that label has been chosen and the list has gone. */
  async #pick(text: string, label: string): Promise<void> {
    const row = this.rows().filter({ has: this.#page.getByText(label, { exact: true }) });
    const end = performance.now() + knownMilliseconds;
    while (performance.now() < end) {
      await this.#openPalette(text);
      const before = await this.#shown();
      const gone = async () => (await this.#shown()) !== before;
      const clicked = await clickedWithin(row.first(), comesMilliseconds);
      if (clicked ? await holdsWithin(gone, effectMilliseconds) : await gone()) return;
      await this.close();
    }
    throw new Error(`The palette has no "${label}" for "${text}".`);
  }

  /** The key is lost while the window is still starting, so that it is pressed until the palette is there. */
  async #openPalette(text: string): Promise<void> {
    const isOpen = async () => (await this.#shown())?.endsWith('\n>') === true;
    const opened = async () => {
      await this.#page.keyboard.press('F1');
      return holdsWithin(isOpen, 1_000);
    };
    await waitUntil(opened, 'the palette is open', knownMilliseconds);
    await this.field().fill(text);
  }

  /** Title and text of what is open, also of a secret; null when nothing is. */
  #shown(): Promise<string | null> {
    return this.#page.locator('.quick-input-widget').evaluateAll((widgets) => {
      const open = widgets.find((one) => 'offsetParent' in one && one.offsetParent !== null);
      if (open === undefined) return null;
      const title = open.querySelector('.quick-input-title')?.textContent ?? '';
      const fields = [...open.querySelectorAll('input:not([type=checkbox])')];
      const texts = fields.map((field) => ('value' in field ? String(field.value) : ''));
      return [title, ...texts].join('\n');
    });
  }
}

/** Labels carry no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ').trim();
}
