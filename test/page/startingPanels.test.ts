// The start of every panel in a browser: one whose first request fails says why, and starts when it is tried again.
import assert from 'node:assert/strict';
import { lostBody } from '../../extension/panels/lostPage.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { shows } from './shows.ts';
import { themeClasses, type Theme } from './pageServer.ts';
import { viewerPages } from './viewerPages.ts';

/** What is seen of each panel once it has started. */
const started = {
  '': 'table, [role=grid], .rows',
  label: 'main',
  run: '.run-top',
  start: '#what',
} as const;

describe('a panel that could not start', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  for (const [at, shown] of Object.entries(started)) {
    it(`can be tried again: ${at === '' ? 'viewer' : at}`, async () => {
      const page = await pages.open({ at, fail: 'ready' });
      await page.getByRole('alert').getByText('could not start. The file is gone.').waitFor();
      const again = page.getByRole('button', { name: 'Try Again' });
      await again.click();
      assert.equal((await untilAsked(page, 'ready', 2)).length, 2);
      await page.getByRole('alert').getByText('The file is gone.').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await page.evaluate(() => window.fakePanel.heal());
      await again.press('Enter');
      await page.locator(shown).first().waitFor();
      await shows(() => page.getByText('could not start').count(), 0);
      await shows(() => page.getByRole('button', { name: 'Try Again' }).count(), 0);
    });
  }

  it('says it in a way that can be read', async () => {
    const page = await pages.open({ at: 'run', fail: 'ready', width: 520 });
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    await pages.shoot(page, 'start-problem');
  });
});

describe('a tab that could not be restored', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be read by everybody in ${theme}`, async () => {
      for (const bundle of ['viewer', 'label', 'run', 'start'] as const) {
        const page = await pages.open({ at: bundle === 'viewer' ? '' : bundle, theme, width: 520 });
        // Over the page of its panel, with the style sheet that it has there.
        const body = lostBody(bundle, 'version: Invalid input: expected 1');
        await page.evaluate((html) => {
          document.body.innerHTML = html;
        }, body);
        await page.getByRole('heading', { name: 'This tab could not be restored' }).waitFor();
        assert.deepEqual(await accessibilityProblems(page.mainFrame()), [], bundle);
        await pages.shoot(page, `lost-${bundle}-${theme}`);
        await page.close();
      }
    });
  }
});
