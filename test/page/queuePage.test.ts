// The queue page of a training run in a browser: tasks and their strips at any train step. By keys it is walked in
// queueKeys.test.ts, the task beside the list is in queueDrawer.test.ts.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { askedSteps, queuePages, rowOf, rows, slider, untilAskedFor } from './queuePages.ts';
import { shows, showsText } from './shows.ts';
import { drawnTwice, until } from './viewerPages.ts';

const total = (page: Page, name: string): Locator =>
  page.locator('.totals > div').filter({ hasText: name }).locator('dd');

describe('the queue page of a training run', function () {
  this.timeout(60_000);
  const pages = queuePages();

  it('shows how all tasks stand, and each with its strip', async () => {
    const page = await pages.open();
    await rowOf(page, 't-0416').waitFor();
    await shows(() => total(page, 'Tasks').innerText(), '1,300');
    await shows(() => total(page, 'Fresh in this step').innerText(), '50 %');
    await shows(() => total(page, 'Staleness').innerText(), '13 / 26');
    const cells = rowOf(page, 't-0416').locator('.q-cell');
    await shows(() => cells.count(), 16);
    await shows(() => rowOf(page, 't-0416').locator('.q-cell.cached.leaves').count(), 8);
    await shows(() => rowOf(page, 't-0416').locator('.q-cell.begins').count(), 1);
    assert.match(
      (await cells.first().getAttribute('aria-label')) ?? '',
      /^Trajectory 1 of 16, reward \d\.\d\d, staleness 26, cached, sampled at step 286, leaves first at the next visit$/,
    );
    const share = await cells.nth(8).evaluate((cell) => {
      const fill = cell.querySelector('i')!.getBoundingClientRect().height;
      return fill / (cell.getBoundingClientRect().height - 2);
    });
    const reward = /reward (\d\.\d\d)/.exec((await cells.nth(8).getAttribute('aria-label')) ?? '');
    assert.ok(Math.abs(share - Number(reward?.[1]) / 1.6) < 0.04, `${share} for ${reward?.[1]}`);
  });

  it('draws no more rows than are in sight, and reaches the last by the wheel', async () => {
    const page = await pages.open();
    assert.ok((await rows(page).count()) < 40);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await rowOf(page, 't-1300').waitFor();
    assert.ok((await rows(page).count()) < 40);
    await showsText(() => rowOf(page, 't-1300').innerText(), /Not seen\s+not visited yet/);
    await shows(() => page.getByRole('grid').getAttribute('aria-rowcount'), '1301');
  });

  it('changes strips and totals together when the slider moves, by keys too', async () => {
    const page = await pages.open();
    await slider(page).fill('27');
    await total(page, 'Fresh in this step').filter({ hasText: '50 %' }).waitFor();
    await slider(page).focus();
    await page.keyboard.press('ArrowLeft');
    await total(page, 'Fresh in this step').filter({ hasText: '100 %' }).waitFor();
    await shows(() => slider(page).getAttribute('aria-valuetext'), 'Train step 26, epoch 1');
    await shows(() => rows(page).first().locator('.q-cell.cached').count(), 0);
    await shows(() => page.locator('.epochs line').count(), 12);
    await page.keyboard.press('Home');
    await page.getByText('1,300 tasks at train step 0').waitFor();
    await showsText(() => rows(page).first().innerText(), /Not seen/);
    await page.getByRole('button', { name: 'Latest' }).click();
    await page.getByText('1,300 tasks at train step 312').waitFor();
  });

  it('drops the answer to an older place of the slider that comes late', async () => {
    const page = await pages.open();
    await page.evaluate(() => window.runHost.holdQueue(100));
    await slider(page).fill('100');
    await untilAskedFor(page, 100);
    await slider(page).fill('200');
    await page.getByText('1,300 tasks at train step 200').waitFor();
    await page.evaluate(() => window.runHost.freeQueue());
    await until(page, `window.runHost.sent.some((one) => one.result?.step === 100)`);
    await drawnTwice(page);
    await shows(() => page.getByText('1,300 tasks at train step 200').count(), 1);
    await shows(() => slider(page).inputValue(), '200');
  });

  it('plays the train steps of the last epoch until the newest', async () => {
    const page = await pages.open({ steps: 27 });
    await page.getByRole('button', { name: 'Play' }).click();
    // What was asked stays on record, however short each train step is shown.
    await until(page, `${askedSteps}.slice(${askedSteps}.indexOf(26)).includes(null)`);
    await page.getByText('at train step 27').waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await shows(() => page.getByRole('button', { name: 'Latest', pressed: true }).count(), 1);
  });

  it('stops playing where an answer fails, says why, and goes on from there', async () => {
    const page = await pages.open({ steps: 27 });
    await slider(page).fill('26');
    await page.getByText('at train step 26').waitFor();
    await page.evaluate(() => window.runHost.failQueue(null));
    await page.getByRole('button', { name: 'Play' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The link broke. The list is still that of train step 26.').waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await shows(() => page.getByRole('grid').getAttribute('aria-busy'), 'false');
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    await pages.shoot(page, 'queue-failed');
    await page.evaluate(() => window.runHost.freeQueue());
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('1,300 tasks at train step 27').waitFor();
    await shows(() => alert.count(), 0);
  });

  it('filters, and shows what a button says', async () => {
    const page = await pages.open();
    await page.keyboard.press('/');
    await page.keyboard.type('census @active');
    await page.getByText(/^\d+ tasks of 1,300 at train step 312$/).waitFor();
    for (const text of await rows(page).allInnerTexts())
      assert.match(text, /census\.xlsx[^]*Active/);
    await page.locator('.find-text').fill('');
    await page.getByText('1,300 tasks at train step 312').waitFor();
    await page.getByRole('button', { name: 'This step 16' }).click();
    await page.getByText('16 tasks of 1,300 at train step 312').waitFor();
    await shows(() => rows(page).count(), 16);
    await page.getByRole('button', { name: /^Skipped/ }).click();
    await page.locator('.queue-row', { hasText: 'below 0.2' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('pass-rate');
    const asked = await untilAsked(page, 'read-queue');
    assert.deepEqual(asked.at(-1), {
      ...{ step: null, filter: '', show: 'skipped', sort: 'pass-rate', follow: null },
      ...{ offset: 0, limit: 100 },
    });
  });

  it('helps where nothing matches', async () => {
    const page = await pages.open({ route: { filter: 'nothing like it' } });
    await page.getByText('No task matches at train step 312').waitFor();
    await page.getByRole('button', { name: 'Show All Tasks' }).click();
    await page.getByText('1,300 tasks at train step 312').waitFor();
    await shows(() => page.locator('.find-text').inputValue(), '');
  });

  it('says why there is no queue: a recipe without one, a run that has not begun, an answer that fails', async () => {
    const plain = await pages.open({ queue: 'none' });
    await plain.getByText('keeps no queue of samples').waitFor();
    await shows(() => plain.locator('.queue-row .q-cell.cached').count(), 0);
    await shows(() => plain.locator('.totals').getByText('In window').count(), 0);
    const queued = await pages.open({ state: 'queued', steps: 0 });
    await queued.getByText('This run waits for its graphics cards.').waitFor();
    const broken = await pages.open({ fail: 'read-queue' });
    await broken.getByRole('alert').getByText('The file is gone.').waitFor();
    await broken.getByRole('button', { name: 'Try Again' }).click();
    await untilAsked(broken, 'read-queue', 2);
    await broken.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('leads to the run and back', async () => {
    const page = await pages.open({ route: { show: 'cooling' } });
    await page.getByRole('button', { name: 'Open Run' }).click();
    await page.getByRole('button', { name: 'Open Queue' }).click();
    await page.getByText('1,300 tasks at train step 312').waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Open Queue' }).waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: /^Cooling/, pressed: true }).waitFor();
  });
});
