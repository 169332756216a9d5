// The queue page in a browser at every width and in every theme.
import assert from 'node:assert/strict';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { fitsItsWidth, queuePages, rowOf, rows } from './queuePages.ts';
import { shows } from './shows.ts';
import { drawnTwice } from './viewerPages.ts';

describe('how the queue page looks', function () {
  this.timeout(60_000);
  const pages = queuePages();

  it('fits narrow windows: the task is a sheet at the bottom, and a row has two lines', async () => {
    for (const width of [820, 520, 320]) {
      const page = await pages.open({ width, route: { chosen: { taskId: 't-0402', cell: 5 } } });
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
    const page = await pages.open({ width: 900 });
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
    const page = await pages.open({ width: 900, route: { filter: 't-040' } });
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
      const page = await pages.open({ theme, route: { chosen: { taskId: 't-0416', cell: 5 } } });
      await page.locator('.queue-drawer').waitFor();
      await rows(page).nth(4).locator('.q-cell').nth(2).hover();
      await page.locator('.queue-tip').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `queue-${theme}`);
    });
  }
});
