// The queue page of a training run in a browser: tasks and their strips at any train step, by pointer and keys, in every width.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { shows, showsText } from './shows.ts';
import { drawnTwice, until, viewerPages } from './viewerPages.ts';

/** Train steps at which the queue was asked for, in order; null for the newest. */
const askedSteps = `window.runHost.requests.flatMap(({ name, params }) =>
  name === 'read-queue' ? [params.step] : [])`;

/** Once the queue at a train step was asked for. */
async function untilAskedFor(page: Page, step: number): Promise<void> {
  await until(page, `${askedSteps}.includes(${step})`);
}

const rows = (page: Page): Locator => page.locator('.queue-row');
const rowOf = (page: Page, id: string): Locator => rows(page).filter({ hasText: id });
const total = (page: Page, name: string): Locator =>
  page.locator('.totals > div').filter({ hasText: name }).locator('dd');
const slider = (page: Page): Locator => page.getByRole('slider');

async function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
}

describe('the queue page of a training run', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = async (options: Record<string, unknown> = {}): Promise<Page> => {
    const { route = {}, ...rest } = options;
    const page = await pages.open({
      at: 'run',
      route: { page: 'queue', ...(route as object) },
      ...rest,
    });
    await page.locator('.queue-work, [role=alert]').first().waitFor();
    await drawnTwice(page);
    return page;
  };

  it('shows how all tasks stand, and each with its strip', async () => {
    const page = await open();
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
    const page = await open();
    assert.ok((await rows(page).count()) < 40);
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await rowOf(page, 't-1300').waitFor();
    assert.ok((await rows(page).count()) < 40);
    await showsText(() => rowOf(page, 't-1300').innerText(), /Not seen\s+not visited yet/);
    await shows(() => page.getByRole('grid').getAttribute('aria-rowcount'), '1301');
  });

  it('changes strips and totals together when the slider moves, by keys too', async () => {
    const page = await open();
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
    const page = await open();
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
    const page = await open({ steps: 27 });
    await page.getByRole('button', { name: 'Play' }).click();
    // What was asked stays on record, however short each train step is shown.
    await until(page, `${askedSteps}.slice(${askedSteps}.indexOf(26)).includes(null)`);
    await page.getByText('at train step 27').waitFor();
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await shows(() => page.getByRole('button', { name: 'Latest', pressed: true }).count(), 1);
  });

  it('filters, and shows what a button says', async () => {
    const page = await open();
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
      ...{ step: null, filter: '', show: 'skipped', sort: 'pass-rate', offset: 0, limit: 100 },
    });
  });

  it('helps where nothing matches', async () => {
    const page = await open({ route: { filter: 'nothing like it' } });
    await page.getByText('No task matches at train step 312').waitFor();
    await page.getByRole('button', { name: 'Show All Tasks' }).click();
    await page.getByText('1,300 tasks at train step 312').waitFor();
    await shows(() => page.locator('.find-text').inputValue(), '');
  });

  it('is one tab stop that arrow keys walk through', async () => {
    const page = await open();
    await rowOf(page, 't-0401').waitFor();
    await shows(() => page.locator('.queue-grid [tabindex="0"]').count(), 1);
    await page.locator('.queue-grid [tabindex="0"]').focus();
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const cell = document.activeElement as HTMLElement;
        return `${cell.closest<HTMLElement>('[data-row]')?.dataset['row']}:${cell.dataset['column']}`;
      });
    await shows(() => focused(), '0:0');
    for (const [key, place] of [
      ...[['ArrowRight', '0:1'] as const, ['ArrowDown', '1:1'] as const],
      ...[['End', '1:16'] as const, ['PageDown', '9:16'] as const, ['Home', '9:0'] as const],
      ...[['>', '1299:0'] as const, ['<', '0:0'] as const],
    ]) {
      await page.keyboard.press(key);
      await drawnTwice(page);
      await shows(focused, place, key);
      const isInSight = await page.evaluate(() => {
        const { top, bottom } = document.activeElement!.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
      assert.ok(isInSight, key);
    }
    await shows(() => page.locator('.queue-grid [tabindex="0"]').count(), 1);
  });

  it('opens a trajectory beside the list, walks to its neighbours, and closes back to the cell', async () => {
    const page = await open();
    await rowOf(page, 't-0402').locator('.q-cell').nth(5).click();
    const drawer = page.getByRole('complementary', { name: 'Trajectory 6 of 16: t-0402' });
    await drawer.waitFor();
    const words = (await drawer.innerText()).replace(/\s+/g, ' ');
    for (const part of [
      'How many invoices are past due on 1 March?',
      'invoices.pdf',
      'step 286, staleness 26, cached',
      'Leaves at the next visit',
      'r-311-1-5',
      'Visits, the last 8 of 12',
    ]) {
      assert.ok(words.includes(part), `${part} in ${words}`);
    }
    await drawer.getByRole('button', { name: 'Open Trajectories', exact: true }).click();
    assert.deepEqual(await untilAsked(page, 'open-step'), [{ step: 286 }]);
    await drawer.getByRole('button', { name: 'Newer trajectory' }).click();
    await page.getByRole('heading', { name: 'Trajectory 7 of 16' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.queue-drawer').waitFor({ state: 'detached' });
    assert.match(
      await page.evaluate<string>('document.activeElement.ariaLabel'),
      /^Trajectory 6 of 16/,
    );
  });

  it('finds the open task again after the page was made anew, also where the filter hides it', async () => {
    const route = { filter: 'census', chosen: { taskId: 't-0402', cell: null } };
    const page = await open({ route });
    const drawer = page.getByRole('complementary', { name: 'Task: t-0402' });
    await drawer.getByText('Active, in this step').waitFor();
    await page.reload();
    await drawer.getByText('Active, in this step').waitFor();
    await shows(() => page.locator('.find-text').inputValue(), 'census');
  });

  it('follows a run that goes on, without losing place or focus', async () => {
    const page = await open();
    await rowOf(page, 't-0401').waitFor();
    await page.locator('.queue-grid [tabindex="0"]').focus();
    for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowRight'])
      await page.keyboard.press(key);
    await drawnTwice(page);
    const top = await page.evaluate('window.scrollY');
    assert.notEqual(top, 0);
    await page.evaluate(() => window.runHost.step());
    await page.getByText('1,300 tasks at train step 313').waitFor();
    assert.equal(await page.evaluate('window.scrollY'), top);
    const place = await page.evaluate(() => {
      const cell = document.activeElement as HTMLElement;
      return [cell.closest<HTMLElement>('[data-row]')?.dataset['row'], cell.dataset['column']];
    });
    assert.deepEqual(place, ['24', '1']);
    await slider(page).fill('300');
    await page.getByText('1,300 tasks at train step 300').waitFor();
    await page.evaluate(() => window.runHost.step());
    await page.getByText('of 314', { exact: true }).waitFor();
    await shows(() => page.getByText('1,300 tasks at train step 300').count(), 1);
  });

  it('says why there is no queue: a recipe without one, a run that has not begun, an answer that fails', async () => {
    const plain = await open({ queue: 'none' });
    await plain.getByText('keeps no queue of samples').waitFor();
    await shows(() => plain.locator('.queue-row .q-cell.cached').count(), 0);
    await shows(() => plain.locator('.totals').getByText('In window').count(), 0);
    const queued = await open({ state: 'queued', steps: 0 });
    await queued.getByText('This run waits for its graphics cards.').waitFor();
    const broken = await open({ fail: 'read-queue' });
    await broken.getByRole('alert').getByText('The file is gone.').waitFor();
    await broken.getByRole('button', { name: 'Try Again' }).click();
    await untilAsked(broken, 'read-queue', 2);
    await broken.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('leads to the run and back', async () => {
    const page = await open({ route: { show: 'cooling' } });
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

  it('fits narrow windows: the task is a sheet at the bottom, and a row has two lines', async () => {
    for (const width of [820, 520, 320]) {
      const page = await open({ width, route: { chosen: { taskId: 't-0402', cell: 5 } } });
      const sheet = page.locator('.queue-drawer');
      await sheet.waitFor();
      const box = (await sheet.boundingBox())!;
      assert.equal(box.x, 0);
      assert.equal(box.width, width);
      assert.ok(box.height <= 800 * 0.42 + 1 && Math.abs(box.y + box.height - 800) < 1);
      await shows(() => fitsItsWidth(page), true, `at ${width}`);
      const row = rowOf(page, 't-0402');
      const tops = await Promise.all(
        ['.q-task', '.q-strip'].map(async (part) => (await row.locator(part).boundingBox())!.y),
      );
      assert.equal(tops[1]! - tops[0]! > 25, width < 640, `two lines at ${width}`);
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), [], `at ${width}`);
      await pages.shoot(page, `queue-${width}`);
      await page.close();
    }
  });

  it('gives a row two lines beside an open task where one would leave no room, at the same place', async () => {
    const page = await open({ width: 900 });
    const heights = (): Promise<number> =>
      rows(page)
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    const one = await heights();
    await page.evaluate('window.scrollTo(0, 2000)');
    const task = page.locator('[data-row="50"] .q-task');
    await task.click();
    await page.getByRole('complementary', { name: /^Task: / }).waitFor();
    await drawnTwice(page);
    assert.ok((await heights()) > one * 1.5);
    const { width, y } = (await task.boundingBox())!;
    assert.ok(width > 300, `${width} pixels for the question`);
    assert.ok(y > 0 && y < 780, `it is in sight, at ${y}`);
    await shows(() => fitsItsWidth(page), true);
    await pages.shoot(page, 'queue-beside');
  });

  it('puts rows that got higher below each other, also where all of them are in sight', async () => {
    const page = await open({ width: 900, route: { filter: 't-040' } });
    const tops = (): Promise<number[]> =>
      rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
    const height = async (): Promise<number> => (await rows(page).first().boundingBox())!.height;
    await rows(page).nth(1).locator('.q-task').click();
    await page.getByRole('complementary', { name: /^Task: / }).waitFor();
    const areApart = async (): Promise<boolean> => {
      const [first = 0, second = 0] = (await tops()).sort((one, other) => one - other);
      return second - first >= (await height());
    };
    await shows(areApart, true);
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in ${theme}`, async () => {
      const page = await open({ theme, route: { chosen: { taskId: 't-0416', cell: 5 } } });
      await page.locator('.queue-drawer').waitFor();
      await rows(page).nth(4).locator('.q-cell').nth(2).hover();
      await page.locator('.queue-tip').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `queue-${theme}`);
    });
  }
});
