// The task, or one of its trajectories, that is open beside the list of the queue page, in a browser.
import assert from 'node:assert/strict';
import { accessibilityProblems } from '../ui/accessibility.ts';
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
    await drawer.getByRole('button', { name: 'Open Trajectory', exact: true }).click();
    assert.deepEqual(await untilAsked(page, 'open-trajectory'), [
      { step: 286, trajectoryId: 'r-311-1-5' },
    ]);
    await drawer.getByRole('button', { name: 'Open the trajectories of train step 260' }).click();
    assert.deepEqual(await untilAsked(page, 'open-step'), [{ step: 260 }]);
    await drawer.getByRole('button', { name: 'Newer trajectory' }).click();
    await page.getByRole('heading', { name: 'Trajectory 7 of 16' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.queue-drawer').waitFor({ state: 'detached' });
    assert.match(
      await page.evaluate<string>('document.activeElement.ariaLabel'),
      /^Trajectory 6 of 16/,
    );
  });

  it('shows each part of the reward times its weight, their sum, the answer and the verdict', async () => {
    const page = await pages.open({ route: { chosen: { taskId: 't-0402', cell: 5 } } });
    const drawer = page.getByRole('complementary', { name: 'Trajectory 6 of 16: t-0402' });
    const parts = drawer.getByRole('table', { name: /^Parts of the reward/ });
    await parts.waitFor();
    const lines = async (): Promise<string[]> =>
      (await parts.getByRole('row').allInnerTexts()).map((line) =>
        line.replace(/\s+/g, ' ').trim(),
      );
    await shows(
      async () => (await lines()).slice(1),
      ['answer 1.00 1.00', 'parse 0.3 × 3/3 0.30', 'run 0.3 × 2/3 0.20', 'reward 1.50'],
    );
    await drawer.getByText('Leeds, 41,870').waitFor();
    await drawer.getByText('Correct: It names the branch.').waitFor();
    await drawer.getByRole('button', { name: 'Newer trajectory' }).click();
    const asked = await untilAsked(page, 'read-sampled', 2);
    assert.deepEqual(asked, [
      { step: 286, trajectoryId: 'r-311-1-5', mayFetch: false },
      { step: 286, trajectoryId: 'r-311-1-6', mayFetch: false },
    ]);
  });

  it('fetches the train step of a reward on another machine only when a person wants it', async () => {
    const chosen = { taskId: 't-0402', cell: 5 };
    const page = await pages.open({ route: { chosen }, elsewhere: 1 });
    const drawer = page.getByRole('complementary', { name: 'Trajectory 6 of 16: t-0402' });
    await drawer.getByText('which is on a100-box').waitFor();
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    await pages.shoot(page, 'queue-elsewhere');
    await drawer.getByRole('button', { name: 'Show Parts' }).click();
    await drawer.getByRole('table', { name: /^Parts of the reward/ }).waitFor();
    const last = (await untilAsked(page, 'read-sampled', 2)).at(-1);
    assert.deepEqual(last, { step: 286, trajectoryId: 'r-311-1-5', mayFetch: true });
  });

  it('says why the parts of a reward cannot be read, and tries again', async () => {
    const chosen = { taskId: 't-0402', cell: 5 };
    const page = await pages.open({ route: { chosen }, fail: 'read-sampled' });
    const alert = page.locator('.queue-drawer').getByRole('alert');
    await alert.getByText('The parts of its reward cannot be read: The file is gone.').waitFor();
    await page.evaluate(() => window.fakePanel.heal());
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('table', { name: /^Parts of the reward/ }).waitFor();
  });

  it('asks for no reward of a task alone, and of none that is closed', async () => {
    const page = await pages.open({ route: { chosen: { taskId: 't-0402', cell: null } } });
    await page.getByRole('complementary', { name: 'Task: t-0402' }).waitFor();
    await rowOf(page, 't-0403').locator('.q-cell').nth(9).click();
    await page.getByRole('table', { name: /^Parts of the reward/ }).waitFor();
    assert.equal((await untilAsked(page, 'read-sampled')).length, 1);
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
