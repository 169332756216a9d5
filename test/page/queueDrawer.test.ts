// The task, or one of its trajectories, that is open beside the list of the queue page, in a browser.
import assert from 'node:assert/strict';
import { untilAsked } from './asked.ts';
import { queuePages, rowOf } from './queuePages.ts';
import { shows } from './shows.ts';

describe('a task beside the queue', function () {
  this.timeout(60_000);
  const pages = queuePages();

  it('opens a trajectory beside the list, walks to its neighbours, and closes back to the cell', async () => {
    const page = await pages.open();
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
    const page = await pages.open({ route });
    const drawer = page.getByRole('complementary', { name: 'Task: t-0402' });
    await drawer.getByText('Active, in this step').waitFor();
    await page.reload();
    await drawer.getByText('Active, in this step').waitFor();
    await shows(() => page.locator('.find-text').inputValue(), 'census');
  });
});
