// How far judges, the rule and people agree, and the answers behind a cell, in a browser.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { llmJudge, ruleJudge } from '../fakes/agreementReport.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { asked, untilAsked } from './asked.ts';
import { act, labelPages } from './labelPages.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { drawnTwice, until } from './viewerPages.ts';

const agreement = { page: 'agreement' };
const cell = (judged: string, people: string, judge = llmJudge.key): object => ({
  ...{ page: 'cell', judge, judged, people },
});

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function cellTexts(row: Locator): Promise<string[]> {
  return (await row.locator('th, td').filter({ visible: true }).allInnerTexts()).map(line);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

function matrixTitle(page: Page, judge: string): Locator {
  return page.getByRole('heading', { name: `${judge} against people` });
}

async function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
}

describe('the agreement page', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('shows every pair with n and intervals', async () => {
    const page = await pages.open({ route: agreement });
    await page.getByText('241 of 4,812 answers labelled').waitFor();
    assert.deepEqual(await cellTexts(rowOf(page, 'llm-judge v3, people')), [
      ...['llm-judge v3, people', '241', '0.75 with interval 0.69–0.80'],
      ...['0.59 with interval 0.51–0.67', '0.68 with interval 0.61–0.75'],
      ...['0.75 with interval 0.68–0.82', '0.74 with interval 0.67–0.81'],
    ]);
    assert.deepEqual(await cellTexts(rowOf(page, 'Ada, Grace')), [
      ...['Ada, Grace', '17', 'Not enough labels, 20 needed'],
    ]);
    const baseline = await cellTexts(page.getByRole('row', { name: 'always Correct, people' }));
    assert.deepEqual(baseline.slice(0, 4), [
      ...[
        'always Correct, people baseline',
        '241',
        '0.49 with interval 0.43–0.56',
        '0.00 by design',
      ],
    ]);
    assert.equal(baseline.at(-1), '−0.33 with interval −0.38 to −0.28');
  });

  it('shows the matrix, each verdict, and what they mean', async () => {
    const page = await pages.open({ route: agreement });
    await matrixTitle(page, 'llm-judge v3').waitFor();
    const cells = page.locator('.heat').getByRole('button');
    assert.deepEqual((await cells.allInnerTexts()).map(line), [
      'Judge Wrong, people Wrong: 58 answers 76 % of the column',
      'Judge Wrong, people Partially Correct: 9 answers 20 % of the column',
      'Judge Wrong, people Correct: 4 answers 3 % of the column',
      'Judge Partially Correct, people Wrong: 11 answers 14 % of the column',
      'Judge Partially Correct, people Partially Correct: 21 answers 46 % of the column',
      'Judge Partially Correct, people Correct: 14 answers 12 % of the column',
      'Judge Correct, people Wrong: 7 answers 9 % of the column',
      'Judge Correct, people Partially Correct: 16 answers 35 % of the column',
      'Judge Correct, people Correct: 101 answers 85 % of the column',
    ]);
    const totals = page.locator('.heat .total, .heat tfoot td');
    assert.deepEqual((await totals.allInnerTexts()).map(line), [
      ...['n', '71', '46', '124', '76', '46', '119', '241'],
    ]);
    await page
      .getByText('Always saying Correct agrees with people on 49 % of the answers')
      .waitFor();
    await page.getByText('Partially Correct is its weak spot').waitFor();
    await page.getByText('it gave another verdict in 6 % (3 % to 11 %)').waitFor();
  });

  it('shows another judge, chosen by its pair or from the list', async () => {
    const page = await pages.open({ route: agreement });
    await page.getByRole('button', { name: 'rule-judge v2, people' }).click();
    await matrixTitle(page, 'rule-judge v2').waitFor();
    await page.locator('tr.picked').getByText('rule-judge v2, people').waitFor();
    await page.reload();
    await matrixTitle(page, 'rule-judge v2').waitFor();
    await page.getByRole('combobox', { name: 'Judge' }).click();
    await page.getByRole('option', { name: 'llm-judge v3' }).click();
    await matrixTitle(page, 'llm-judge v3').waitFor();
  });

  it('opens the answers of a cell and comes back, by keys', async () => {
    const page = await pages.open({ route: agreement });
    const button = page.getByRole('button', { name: /^Judge Wrong, people Correct: 4 answers/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByText('4 answers', { exact: true }).waitFor();
    assert.deepEqual(await asked(page, 'list-agreement-items'), [
      { judge: llmJudge.key, judged: 'Wrong', people: 'Correct' },
    ]);
    await page.keyboard.press('Escape');
    await matrixTitle(page, 'llm-judge v3').waitFor();
  });

  it('opens nothing from an empty cell', async () => {
    const page = await pages.open({ route: agreement });
    await page.getByRole('button', { name: 'rule-judge v2, people' }).click();
    const empty = page.getByRole('button', { name: /^Judge Partially Correct, people Wrong: 0/ });
    await empty.waitFor();
    assert.ok(await empty.isDisabled());
  });

  it('shows the effect on the reward, drawn and in numbers', async () => {
    const page = await pages.open({ route: agreement });
    const figures = page.locator('.figures > div');
    await figures.first().waitFor();
    assert.deepEqual((await figures.allInnerTexts()).map(line), [
      ...['Mean reward, as judged 1.04', 'Mean reward, corrected 0.98 0.95–1.01'],
      ...['Pass rate, as judged 0.52', 'Pass rate, corrected 0.49 0.42–0.57'],
      ...[
        'Tasks in the 0.2–0.8 window, as judged 118 of 240',
        'In the window, corrected 117 108–122',
      ],
      'Tasks that enter / leave 3 / 4',
    ]);
    await page.getByText('finds 0.85 (0.77–0.90) of what people call Correct').waitFor();
    await page
      .getByRole('img', { name: 'From 0.81 to 0.63, interval 0.54–0.72; window 0.2 to 0.8' })
      .waitFor();
    const tasks = page.locator('.moves tbody tr');
    assert.equal(await tasks.count(), 5);
    await page.getByRole('button', { name: 'All 7 tasks that move' }).click();
    await tasks.nth(6).waitFor();
    await page.getByText('23 of 192 trajectories in 12 groups with labels').waitFor();
    await page.getByText('pushed the wrong way, by policy version').click();
    const newest = page.locator('.wrong-way tbody tr').last();
    assert.deepEqual(await cellTexts(newest), ['84', '64', '12', '19 %', '']);
  });

  it('tells kinds of answers on which the judge leans from those on which it does not', async () => {
    const page = await pages.open({ route: agreement });
    const last = async (group: string): Promise<string | undefined> =>
      (await cellTexts(rowOf(page, group))).at(-1);
    await page.getByRole('heading', { name: 'Kinds of answers' }).waitFor();
    assert.equal(await last('more than 200 characters'), 'too kind');
    assert.equal(await last('with thousands separators'), 'too strict');
    assert.equal(await last('1 to 20 characters'), 'no difference shown');
    assert.equal(await last('German'), 'Not enough labels, 20 needed');
  });

  it('shows other rubrics and versions apart, and what is left out', async () => {
    const page = await pages.open({ route: agreement });
    const drift = page.getByRole('region', { name: 'Other rubrics and versions' });
    await drift.getByText('left out of every figure above').waitFor();
    assert.equal((await cellTexts(rowOf(page, 'rubric version 3')))[2], '40');
    assert.match((await cellTexts(rowOf(page, 'llm-judge v2'))).at(-1) ?? '', /^Not enough labels/);
    await page.getByText('3 answers on which people differ are left out').waitFor();
  });

  it('computes again when labels changed, and keeps what it shows until then', async () => {
    const page = await pages.open({ route: agreement });
    await matrixTitle(page, 'llm-judge v3').waitFor();
    await page.evaluate(() => {
      window.labelHost.answer('read-agreement', () => new Promise(() => undefined));
      window.labelHost.changeElsewhere(() => undefined);
    });
    await page.getByText('Labels changed; computing…').waitFor();
    assert.equal((await asked(page, 'read-agreement')).length, 2);
    assert.ok(await matrixTitle(page, 'llm-judge v3').isVisible());
  });

  it('goes on to label more', async () => {
    const page = await pages.open({ route: agreement });
    await page.getByRole('button', { name: 'Label 20 more' }).click();
    await until(page, "window.labelHost.state.route.page === 'label'");
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in the theme ${theme}`, async () => {
      const page = await pages.open({ theme, route: agreement, height: 1700 });
      await page.getByText('pushed the wrong way, by policy version').click();
      await page.locator('.wrong-way').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `agreement-${theme}`);
    });
  }

  it('fits into a narrow page', async () => {
    const page = await pages.open({ route: agreement, width: 520, height: 2400 });
    await matrixTitle(page, 'llm-judge v3').waitFor();
    assert.ok(await fitsItsWidth(page));
    const shown = await cellTexts(rowOf(page, 'llm-judge v3, people'));
    assert.equal(shown.length, 4);
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    await pages.shoot(page, 'agreement-narrow');
  });
});

describe('the agreement page without enough labels', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('counts, and shows no figure', async () => {
    const page = await pages.open({ route: agreement, report: 'few', height: 1200 });
    await matrixTitle(page, 'llm-judge v3').waitFor();
    const shown = line(await page.locator('main').innerText());
    assert.match(shown, /llm-judge v3, people 17 Not enough labels, 20 needed/);
    assert.match(shown, /Effect on the reward .* Not enough labels, 20 needed/);
    const first = page.locator('.heat').getByRole('button').first();
    assert.equal(line(await first.innerText()), 'Judge Wrong, people Wrong: 5 answers');
    assert.equal(await page.locator('.ci').filter({ hasText: /\d/ }).count(), 0);
    await pages.shoot(page, 'agreement-few');
  });

  it('says what to do when there is none', async () => {
    const page = await pages.open({ route: agreement, report: 'none' });
    await page.getByText('No answer is labelled yet. Label 20').waitFor();
    const score = page.getByRole('button', { name: 'Score again with labels' });
    assert.ok(await score.isDisabled());
    assert.equal(await page.locator('.heat').count(), 0);
    await page.getByText('llm-judge v3, rule-judge v2').waitFor();
  });

  it('says what to do when there is nothing to label', async () => {
    const page = await pages.open({ route: agreement, report: 'empty' });
    await page.getByText('Run tasks that have one').waitFor();
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
  });

  it('says why it cannot be shown, and can be tried again', async () => {
    const page = await pages.open({ route: agreement, fail: 'read-agreement' });
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await untilAsked(page, 'read-agreement', 2);
  });
});

describe('scoring again with labels', function () {
  this.timeout(60_000);
  const pages = labelPages();

  async function ask(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Score again with labels' }).click();
    await page.locator('#scoring:focus').waitFor();
  }

  it('says before what will happen, and afterwards what did', async () => {
    const page = await pages.open({ route: agreement });
    await ask(page);
    await page.getByText('On 241 labelled answers, the label takes the place').waitFor();
    await page.getByText('The rewards before them stay there').waitFor();
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    await pages.shoot(page, 'score-again');
    assert.deepEqual(await asked(page, 'score-again'), []);
    await page.getByRole('button', { name: 'Score again', exact: true }).click();
    await page
      .getByText('37 rewards changed; the mean reward went from 1.04 to 0.98.')
      .first()
      .waitFor();
    await untilAsked(page, 'read-agreement', 2);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.scoring').waitFor({ state: 'detached' });
  });

  it('does nothing when a person thinks better of it', async () => {
    const page = await pages.open({ route: agreement });
    await ask(page);
    await page.keyboard.press('Escape');
    await page.locator('.scoring').waitFor({ state: 'detached' });
    await until(page, "document.activeElement?.textContent?.includes('Score again with labels')");
    assert.deepEqual(await asked(page, 'score-again'), []);
  });

  it('says why it failed', async () => {
    const page = await pages.open({ route: agreement, fail: 'score-again' });
    await ask(page);
    await page.getByRole('button', { name: 'Score again', exact: true }).click();
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
  });
});

describe('the answers of a cell', function () {
  this.timeout(60_000);
  const pages = labelPages();

  it('shows what was asked, expected and answered, and opens trajectories', async () => {
    const page = await pages.open({ route: cell('Wrong', 'Correct') });
    await page.getByRole('heading', { name: 'llm-judge v3 against people' }).waitFor();
    const first = page.locator('.behind > li').first();
    assert.match(
      line(await first.innerText()),
      /^Which region’s refunds .* Reference answer South, by 6,137.65 EUR Answer given Answer 1: South/,
    );
    await first.getByRole('button', { name: 'Open trajectory' }).click();
    assert.deepEqual(await untilAsked(page, 'open-trajectory'), [
      { file: '/project/run.trajectories.jsonl', id: 't-1', blind: false },
    ]);
    await pages.shoot(page, 'agreement-cell');
  });

  it('says how many answers it leaves out so that they can still be labelled blind', async () => {
    const page = await pages.open({ route: cell('Wrong', 'Correct'), hidden: '2' });
    await page.getByText('2 answers not shown: you can still label them blind.').waitFor();
  });

  it('is walked through by the keys that VS Code has', async () => {
    const page = await pages.open({ route: cell('Wrong', 'Correct') });
    const focused = (): Promise<string | null> =>
      page.evaluate<string | null>("document.activeElement?.getAttribute('data-item') ?? null");
    await page.locator('.behind > li').first().waitFor();
    await act(page, 'next', 'next', 'next', 'previous');
    await until(page, "document.activeElement?.getAttribute('data-item') === '1'");
    await page.keyboard.press('o');
    assert.deepEqual(await untilAsked(page, 'open-trajectory'), [
      { file: '/project/run.trajectories.jsonl', id: 't-2', blind: false },
    ]);
    await act(page, 'previous', 'previous');
    await drawnTwice(page);
    assert.equal(await focused(), '0');
  });

  it('shows many answers a hundred at a time', async () => {
    const page = await pages.open({ route: cell('Correct', 'Correct') });
    await page.getByText('101 answers', { exact: true }).waitFor();
    const answers = page.locator('.behind > li');
    assert.equal(await answers.count(), 100);
    await page.getByRole('button', { name: 'Show 1 more' }).click();
    await answers.nth(100).waitFor();
  });

  it('goes back to the agreement page, also when it was opened by itself', async () => {
    const page = await pages.open({ route: cell('Wrong', 'Wrong', ruleJudge.key) });
    await page.getByRole('heading', { name: 'rule-judge v2 against people' }).waitFor();
    await page.getByRole('button', { name: 'Back to agreement' }).click();
    await page.getByRole('heading', { name: 'Agreement of judges' }).waitFor();
  });

  it('says when there is nothing in it any more', async () => {
    const page = await pages.open({ route: cell('Partially Correct', 'Wrong', ruleJudge.key) });
    await page.getByText('There are no answers in this cell any more').waitFor();
  });

  it('says why it cannot be shown', async () => {
    const page = await pages.open({
      ...{ route: cell('Wrong', 'Correct'), fail: 'list-agreement-items' },
    });
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
  });

  it('can be used by everybody, and on a narrow page', async () => {
    const page = await pages.open({ route: cell('Wrong', 'Correct'), width: 520, theme: 'hc' });
    await page.locator('.behind > li').first().waitFor();
    assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
    assert.ok(await fitsItsWidth(page));
    await pages.shoot(page, 'agreement-cell-narrow');
  });
});
