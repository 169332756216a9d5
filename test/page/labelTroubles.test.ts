// Labelling when something goes wrong or gets large: saving that fails, other windows, nothing to label, long texts, speed.
import assert from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { assertAccessible } from '../ui/accessibility.ts';
import { asked, untilAsked } from './asked.ts';
import { act, atItem, labelPages, labelRoute, untilNoted } from './labelPages.ts';
import { themeClasses, type Theme } from './pageServer.ts';
import { until } from './viewerPages.ts';

/** Milliseconds that the page's own thread has worked so far: other programs on the machine do not count. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

describe('the labelling page in trouble', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('says when a label could not be saved, and gives the decision back', async () => {
    const page = await pages.open({ fail: 'commit-label' });
    await atItem(page, 1);
    await act(page, 'partial', 'go-on');
    const alert = page.getByRole('alert');
    await alert
      .getByText(
        '“Partially Correct” for item 1 was not saved. The file is gone. The decision is kept on item 1; give it again there.',
      )
      .waitFor();
    await act(page, 'previous');
    await page.getByText('“Partially Correct” could not be saved. Give it again.').waitFor();
    const kept = page.getByRole('button', { name: /^Partially Correct/ });
    assert.equal(await kept.getAttribute('aria-pressed'), 'true');
    await page.getByText('0 of 300').waitFor();
    await pages.shoot(page, 'label-not-saved');
    // It is still there after a reload, and can be given again once the file can be written.
    await page.reload();
    await page.getByText('“Partially Correct” could not be saved.').waitFor();
    await page.evaluate(() => {
      window.labelHost.answer('undo-label', () => {
        throw new Error('The disk is full.');
      });
    });
    await act(page, 'undo');
    await page.getByRole('alert').getByText('The disk is full.').waitFor();
  });

  it('does not wait for the saving: the next item is there while the label is on its way', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await page.evaluate(() => {
      window.labelHost.answer('commit-label', () => new Promise(() => undefined));
    });
    await act(page, 'wrong');
    await page.getByText('is being saved').waitFor();
    await page.getByText('1 of 300').first().waitFor();
    await act(page, 'go-on');
    await atItem(page, 2);
    // Writes keep their order: the second waits for the first.
    await act(page, 'wrong', 'go-on');
    await atItem(page, 3);
    assert.equal((await asked(page, 'commit-label')).length, 1);
  });

  it('is done when the last labels are still on their way', async () => {
    const page = await pages.open({ items: 2 });
    await atItem(page, 1);
    await page.evaluate(() => {
      window.labelHost.answer('commit-label', () => new Promise(() => undefined));
    });
    await act(page, 'wrong', 'go-on', 'wrong', 'go-on');
    await page.getByRole('heading', { name: 'This queue is done' }).waitFor();
  });

  it('gives back a flag that could not be saved', async () => {
    const page = await pages.open({ fail: 'mark-item' });
    await atItem(page, 1);
    await page.getByRole('button', { name: 'Flag' }).click();
    await page.getByRole('alert').getByText('The flag of item 1 was not saved.').waitFor();
    const flag = page.getByRole('button', { name: 'Flag', exact: true });
    assert.equal(await flag.getAttribute('aria-pressed'), 'false');
  });

  it('keeps a note that could not be saved', async () => {
    const page = await pages.open({ fail: 'mark-item' });
    await atItem(page, 1);
    await act(page, 'note');
    await untilAsked(page, 'set-typing');
    await page.keyboard.type('units differ');
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('The note of item 1 was not saved.').waitFor();
    await untilNoted(page, 'units differ');
    await page.reload();
    await atItem(page, 1);
    await untilNoted(page, 'units differ');
  });

  it('says why an item cannot be read, and tries again', async () => {
    const page = await pages.open({ fail: 'read-label-items' });
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilAsked(page, 'read-label-items', 2);
  });

  it('takes up what another window labelled', async () => {
    const page = await pages.open();
    await atItem(page, 1);
    await page.evaluate(() => {
      window.labelHost.changeElsewhere((queue) => {
        for (const position of [1, 2]) {
          const itemHash = position.toString(16).padStart(64, '0');
          const label = { level: 'Correct', criteria: null, note: '', milliseconds: 900 } as const;
          queue.commit(itemHash, label);
        }
      });
    });
    await page.getByText('Item 1 of 300, committed').waitFor();
    await page.getByText('2 of 300').first().waitFor();
    await act(page, 'go-on');
    await atItem(page, 3);
  });

  it('says why there is nothing to label and what to do', async () => {
    const empty = 'No trajectory here has two verdicts. Run Tool-R1: Judge Trajectories first.';
    const page = await pages.open({ empty });
    await page.getByRole('heading', { name: 'Nothing to label' }).waitFor();
    await page.getByText(empty).waitFor();
    await page.getByRole('button', { name: 'Show log' }).click();
    await untilAsked(page, 'show-log');
    await pages.shoot(page, 'label-empty');
  });

  it('lists lines that could not be read', async () => {
    const page = await pages.open({ problems: 1 });
    await page.getByRole('heading', { name: 'Could not be read' }).waitFor();
    await page.getByText('labels.jsonl line 17').waitFor();
  });

  it('shows long texts in pieces', async () => {
    const page = await pages.open({ length: 60_000 });
    const candidate = page.locator('.pair section').nth(1);
    const more = candidate.getByRole('button', { name: /^Show more, 58,052 characters are left/ });
    await more.click();
    await candidate.getByRole('button', { name: /^Show more, 8,052 characters/ }).click();
    await until(page, "document.querySelectorAll('.answer-text')[1].textContent.length === 60_052");
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
  });

  it('has the next of 300 items painted within 50 ms of the key, texts of 60,000 characters', async () => {
    const page = await pages.open({ length: 60_000 });
    await atItem(page, 1);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const [rounds, keys] = [60, 2];
    const before = await threadTime(session);
    const times = await page.evaluate((count) => window.labelHost.paintTimes(count), rounds);
    const worked = ((await threadTime(session)) - before) / (rounds * keys);
    const seen = times.map((time) => time.toFixed(0)).join(' ');
    // What a key costs, and that a frame follows it at once where nothing else keeps the machine busy.
    assert.ok(worked < 50, `${worked.toFixed(1)} ms of work a key`);
    assert.ok(Math.min(...times) < 50, seen);
    assert.equal((await asked(page, 'commit-label')).length, rounds);
    await atItem(page, rounds + 1);
  });

  it('fits into a narrow page', async () => {
    const page = await pages.open({ width: 520 });
    await atItem(page, 1);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await act(page, 'wrong');
    await page.getByRole('heading', { name: 'What the judges said' }).waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'label-narrow');
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({ theme, route: labelRoute(2), problems: 1 });
      await atItem(page, 2);
      await page.locator('details summary').click();
      await assertAccessible(page.mainFrame());
      await act(page, 'wrong');
      await page.getByRole('heading', { name: 'What the judges said' }).waitFor();
      await assertAccessible(page.mainFrame());
      await pages.shoot(page, `label-${theme}`);
    });
  }
});
