// The list of trajectories in a browser: long files, keys, filters, groups, growing files, broken lines.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { themeClasses, type Theme } from './pageServer.ts';
import { until, viewerPages } from './viewerPages.ts';

const list = (query: object = {}): object => ({ page: 'list', query });

/** The row in focus, as a person reads it. */
async function focusedLine(page: Page): Promise<string> {
  return (await page.locator('tr.current:focus td').first().innerText()).trim();
}

/** Waits until the row of that line has the focus: what a key brings comes a moment later. */
async function focusedOn(page: Page, line: string): Promise<void> {
  const cell = page.locator('tr.current:focus td:first-child');
  await cell.getByText(line, { exact: true }).waitFor();
}

function requests(page: Page, name: string): Promise<{ params: Record<string, unknown> }[]> {
  return page.evaluate(
    `window.fakeHost.requests.filter((one) => one.name === ${JSON.stringify(name)})`,
  );
}

describe('the list of trajectories', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('has only the rows in sight, and says how many there are', async () => {
    const page = await pages.open({ route: list(), rows: 200_000, brokenEvery: 97, indexed: 0.63 });
    await page.getByText('Which region’s refunds').first().waitFor();
    const grid = page.getByRole('grid', { name: 'Trajectories' });
    assert.equal(await grid.getAttribute('aria-rowcount'), '200001');
    assert.ok((await page.locator('tr[data-row]').count()) < 60);
    await page.getByText('Indexed 200,000 of about 320,000 lines (63 %)').waitFor();
    await page.getByRole('columnheader', { name: 'rule-judge' }).waitFor();
    await pages.shoot(page, 'list');
  });

  it('goes through all rows by keys', async () => {
    const page = await pages.open({ route: list(), rows: 200_000 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.keyboard.press('j');
    await focusedOn(page, '9');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await focusedOn(page, '9');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('End');
    await page.getByText('1,599,993', { exact: true }).waitFor();
    await focusedOn(page, '1,599,993');
    assert.equal(await page.locator('tr.current').getAttribute('aria-rowindex'), '200001');
    // There is none below the last: one step back from it is the one before.
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await focusedOn(page, '1,599,985');
    await page.keyboard.press('Home');
    await page.locator('tr.current:focus').getByText('1', { exact: true }).waitFor();
  });

  it('reaches the last of five million rows', async () => {
    const page = await pages.open({ route: list(), rows: 5_000_000 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.evaluate("document.querySelector('.list').scrollTop = 1e9");
    await page.getByText('39,999,993', { exact: true }).waitFor();
    await page.evaluate(
      "{ const list = document.querySelector('.list'); list.scrollTop = list.scrollHeight / 2; }",
    );
    await page.waitForFunction(() => {
      const line = document.querySelector('tr.trajectory td')?.textContent ?? '';
      return Math.abs(Number(line.replaceAll(',', '')) - 20_000_000) < 20_000;
    });
  });

  it('sorts by a click on a head', async () => {
    const page = await pages.open({ route: list(), rows: 3000 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.getByRole('button', { name: 'Reward', exact: true }).click();
    await page.locator('th[aria-sort=descending]', { hasText: 'Reward' }).waitFor();
    await page.locator('.list:not(.old) tr.trajectory').first().getByText('1.60').waitFor();
    await page.getByRole('button', { name: 'Reward', exact: true }).click();
    await page.locator('th[aria-sort=ascending]', { hasText: 'Reward' }).waitFor();
    await page.locator('tr.trajectory').first().getByText('0.38').waitFor();
  });

  it('filters by text, choice and range, and says what leaves nothing', async () => {
    const page = await pages.open({ route: list(), rows: 3000 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.keyboard.press('/');
    const field = page.getByRole('textbox', { name: 'Find in question, answer or code' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('survey files');
    await page
      .locator('.status-row')
      .getByText(/^\d+ match/)
      .waitFor();
    const first = page.locator('.list:not(.old) tr.trajectory').first();
    await first.getByText('survey files').first().waitFor();
    // Keys of the page are letters while one types.
    assert.equal(
      await page
        .locator('vscode-text-field.find-text')
        .evaluate((field) => (field as HTMLInputElement).value),
      'survey files',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Verdict' }).click();
    await page.getByRole('option', { name: 'Wrong' }).click();
    await page.locator('tr.trajectory', { hasText: 'Wrong' }).first().waitFor();
    const partial = page.locator('tr.trajectory', { hasText: 'Partial' });
    await partial.first().waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Lowest reward' }).fill('1.5');
    await page
      .getByText(
        'No trajectory has the text “survey files”, the verdict “Wrong” and a reward of at least 1.50.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.locator('.status-row').getByText('3,000 trajectories').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Lowest reward' }).inputValue(), '');
    const verdict = page.getByRole('combobox', { name: 'Verdict' });
    assert.equal(await verdict.evaluate((field) => (field as HTMLSelectElement).value), 'any');
  });

  it('marks a range that is no number', async () => {
    const page = await pages.open({ route: list(), rows: 300 });
    const field = page.getByRole('textbox', { name: 'Fewest steps' });
    await field.fill('many');
    await page.locator('[title="Write a whole number, for example 3."]').waitFor();
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
  });

  it('groups by task, opens and closes', async () => {
    const page = await pages.open({ route: list(), rows: 400 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.keyboard.press('g');
    await page.locator('tr.task').nth(7).waitFor();
    await page.locator('tr.trajectory').first().waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.locator('tr.trajectory.in-group').first().waitFor();
    assert.equal(await page.locator('tr.current').getAttribute('aria-expanded'), 'true');
    await pages.shoot(page, 'list-grouped');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowLeft');
    await page.locator('tr.task.current[aria-expanded=true]').waitFor();
    await page.keyboard.press('n');
    await page.locator('tr.task.current[aria-expanded=false]').waitFor();
    await page.keyboard.press('p');
    await page.locator('tr.task.current[aria-expanded=true]').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('tr.in-group').first().waitFor({ state: 'detached' });
    await page.keyboard.press('t');
    await page.getByRole('heading', { name: 'Pass rate' }).waitFor();
  });

  it('stays at the end while the file grows, until one scrolls up', async () => {
    const page = await pages.open({ route: list(), rows: 300 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.locator('tr[aria-rowindex="301"]').waitFor();
    await page.evaluate('window.fakeHost.grow(900)');
    await page.locator('tr.trajectory[aria-rowindex="901"]').waitFor();
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -900);
    await page.locator('button[aria-pressed=false]', { hasText: 'Follow' }).waitFor();
    await page.evaluate('window.fakeHost.grow(1200)');
    await page.locator('.status-row').getByText('1,200 trajectories').waitFor();
    assert.equal(await page.locator('tr[aria-rowindex="1201"]').count(), 0);
  });

  it('leads to broken lines and opens them as text', async () => {
    const page = await pages.open({
      route: list({ sort: 'reward' }),
      rows: 3000,
      brokenEvery: 1400,
    });
    await page.getByRole('button', { name: '2 broken lines' }).click();
    await page.locator('tr.broken-line.current:focus').waitFor();
    await focusedOn(page, '11,193');
    await page.getByRole('button', { name: 'Open this line as text' }).click();
    await page.getByRole('button', { name: '2 broken lines' }).click();
    await page.getByText('22,393', { exact: true }).waitFor();
    await page.getByRole('button', { name: '2 broken lines' }).click();
    await page.locator('tr.current td').first().getByText('11,193', { exact: true }).waitFor();
    assert.deepEqual(
      (await requests(page, 'open-line')).map(({ params }) => params),
      [{ line: 11_193 }],
    );
  });

  it('compares two chosen ones and comes back to the same place', async () => {
    const page = await pages.open({ route: list(), rows: 3000 });
    await page.locator('tr.trajectory').first().waitFor();
    for (let row = 0; row < 40; row += 1) await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByText('2 chosen').waitFor();
    await pages.shoot(page, 'list-chosen');
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: /^Step 1/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('tr.current', { hasText: '329' }).waitFor();
    await until(page, "document.querySelector('.list').scrollTop > 100");
  });

  it('exports what is chosen', async () => {
    const page = await pages.open({ route: list(), rows: 300 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    await until(page, "window.fakeHost.requests.some((one) => one.name === 'export')");
    const [asked] = await requests(page, 'export');
    assert.deepEqual(asked?.params, { ids: ['t-0'], format: 'markdown' });
  });

  it('keeps query and place for when it is made again', async () => {
    const page = await pages.open({ route: list(), rows: 3000 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.getByRole('button', { name: 'Tokens' }).click();
    await until(
      page,
      "window.fakeHost.requests.some(({ params }) => params.query?.sort === 'tokens')",
    );
    await page.locator('.list:not(.old)').waitFor();
    for (let row = 0; row < 60; row += 1) await page.keyboard.press('j');
    await page.locator('tr.current:focus[aria-rowindex="62"]').waitFor();
    const line = await focusedLine(page);
    const id = `t-${(Number(line.replaceAll(',', '')) - 1) / 8}`;
    await until(page, `window.fakeHost.state?.route.focusedId === '${id}'`);
    await page.reload();
    await page.locator('th[aria-sort=descending]', { hasText: 'Tokens' }).waitFor();
    await page.locator('tr.current td').first().getByText(line, { exact: true }).waitFor();
  });

  it('says why it has nothing to show', async () => {
    const empty = await pages.open({ route: list(), rows: 0 });
    await empty.getByText('This file holds no trajectories yet.').waitFor();
    const broken = await pages.open({ route: list(), rows: 5, brokenEvery: 1 });
    await broken.getByText('No line of this file is a trajectory.').waitFor();
    await broken.locator('tr.broken-line').nth(4).waitFor();
    assert.equal(await broken.locator('tr.broken-line').count(), 5);
    const failing = await pages.open({ route: list(), rows: 5, fail: 'list-trajectories' });
    await failing.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('drops columns when it is narrow and keeps the filters behind a button', async () => {
    const page = await pages.open({ route: list(), rows: 300, width: 520 });
    await page.locator('tr.trajectory').first().waitFor();
    const heads = await page.getByRole('columnheader').allInnerTexts();
    assert.deepEqual(
      heads.map((head) => head.trim()),
      ['Line', 'Task', 'Reward', 'llm-judge'],
    );
    assert.equal(await page.getByRole('combobox').count(), 0);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Verdict' }).waitFor();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await pages.shoot(page, 'list-narrow-filters');
  });

  it('lists its keys', async () => {
    const page = await pages.open({ route: list(), rows: 300 });
    await page.locator('tr.trajectory').first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys of this page' }).waitFor();
    await page.getByText('compare the two chosen').waitFor();
    await pages.shoot(page, 'keys');
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await page.locator('tr.current').getAttribute('aria-rowindex'), '2');
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({
        theme,
        route: list({ groupByTask: true, openTasks: ['task-0'] }),
        rows: 300,
      });
      await page.locator('tr.in-group').first().waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await page.keyboard.press('g');
      await page.locator('tr.trajectory:not(.in-group)').first().waitFor();
      await page.keyboard.press(' ');
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    });
  }
});
