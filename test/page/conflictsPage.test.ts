// Deciding where people differ, in a browser.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible } from '../ui/accessibility.ts';
import { asked, untilAsked } from './asked.ts';
import { act, labelPages } from './labelPages.ts';
import { themeClasses, type Theme } from './pageServer.ts';

/** The line that says where one is; live regions may say the same. */
function place(page: Page, position: number): Locator {
  return page.locator('.top-line').getByText(`Conflict ${position} of 2`);
}

const route = { page: 'conflicts', position: null };

describe('the conflicts page', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('shows both labels side by side with the rubric', async () => {
    const page = await pages.open({ route });
    await place(page, 1).waitFor();
    const cards = page.locator('.label-card');
    assert.equal(await cards.count(), 2);
    assert.match(await cards.nth(0).innerText(), /Ada[^]*Partially Correct[^]*only given by its/);
    assert.match(await cards.nth(1).innerText(), /Grace[^]*Correct[^]*after 8\.1 s[^]*No note/);
    const [left, right] = await Promise.all([
      cards.nth(0).boundingBox(),
      cards.nth(1).boundingBox(),
    ]);
    assert.ok(left !== null && right !== null && left.y === right.y && left.x < right.x);
    await page.getByText('Judge the answer, not the way to it.').waitFor();
    await page.getByText('2 left').waitFor();
    await pages.shoot(page, 'conflicts');
  });

  it('decides by keys, with a note, and goes to the next that is left', async () => {
    const page = await pages.open({ route });
    await place(page, 1).waitFor();
    await act(page, 'note');
    await untilAsked(page, 'set-typing');
    await page.keyboard.type('both ends are given');
    await act(page, 'correct');
    assert.equal((await asked(page, 'decide-conflict')).length, 0);
    await page.keyboard.press('Enter');
    await act(page, 'ambiguous');
    const itemHash = '1'.padStart(64, '0');
    assert.deepEqual(await untilAsked(page, 'decide-conflict'), [
      { itemHash, outcome: 'rubric-ambiguous', note: 'both ends are given' },
    ]);
    await page.getByText('decided by Ada').waitFor();
    await page.getByText('Conflict 1 of 2, decided').waitFor();
    await page.getByRole('button', { name: 'Conflicts, 1' }).waitFor();
    await act(page, 'go-on');
    await place(page, 2).waitFor();
    await act(page, 'correct');
    await page.getByText('0 left').waitFor();
    await pages.shoot(page, 'conflicts-decided');
  });

  it('has a decision replaced by another', async () => {
    const page = await pages.open({ route: { page: 'conflicts', position: 2 } });
    await place(page, 2).waitFor();
    await act(page, 'wrong');
    await page.getByText('decided by Ada').waitFor();
    await act(page, 'correct');
    await page.locator('[data-choice=Correct][aria-pressed=true]').waitFor();
    assert.equal((await asked(page, 'decide-conflict')).length, 2);
  });

  it('gives the decision back when it cannot be saved', async () => {
    const page = await pages.open({ route, fail: 'decide-conflict' });
    await place(page, 1).waitFor();
    await act(page, 'wrong');
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
    assert.equal(await page.locator('[aria-pressed=true]').count(), 0);
    await page.getByText('2 left').waitFor();
  });

  it('walks through the list and back to labelling', async () => {
    const page = await pages.open({ route });
    await place(page, 1).waitFor();
    await page.locator('.conflict-list button').nth(1).click();
    await place(page, 2).waitFor();
    await page.reload();
    await place(page, 2).waitFor();
    await page.getByRole('button', { name: 'Label', exact: true }).click();
    await page.getByText('Item 1 of 300').waitFor();
    await page.keyboard.press('Backspace');
    await place(page, 2).waitFor();
  });

  it('says when nobody differs, and when they cannot be read', async () => {
    const page = await pages.open({ route, conflicts: 0 });
    await page.getByRole('heading', { name: 'No conflicts' }).waitFor();
    const broken = await pages.open({ route, fail: 'list-conflicts' });
    await broken.getByRole('alert').getByText('The file is gone.').waitFor();
    await broken.getByRole('button', { name: 'Try again' }).click();
    await untilAsked(broken, 'list-conflicts', 2);
  });

  it('fits into a narrow page', async () => {
    const page = await pages.open({ route, width: 520 });
    await place(page, 1).waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'conflicts-narrow');
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({ route, theme });
      await place(page, 1).waitFor();
      await act(page, 'ambiguous');
      await page.getByText('decided by Ada').waitFor();
      await assertAccessible(page.mainFrame());
      await pages.shoot(page, `conflicts-${theme}`);
    });
  }
});
