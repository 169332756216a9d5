// The page of one trajectory in a browser: stored ones of any length. One that runs is in livePage.test.ts.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../ui/accessibility.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { untilAsked } from './asked.ts';
import { drawnTwice, until, viewerPages } from './viewerPages.ts';

const route = (id: string, step: number | null = null) => ({ page: 'trajectory', id, step });

/** Waits until the top of a step is at rest between two heights of the window. */
async function topComesTo(page: Page, step: number, place: { from: number; to: number }) {
  const top = () =>
    page.locator(`#step-${step}`).evaluate((article) => article.getBoundingClientRect().top);
  const isThere = async () => {
    const before = await top();
    await drawnTwice(page);
    const after = await top();
    return before === after && after > place.from && after < place.to;
  };
  await waitUntil(isThere, `step ${step} is between ${place.from} and ${place.to}`);
}

describe('the page of a stored trajectory', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('shows everything of its steps', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 3' }).waitFor();
    for (const words of [
      'Finished with an answer',
      '1 refused',
      'Judges disagree',
      'counts as not run',
      "KeyError: 'State'",
      'page 9 is a scan without text',
      'R = 1.00 + 0.3 × 5/5 + 0.3 × 3/5 = 1.48',
    ]) {
      await page.getByText(words).filter({ visible: true }).first().waitFor();
    }
    await pages.shoot(page, 'trajectory-page');
  });

  it('shows namespace and reward below the steps without the outline over them', async () => {
    const page = await pages.open({ route: route('refunds'), width: 900, height: 420 });
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    const verdicts = page.getByRole('heading', { name: 'Verdicts' });
    await verdicts.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const covering = await verdicts.evaluate((heading) => {
      const { left, top } = heading.getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + 8)?.closest('.rail, .side')?.className;
    });
    assert.match(covering ?? 'nothing', /side/);
  });

  it('walks through the steps by keys and shows the namespace after each', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('#step-4:focus').waitFor();
    await page.locator('.names').getByText('growth', { exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.locator('#step-3:focus').waitFor();
    await until(page, 'window.fakeHost.state.route.step === 3');
    assert.deepEqual(
      await page.evaluate(() => (window.fakeHost.state as { route: unknown }).route),
      { page: 'trajectory', id: 'refunds', step: 3 },
    );
  });

  it('shows the whole of a clipped text piece by piece', async () => {
    const page = await pages.open({ route: route('refunds', 4) });
    await page.getByRole('button', { name: 'Show more of 61,342 characters' }).click();
    await page.getByRole('button', { name: 'Show all 61,342 characters' }).click();
    await page.getByRole('button', { name: /Show more, 11,342 characters are left/ }).click();
    await page.waitForFunction(() => {
      const shown = document.querySelector('#step-4 [data-field="observation.stdout"]');
      return shown?.textContent.length === 61_342;
    });
    await page.locator('#step-4').getByRole('button', { name: 'Show less' }).click();
    await page.locator('#step-4').getByRole('button', { name: 'Show all 61,342' }).waitFor();
  });

  it('finds words and marks them', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    await page.keyboard.press('/');
    await page.locator('.find-bar vscode-text-field:focus').waitFor();
    await page.keyboard.type('region');
    await page.getByText(/^1 of \d+/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^2 of \d+/).waitFor();
    const marked = await page.evaluate(() => CSS.highlights.get('found-now')?.size ?? 0);
    assert.equal(marked, 1);
    await pages.shoot(page, 'trajectory-find');
    await page.keyboard.press('Escape');
    await page.locator('.find-bar').waitFor({ state: 'detached' });
    await until(page, "!CSS.highlights.has('found')");
  });

  it('has few of 10,000 steps in the page, wherever it stands', async () => {
    const page = await pages.open({ route: route('long', 5000) });
    await page.getByRole('heading', { name: 'Step 5,000' }).waitFor();
    const count = () => page.locator('article.step').count();
    assert.ok((await count()) < 25, `${await count()} steps are drawn`);
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Step 10,000' }).waitFor();
    await page.locator('#step-10000:focus').waitFor();
    assert.ok((await count()) < 25, `${await count()} steps are drawn`);
    await topComesTo(page, 10_000, { from: 0, to: 800 });
    await page.keyboard.press('Home');
    await page.locator('#step-1:focus').waitFor();
  });

  it('brings a chosen step into view and keeps it there while others are read', async () => {
    for (const width of [1100, 520]) {
      const page = await pages.open({ route: route('refunds', 4), width });
      await page.getByText('Three rows of the Q3 sheet').waitFor();
      await page.locator('#page [data-waiting]').first().waitFor({ state: 'detached' });
      await topComesTo(page, 4, { from: -5, to: 300 });
    }
  });

  it('runs edited code from a step on', async () => {
    const page = await pages.open({ route: route('refunds', 3) });
    await page.getByRole('button', { name: 'Retry step 3 with edited code' }).click();
    const code = page.getByRole('textbox', { name: 'Code of step 3, edited' });
    await code.fill('print(1)');
    await pages.shoot(page, 'trajectory-edit');
    await code.press('Control+Enter');
    await page.getByText('Getting ready').first().waitFor();
    assert.deepEqual(await untilAsked(page, 'retry-step'), [
      { id: 'refunds', step: 3, code: 'print(1)' },
    ]);
  });

  it('asks another question', async () => {
    const page = await pages.open({ route: route('refunds', 5) });
    const box = page.getByLabel('Ask another question in the same namespace');
    await box.fill('And which fell most?');
    await box.press('Enter');
    await page.getByText('Getting ready').first().waitFor();
    assert.deepEqual(await untilAsked(page, 'ask-follow-up'), [
      { id: 'refunds', question: 'And which fell most?' },
    ]);
  });

  it('folds what was carried over and links to where it comes from', async () => {
    const page = await pages.open({ route: route('retry') });
    const fold = page.getByRole('button', { name: /Steps 1 to 2/ });
    assert.equal(await page.locator('#step-1').count(), 0);
    await page.locator('.rail a.carried', { hasText: 'carried over, Ran: 1' }).waitFor();
    assert.equal(await page.locator('.rail a.carried').count(), 2);
    await pages.shoot(page, 'trajectory-carried');
    await fold.click();
    await page.locator('#step-1').waitFor();
    await page.getByRole('button', { name: 'Show change' }).click();
    assert.deepEqual(await untilAsked(page, 'open-diff'), [
      { left: { id: 'refunds', step: 3 }, right: { id: 'retry', step: 3 }, part: 'code' },
    ]);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByText('1.48').first().waitFor();
  });

  for (const theme of ['dark', 'light', 'hc'] as const) {
    it(`can be used by everybody: ${theme}`, async () => {
      const page = await pages.open({ route: route('refunds'), theme, height: 4000 });
      await page.getByRole('heading', { name: 'Step 5' }).waitFor();
      await page.getByRole('button', { name: /Retry step 5/ }).click();
      await page.getByRole('textbox', { name: 'Code of step 5, edited' }).waitFor();
      await page.locator('#step-5 h2').click();
      await page.keyboard.press('/');
      await page.locator('.find-bar').waitFor();
      await assertAccessible(page.mainFrame());
    });
  }

  for (const theme of ['dark', 'light', 'hc'] as const) {
    it(`shows behind the others what was carried over, for everybody to read: ${theme}`, async () => {
      const page = await pages.open({ route: route('follow-up'), theme });
      const carried = page.locator('.rail a.carried:not([aria-current])').first();
      const own = page.locator('.rail a:not(.carried)', { hasText: '6' }).first();
      const colour = (line: typeof own) => line.evaluate((link) => getComputedStyle(link).color);
      await own.waitFor();
      assert.notEqual(await colour(carried), await colour(own));
      await assertAccessible(page.mainFrame());
      await pages.shoot(page, `trajectory-carried-${theme}`);
    });
  }

  it('cannot run anything in Restricted Mode and says why', async () => {
    const page = await pages.open({ route: route('refunds', 5), restricted: '1' });
    await page.getByText('Running is off in Restricted Mode').waitFor();
    assert.equal(await page.getByRole('button', { name: /Retry step 5/ }).isDisabled(), true);
    assert.equal(await page.locator('textarea').count(), 0);
  });

  it('says why a trajectory cannot be shown', async () => {
    const page = await pages.open({ route: route('live-gone') });
    await page.getByText('It is not in the file yet.').waitFor();
  });
});
