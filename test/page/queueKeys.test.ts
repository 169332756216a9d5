// The list of the queue page in a browser by keys: what they move to, what is read out there, and that they stay with their task.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { focusedPlace, focusedWords, queuePages, rowOf, slider } from './queuePages.ts';
import { shows, showsText } from './shows.ts';
import { drawnTwice } from './viewerPages.ts';

describe('the queue page by keys', function () {
  this.timeout(60_000);
  const pages = queuePages();

  it('is one tab stop that arrow keys walk through', async () => {
    const page = await pages.open();
    await rowOf(page, 't-0401').waitFor();
    await shows(() => page.locator('.queue-grid [tabindex="0"]').count(), 1);
    await page.locator('.queue-grid [tabindex="0"]').focus();
    await shows(() => focusedPlace(page), '0:0');
    for (const [key, place] of [
      ...[['ArrowRight', '0:1'] as const, ['ArrowDown', '1:1'] as const],
      ...[['End', '1:18'] as const, ['PageDown', '9:18'] as const, ['Home', '9:0'] as const],
      ...[['>', '1299:0'] as const, ['<', '0:0'] as const],
    ]) {
      await page.keyboard.press(key);
      await drawnTwice(page);
      await shows(() => focusedPlace(page), place, key);
      const isInSight = await page.evaluate(() => {
        const { top, bottom } = document.activeElement!.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
      assert.ok(isInSight, key);
    }
    await shows(() => page.locator('.queue-grid [tabindex="0"]').count(), 1);
  });

  it('reads out a task as a whole, and its pass rate, state and trajectories one by one', async () => {
    const page = await pages.open({ route: { filter: 't-0402' } });
    await rowOf(page, 't-0402').waitFor();
    await page.locator('.queue-grid [tabindex="0"]').focus();
    await showsText(
      () => focusedWords(page),
      /^How many invoices .* t-0402 · invoices\.pdf pass rate \d\.\d\d, .*; Active, in this step; 16 in its queue, 8 of them fresh$/,
    );
    for (const words of [
      /^Pass rate \d\.\d\d (?:in window|too easy|too hard)$/,
      /^Active in this step$/,
      /^Trajectory 1 of 16, reward \d\.\d\d, staleness 26, cached, /,
      /^Trajectory 2 of 16, /,
    ]) {
      await page.keyboard.press('ArrowRight');
      await showsText(() => focusedWords(page), words);
    }
    await shows(() => page.getByRole('grid').getAttribute('aria-colcount'), '19');
  });

  it('opens the task from its pass rate and state, and a trajectory from its cell', async () => {
    const page = await pages.open();
    await rowOf(page, 't-0401').waitFor();
    await page.locator('.queue-grid [tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Task: t-0401' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Trajectory 1 of 16: t-0401' }).waitFor();
  });

  it('stays with its task when a run goes on, at the same height of the window', async () => {
    const page = await pages.open();
    await rowOf(page, 't-0401').waitFor();
    await page.locator('.queue-grid [tabindex="0"]').focus();
    for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowRight'])
      await page.keyboard.press(key);
    await drawnTwice(page);
    await shows(() => focusedPlace(page), '24:1');
    const [id, top] = await focusedTask(page);
    await page.evaluate(() => window.runHost.step());
    await page.getByText('1,300 tasks at train step 313').waitFor();
    // The tasks of the new train step stand above it now.
    await shows(() => focusedPlace(page), '40:1');
    await shows(() => focusedTask(page), [id, top]);
    await slider(page).fill('300');
    await page.getByText('1,300 tasks at train step 300').waitFor();
    await page.evaluate(() => window.runHost.step());
    await page.getByText('of 314', { exact: true }).waitFor();
    await shows(() => page.getByText('1,300 tasks at train step 300').count(), 1);
  });

  it('goes with a task that comes to the top', async () => {
    const page = await pages.open({ route: { filter: 't-00' } });
    await rowOf(page, 't-0016').or(rowOf(page, 't-0090')).first().waitFor();
    await page.locator('.queue-grid [tabindex="0"]').focus();
    await page.keyboard.press('>');
    await shows(async () => (await focusedTask(page))[0], 't-0016');
    await page.evaluate(() => window.runHost.step());
    await page.getByText('99 tasks of 1,300 at train step 313').waitFor();
    await shows(() => focusedPlace(page), '15:0');
    await shows(async () => (await focusedTask(page))[0], 't-0016');
  });

  it('leaves keys and view where they are when nobody came into the list', async () => {
    const page = await pages.open();
    await rowOf(page, 't-0401').waitFor();
    await page.evaluate('window.scrollTo(0, 900)');
    await drawnTwice(page);
    await page.evaluate(() => window.runHost.step());
    await page.getByText('1,300 tasks at train step 313').waitFor();
    assert.equal(await page.evaluate('window.scrollY'), 900);
    await shows(() => page.locator('[data-row="0"] [tabindex="0"]').count(), 1);
  });
});

/** Id of the task that has the keys, and the pixels from the top of the window to it. */
function focusedTask(page: Page): Promise<[string, number]> {
  return page.evaluate(() => {
    const row = document.activeElement?.closest('.queue-row');
    const id = /t-\d{4}/.exec(row?.textContent ?? '')?.[0] ?? '';
    return [id, Math.round(row?.getBoundingClientRect().top ?? Number.NaN)];
  });
}
