// The pages of evaluations in a browser: scores under one protocol in one table, two of them compared, one in full.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { shows, showsText } from './shows.ts';
import { viewerPages } from './viewerPages.ts';

const detail = { page: 'evaluation', name: 'gaia-qwen-7b' };
const compared = { page: 'evaluations', chosen: ['gaia-embedded', 'gaia-qwen-7b'] };

function row(page: Page, name: string): Locator {
  return page.locator('.evaluations tbody tr').filter({
    has: page.getByRole('button', { name, exact: true }),
  });
}

async function wordsOf(place: Locator): Promise<string> {
  return (await place.innerText()).replace(/\s+/g, ' ').trim();
}

describe('the pages of evaluations', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = (options: object = {}): Promise<Page> => pages.open({ at: 'eval', ...options });
  const opened = async (options: object = {}): Promise<Page> => {
    const page = await open(options);
    await page.locator('.block').first().waitFor();
    return page;
  };

  it('put what compares as it stands into one table, and say what is different in another', async () => {
    const page = await opened();
    await shows(() => page.locator('table.evaluations').count(), 2);
    const first = page.locator('section.block').first();
    assert.match(
      await wordsOf(first),
      /Protocol 1: GAIA, validation 30 tasks, 3 seeds, recipe tool-r1, judge rule, hash aaaaaaaa/,
    );
    assert.match(await wordsOf(row(page, 'gaia-qwen-7b')), /1 remark .*52 % \(40 to 64\) 1\.04/);
    assert.match(await wordsOf(row(page, 'gaia-embedded')), /45 of 90 rollouts .*4 % \(0 to 10\)/);
    const differs = page.locator('details.differs');
    await shows(() => differs.count(), 1);
    await showsText(() => wordsOf(differs), /protocol 1: 2 fields of the protocol differ/);
    await differs.locator('summary').click();
    await showsText(() => wordsOf(differs), /sampling temperature 0\.7 0 limits max steps 10 20/);
  });

  it('compare two that are chosen, and a third takes the place of the first', async () => {
    const page = await opened();
    await page.getByRole('checkbox', { name: 'Compare gaia-embedded' }).check();
    await page.getByText('Choose one more to compare with gaia-embedded.').waitFor();
    await page.getByRole('checkbox', { name: 'Compare gaia-qwen-7b' }).check();
    const part = page.getByRole('region', { name: 'Compare gaia-embedded and gaia-qwen-7b' });
    await part.getByText('+48 (+33 to +61)').waitFor();
    const words = await wordsOf(part);
    assert.match(words, /the same 30 tasks/);
    assert.match(words, /gaia-embedded 4 % gaia-qwen-7b 52 %/);
    assert.match(words, /paired permutation, p < 0\.001/);
    assert.match(words, /Won, 3 tasks .*Lost, 1 task/);
    await page.getByRole('checkbox', { name: 'Compare gaia-greedy' }).check();
    await page.getByRole('region', { name: 'Compare gaia-qwen-7b and gaia-greedy' }).waitFor();
    assert.equal(
      await page.getByRole('checkbox', { name: 'Compare gaia-embedded' }).isChecked(),
      false,
    );
  });

  it('say that a comparison across protocols is not one of models', async () => {
    const page = await opened({ route: { page: 'evaluations', chosen: [] } });
    await page.evaluate(
      `window.evalHost.answer('compare', ({ first, second }) => ({
        first, second, tasks: 30, leftOut: 2, firstRate: 0.5, secondRate: 0.5, interval: '95 %',
        differences: [{ field: 'sampling.temperature', first: '0.7', second: '0' }],
        change: { value: 0, low: -0.1, high: 0.1 }, test: null, won: [], lost: [] }))`,
    );
    await page.getByRole('checkbox', { name: 'Compare gaia-qwen-7b' }).check();
    await page.getByRole('checkbox', { name: 'Compare gaia-greedy' }).check();
    await page
      .getByText('They followed different protocols (sampling temperature).', { exact: false })
      .waitFor();
    await page.getByText('the same 30 tasks, 2 tasks left out').waitFor();
  });

  it('show one in full, and lead to the trajectory behind each rollout', async () => {
    const page = await opened();
    await page.getByRole('button', { name: 'gaia-qwen-7b', exact: true }).click();
    await page.getByRole('heading', { name: 'Evaluation gaia-qwen-7b' }).waitFor();
    await page.getByText('1 of 90 rollouts could not be scored.').waitFor();
    const levels = page.getByRole('region', { name: 'By level' });
    assert.match(await wordsOf(levels), /1 11 73 % \(57 to 89\) 2 13 46 %/);
    const tries = page.getByRole('region', { name: 'By tries' });
    assert.match(await wordsOf(tries), /2 61 % 43 % 30 3 66 % 38 % 29/);
    assert.match(
      await wordsOf(page.getByRole('region', { name: 'By seed' })),
      /3\.3 points between/,
    );
    const mark = page.getByRole('button', { name: 'Seed 3: not scored', exact: false });
    assert.match((await mark.getAttribute('title')) ?? '', /5 steps, The judge did not answer\./);
    await mark.press('Enter');
    const [opened1] = (await untilAsked(page, 'open-trajectory')) as { id: string; file: string }[];
    assert.equal(opened1?.id, 'trajectory-4-3');
    assert.match(opened1.file, /evaluation\.trajectories\.jsonl$/);
    await page.getByText('Protocol', { exact: true }).click();
    await showsText(() => wordsOf(page.locator('details.protocol')), /verifier name rule/);
    await page.keyboard.press('Backspace');
    await page.getByRole('heading', { name: 'Evaluations', exact: true }).waitFor();
  });

  it('read again when files of evaluations changed', async () => {
    const page = await opened();
    await page.evaluate(
      `window.evalHost.answer('list', () => ({ groups: [], problems: ['old is no evaluation.'] }))`,
    );
    await page.evaluate(`window.evalHost.tell({ kind: 'evaluations-changed' })`);
    await page.getByText('old is no evaluation.').waitFor();
    await page.getByRole('heading', { name: 'There is no evaluation yet' }).waitFor();
  });

  it('say how the first is made where there is none', async () => {
    const page = await open({ shown: 'none' });
    await page.getByRole('button', { name: 'Copy' }).click();
    const [copied] = (await untilAsked(page, 'copy')) as { text: string }[];
    assert.match(copied?.text ?? '', /^tool-r1 eval .*--seeds 3$/);
  });

  it('say why they could not be read, and read when asked again', async () => {
    const page = await open({ fail: 'list' });
    await page.getByText('They could not be read: The file is gone.').waitFor();
    await page.evaluate('window.evalHost.heal()');
    await page.keyboard.press('r');
    await row(page, 'gaia-qwen-7b').waitFor();
    await page.getByText('They could not be read').waitFor({ state: 'detached' });
  });

  it('are where they were after the panel is made again', async () => {
    const page = await opened({ route: compared });
    await page.getByRole('region', { name: 'Compare gaia-embedded and gaia-qwen-7b' }).waitFor();
    await page.getByRole('button', { name: 'gaia-qwen-7b', exact: true }).click();
    await page.getByRole('heading', { name: 'Evaluation gaia-qwen-7b' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Evaluation gaia-qwen-7b' }).waitFor();
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be read by everybody in the theme ${theme}`, async () => {
      for (const [name, route] of Object.entries({ list: compared, one: detail })) {
        for (const width of [1100, 520, 320]) {
          const page = await opened({ theme, width, route, height: 900 });
          await page.locator(name === 'list' ? '.comparison' : '.evaluated-tasks').waitFor();
          assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
          const fits = 'document.documentElement.scrollWidth <= window.innerWidth';
          assert.ok(await page.evaluate<boolean>(fits), `${name} ${width}`);
          await pages.shoot(page, `evaluations-${name}-${theme}-${width}`);
        }
      }
    });
  }
});
