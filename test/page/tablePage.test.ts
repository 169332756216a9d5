// The page of one table-like value in a browser.
import assert from 'node:assert/strict';
import { assertAccessible } from '../ui/accessibility.ts';
import { viewerPages } from './viewerPages.ts';

const route = (name = 'q3') => ({ page: 'table', id: 'refunds', step: 4, name, top: 0 });

describe('the page of a table', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('shows rows and columns, numbers right', async () => {
    const page = await pages.open({ route: route() });
    await page.getByText('2,500 rows').waitFor();
    await page.getByRole('columnheader', { name: 'Amount float' }).waitFor();
    const align = await page
      .locator('#cell-1-2')
      .evaluate((cell) => getComputedStyle(cell).textAlign);
    assert.equal(align, 'right');
    assert.equal(await page.getByText('Rebuilt').count(), 0);
    await pages.shoot(page, 'table-page');
  });

  it('says that a value was rebuilt', async () => {
    const page = await pages.open({ route: route('q2') });
    await page.getByText('the recorded code was run again').waitFor();
  });

  it('moves by keys and reads on as it goes', async () => {
    const page = await pages.open({ route: route() });
    await page.locator('#cell-0-0[aria-selected=true]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.locator('#cell-1-4[aria-selected=true]').waitFor();
    await page.keyboard.press('>');
    await page.locator('#cell-2499-4[aria-selected=true]').waitFor();
    await page.getByText('2026-07-08').last().waitFor();
    assert.ok((await page.locator('.grid tbody tr').count()) < 80);
  });

  it('copies a cell, and all rows', async () => {
    const page = await pages.open({ route: route() });
    await page.locator('#cell-0-0').click();
    await page.keyboard.press('c');
    await page.getByRole('button', { name: 'Copy as CSV' }).click();
    await page.waitForFunction(
      () => window.fakeHost.requests.filter(({ name }) => name === 'copy').length === 2,
    );
    const texts = await page.evaluate(() =>
      window.fakeHost.requests
        .filter(({ name }) => name === 'copy')
        .map(({ params }) => (params as { text: string }).text),
    );
    assert.equal(texts[0], '2026-07-01');
    const lines = texts[1]!.trimEnd().split('\n');
    assert.equal(lines.length, 2_501);
    assert.equal(lines[0], 'Date,Region,Amount,Checked,Status');
    assert.equal(lines[1], '2026-07-01,North,0,False,');
  });

  it('goes back to the step', async () => {
    const page = await pages.open({ route: route() });
    await page.getByRole('button', { name: 'Back to the trajectory' }).click();
    await page.locator('#step-4').waitFor();
  });

  it('says why a value is no table', async () => {
    const page = await pages.open({ route: route('policy') });
    await page.getByText('A Document cannot be shown as a table.').waitFor();
  });

  for (const theme of ['dark', 'light', 'hc'] as const) {
    it(`can be used by everybody: ${theme}`, async () => {
      const page = await pages.open({ route: route('q2'), theme });
      await page.locator('#cell-0-0').waitFor();
      await assertAccessible(page.mainFrame());
    });
  }
});
