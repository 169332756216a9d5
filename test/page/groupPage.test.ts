// The group of one task and the comparison of two trajectories, in a browser.
import assert from 'node:assert/strict';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { themeClasses, type Theme } from './pageServer.ts';
import { until, viewerPages } from './viewerPages.ts';

const group = (taskId: string, chosen: string[] = []): object => ({
  page: 'group',
  taskId,
  chosen,
});
const comparison = { page: 'compare', left: 't-2', right: 't-11' };

describe('the group of a task', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('shows the rollouts, the pass rate and what the rewards mean', async () => {
    const page = await pages.open({ route: group('a') });
    await page.getByText('Group of 16: 8 fresh, 8 cached').waitFor();
    await page.getByText('0.44, 7 of 16 correct').waitFor();
    await page.getByText('inside 0.2–0.8').waitFor();
    await page
      .getByRole('img', {
        name: 'Pass rate 0.44, 95 percent interval 0.23 to 0.67, window 0.2 to 0.8',
      })
      .waitFor();
    await page.getByText('The rewards differ (σ = 0.50), so this group trains.').waitFor();
    await page.getByText('advantage = (reward − 1.03) / 0.50').waitFor();
    const words =
      /^Rollout 11, cached, 14 train steps old, Wrong, .*reward 0\.42, advantage −1\.23$/;
    await page.getByRole('button', { name: words }).waitFor();
    await pages.shoot(page, 'group');
  });

  it('says when all rewards are the same', async () => {
    const page = await pages.open({ route: group('flat') });
    await page.getByText('Zero variance: this group teaches nothing.').waitFor();
    await page.getByText('All 16 rewards are 0.60').waitFor();
    await page.getByText('below 0.2, too hard').waitFor();
  });

  it('does not speak of cached ones where one policy made them all', async () => {
    const page = await pages.open({ route: group('single-version') });
    await page.getByText('8 rollouts').waitFor();
    assert.equal(await page.getByText('Cached').count(), 0);
  });

  it('has two chosen and compares them, by keys', async () => {
    const page = await pages.open({ route: group('a') });
    await page.getByText('Choose two to compare').waitFor();
    await page.keyboard.press('c');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByText('Choose one more to compare').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Compare 2 and 4' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Compare 4 and 5' }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose rollout 9 to compare' }).click();
    await page.getByRole('button', { name: 'Compare 5 and 9' }).click();
    await page.getByRole('heading', { name: 'Trajectory 2' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare 5 and 9' }).waitFor();
    assert.equal(await page.locator('.cell[aria-pressed=true]').count(), 2);
  });

  it('opens a trajectory', async () => {
    const page = await pages.open({ route: group('a') });
    await page.getByRole('button', { name: 'Open rollout 2', exact: true }).click();
    await until(page, "window.fakeHost.state.route.page === 'trajectory'");
  });

  it('says why it cannot be shown', async () => {
    const page = await pages.open({ route: group('a'), fail: 'read-group' });
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('fits into a narrow page', async () => {
    const page = await pages.open({ route: group('a', ['t-2', 't-11']), width: 520 });
    await page.getByText('0.44, 7 of 16 correct').waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'group-narrow');
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({ theme, route: group('a', ['t-2', 't-11']) });
      await page.getByText('0.44, 7 of 16 correct').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    });
  }
});

describe('the comparison of two trajectories', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('aligns the steps by what they did', async () => {
    const page = await pages.open({ route: comparison });
    const bands = page.locator('.band h3');
    await bands.nth(3).waitFor();
    assert.deepEqual(await bands.allInnerTexts(), [
      'Step 1 and step 1',
      'Step 2 only',
      'Step 3 and steps 2 to 4',
      'Step 4 and step 5',
    ]);
    await page.getByText('same code').waitFor();
    await page.getByText('Trajectory 11 never called read_document or ask_document').waitFor();
    await page.locator('ins').getByText('if row["Status"] == "approved":').first().waitFor();
    await page.locator('del', { hasText: 'import pandas as pd' }).first().waitFor();
    await page.getByText('advantage −1.23').waitFor();
    await pages.shoot(page, 'compare');
  });

  it('opens the diff editor on the steps that are most alike', async () => {
    const page = await pages.open({ route: comparison });
    await page.locator('.band').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('.band:focus', { hasText: 'Step 3' }).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('D');
    const sides = { left: { id: 't-2', step: 3 }, right: { id: 't-11', step: 2 } };
    await until(
      page,
      "window.fakeHost.requests.filter((one) => one.name === 'open-diff').length === 2",
    );
    assert.deepEqual(await untilAsked(page, 'open-diff'), [
      { ...sides, part: 'code' },
      { ...sides, part: 'observation' },
    ]);
  });

  it('swaps the sides', async () => {
    const page = await pages.open({ route: comparison });
    await page.locator('.band').first().waitFor();
    await page.keyboard.press('x');
    await page.getByRole('heading', { name: 'Steps 2 to 4 and step 3' }).waitFor();
    const first = page.locator('.sides h2').first();
    await first.filter({ hasText: 'Trajectory 11' }).waitFor();
  });

  it('says why it cannot be shown', async () => {
    const page = await pages.open({ route: comparison, fail: 'read-steps' });
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('stacks the sides when it is narrow', async () => {
    const page = await pages.open({ route: comparison, width: 520 });
    const halves = page.locator('.half');
    await halves.first().waitFor();
    const [first, second] = await Promise.all([
      halves.nth(0).boundingBox(),
      halves.nth(1).boundingBox(),
    ]);
    assert.ok(first !== null && second !== null && second.y >= first.y + first.height - 1);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'compare-narrow');
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({ theme, route: comparison });
      await page.locator('.band').first().waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `compare-${theme}`);
    });
  }
});
