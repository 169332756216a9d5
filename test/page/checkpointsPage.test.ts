// The page of a run's checkpoints in a browser: which one is good, what can be done with each, two of them compared.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { makeComparison } from '../fakes/checkpoints.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { shows, showsText } from './shows.ts';
import { drawnTwice, viewerPages } from './viewerPages.ts';

const route = { page: 'checkpoints' };
const compared = { page: 'checkpoints', chosen: [100, 250] };

function row(page: Page, step: number): Locator {
  return page.locator('.checkpoints tbody tr').filter({
    has: page.getByRole('rowheader', { name: String(step), exact: true }),
  });
}

async function wordsOf(place: Locator): Promise<string> {
  return (await place.innerText()).replace(/\s+/g, ' ').trim();
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

async function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
}

describe('the page of checkpoints', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = (options: object = {}): Promise<Page> =>
    pages.open({ at: 'run', route, ...options });
  const opened = async (options: object = {}): Promise<Page> => {
    const page = await open(options);
    await row(page, 300).waitFor();
    return page;
  };

  it('says of each which it is and whether a run can go on from it, newest first', async () => {
    const page = await opened();
    const steps = await page.locator('.checkpoints tbody th').allInnerTexts();
    assert.deepEqual(steps, ['300', '250', '200', '150', '100', '50']);
    const newest = await wordsOf(row(page, 300));
    assert.match(
      newest,
      /^300 latest 1\.20 58 % 55 % \(46 to 64\) 107 GB yes, 37\.5 MB exact .* ago$/,
    );
    assert.match(
      await wordsOf(row(page, 100)),
      /^100 pinned 1\.01 44 % 46 % \(37 to 55\) 15\.0 GB no weights only/,
    );
    await showsText(() => wordsOf(row(page, 50)), /evaluate/);
    const head = await wordsOf(page.locator('.run-head'));
    assert.match(head, /Checkpoints of tool-r1-7b-files/);
    assert.match(head, /Kept 6, 366 GB Free 3\.00 TB, room for 28 more/);
    assert.match(head, /Clean Up leaves the newest 3, the best by reward and pinned ones/);
    assert.match(head, /Next step 400, in about 2 h 20 min/);
  });

  it('marks each on the way of the reward', async () => {
    const page = await opened();
    const reward = page.getByRole('slider', { name: 'Reward parts' });
    await reward.waitFor();
    await shows(() => page.locator('.mark.checkpoint').count(), 6);
    await reward.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await shows(() => reward.getAttribute('aria-valuenow'), '2');
    await press(page, 'Reward parts as a table');
    await page.getByRole('region', { name: 'Reward parts, table' }).waitFor();
  });

  it('does with one what its buttons say, and shows what came of it', async () => {
    const page = await opened({ state: 'stopped' });
    await press(page, 'Serve step 250');
    await row(page, 250).getByText('served', { exact: true }).waitFor();
    await press(page, 'More for step 250');
    await page.getByRole('menuitem', { name: 'Stop Serving' }).click();
    await row(page, 250).getByText('served', { exact: true }).waitFor({ state: 'detached' });
    await press(page, 'Download step 250');
    assert.deepEqual(await untilAsked(page, 'download-checkpoint'), [{ step: 250 }]);
    await press(page, 'Resume from step 200');
    assert.deepEqual(await untilAsked(page, 'resume-run'), [{ step: 200 }]);
    await press(page, 'More for step 200');
    await page.getByRole('menuitem', { name: 'Pin' }).click();
    await row(page, 200).getByText('pinned', { exact: true }).waitFor();
    await press(page, 'More for step 200');
    await page.getByRole('menuitem', { name: 'Unpin' }).click();
    await row(page, 200).getByText('pinned', { exact: true }).waitFor({ state: 'detached' });
    const pins = await untilAsked(page, 'pin-checkpoint', 2);
    assert.deepEqual(pins, [
      { step: 200, pinned: true },
      { step: 200, pinned: false },
    ]);
    await press(page, 'More for step 300');
    await page.getByRole('menuitem', { name: 'Copy Path of Folder' }).click();
    const [copied] = (await untilAsked(page, 'copy')) as { text: string }[];
    assert.match(copied?.text ?? '', /checkpoints\/step-300$/);
  });

  it('evaluates one, and says so while it goes on', async () => {
    const page = await opened();
    await page.evaluate(
      `window.runHost.answer('evaluate-checkpoint', () =>
        new Promise((resolve) => { window.letGo = () => resolve({ isDone: true }); }))`,
    );
    await press(page, 'Evaluate step 150 on held-out tasks');
    await row(page, 150).getByText('Evaluating…').waitFor();
    const serve = page.getByRole('button', { name: 'Serve step 150' });
    await shows(() => serve.getAttribute('aria-disabled'), 'true');
    await showsText(() => serve.getAttribute('title'), /Evaluating is not done yet/);
    await page.evaluate('window.letGo()');
    await row(page, 150).getByText('Evaluating…').waitFor({ state: 'detached' });
    await untilAsked(page, 'read-checkpoints', 2);
    await shows(() => serve.getAttribute('aria-disabled'), null);
  });

  it('tells people who hear it how an evaluation went', async () => {
    const page = await opened();
    await press(page, 'Evaluate step 50 on held-out tasks');
    const words = 'Step 50 is evaluated: 50 % of 120 tasks passed, 95 % interval 41 to 59 %.';
    await page.locator('[aria-live]', { hasText: words }).waitFor({ state: 'attached' });
    await showsText(() => wordsOf(row(page, 50)), /50 % \(41 to 59\)/);
  });

  it('refuses to go on from one with a reason that can be reached', async () => {
    const page = await opened({ state: 'stopped' });
    const resume = page.getByRole('button', { name: 'Resume from step 100' });
    await shows(() => resume.getAttribute('aria-disabled'), 'true');
    const words = 'Resume from step 100: The state of the optimiser was not saved.';
    await shows(() => resume.getAttribute('title'), words);
    await resume.focus();
    await page.keyboard.press('Enter');
    await drawnTwice(page);
    const asked = await page.evaluate(() => window.runHost.requests.map(({ name }) => name));
    assert.ok(!asked.includes('resume-run'));
  });

  it('compares two: what changed and how sure that is, then tasks won and lost', async () => {
    const page = await opened();
    await page.getByRole('checkbox', { name: 'Compare step 250' }).check();
    await page.getByRole('checkbox', { name: 'Compare step 100' }).check();
    await page.getByRole('heading', { name: 'Compare step 100 and step 250' }).waitFor();
    assert.deepEqual(await untilAsked(page, 'compare-checkpoints'), [{ first: 100, second: 250 }]);
    await page.getByText('Won, 21 tasks').waitFor();
    const told = 'From step 100 to step 250: Pass rate +11 (+2 to +20), 21 tasks won, 4 lost.';
    await page.locator('[aria-live]', { hasText: told }).waitFor({ state: 'attached' });
    const rows = await page.locator('.comparison tbody tr').allInnerTexts();
    const words = rows.map((one) => one.replace(/\s+/g, ' ').trim());
    assert.deepEqual(words, [
      'Pass rate 46 % 57 % +11 (+2 to +20)',
      'Reward 0.98 1.13 +0.15 (+0.04 to +0.26)',
      'Answer part 0.48 0.59 +0.11 (+0.02 to +0.20)',
      'Steps parsed 94 % 99 % +5 (+2 to +8)',
      'Steps executed 81 % 84 % +3 (−2 to +8)',
      'Steps per task 5.6 4.9 −0.7 (−1.1 to −0.3)',
      'Tokens per task 1,590 1,702 +112 (−40 to +264)',
    ]);
    await shows(() => page.locator('.interval .effect').count(), 5);
    await shows(() => page.locator('.comparison tbody strong').count(), 5);
    await page.getByText('15 more').click();
    await shows(() => page.locator('.tasks').first().locator('li:visible').count(), 21);
    await page.reload();
    await page.getByText('Lost, 4 tasks').waitFor();
  });

  it('lets a third one take the place of the first, and needs both evaluated', async () => {
    const page = await opened({ route: compared });
    await page.getByText('Won, 21 tasks').waitFor();
    await page.getByRole('checkbox', { name: 'Compare step 150' }).check();
    await page.getByRole('checkbox', { name: 'Compare step 100', checked: false }).waitFor();
    await page.getByText('Step 150 has not been evaluated.').waitFor();
    await press(page, 'Evaluate Step 150…');
    await page.getByText('Won, 21 tasks').waitFor();
    const asked = await untilAsked(page, 'compare-checkpoints', 2);
    assert.deepEqual(asked.at(-1), { first: 150, second: 250 });
  });

  it('says where figures come from while the machine is away, and where there is no interval', async () => {
    const page = await opened();
    const { figures, ...made } = makeComparison();
    const answer = {
      ...made,
      fromCopy: true,
      figures: figures.map((one) =>
        one.name === 'steps' ? { ...one, low: null, high: null } : one,
      ),
    };
    await page.evaluate(
      (given) => window.runHost.answer('compare-checkpoints', () => given),
      answer,
    );
    await page.getByRole('checkbox', { name: 'Compare step 250' }).check();
    await page.getByRole('checkbox', { name: 'Compare step 100' }).check();
    await page.locator('.note', { hasText: 'This is what this computer keeps of it.' }).waitFor();
    const steps = page.locator('.comparison tbody tr', { hasText: 'Steps per task' });
    assert.match(await wordsOf(steps), /−0\.7 \(no interval\)$/);
    const none = steps.getByText('(no interval)');
    assert.match((await none.getAttribute('title')) ?? '', /^All 120 tasks changed alike/);
    assert.equal(await steps.locator('.interval').count(), 0);
  });

  it('says why two cannot be compared', async () => {
    const page = await opened({ route: compared, fail: 'compare-checkpoints' });
    await page.locator('.note', { hasText: 'The file is gone.' }).waitFor();
  });

  it('cleans up and reads them again', async () => {
    const page = await opened();
    await press(page, 'Clean Up…');
    await row(page, 50).waitFor({ state: 'detached' });
    await shows(() => page.locator('.checkpoints tbody tr').count(), 4);
  });

  it('reads them again when something was done to them elsewhere, or a person wants it', async () => {
    const page = await opened();
    await page.evaluate(
      `window.runHost.answer('read-checkpoints', () =>
        ({ checkpoints: [], keep: { last: 3, best: 1 }, served: [] }))`,
    );
    await page.evaluate(() => window.runHost.tell({ kind: 'checkpoints-changed' }));
    await page.getByText('There is no checkpoint.').waitFor();
    await page.keyboard.press('r');
    await untilAsked(page, 'read-checkpoints', 3);
  });

  it('reads them again when the run saved another one', async () => {
    const page = await opened();
    await page.evaluate(() => window.runHost.save(400));
    await untilAsked(page, 'read-checkpoints', 2);
  });

  it('helps while there is none, and when they cannot be read', async () => {
    const none = await open({ checkpoints: 0 });
    await none.getByText('The run saves one every 100 train steps.').waitFor();
    const clean = none.getByRole('button', { name: 'Clean Up…' });
    await shows(() => clean.getAttribute('title'), 'There is no checkpoint yet.');
    const broken = await open({ fail: 'read-checkpoints' });
    await broken
      .getByRole('alert')
      .getByText(/could not be read: The file is gone\./)
      .waitFor();
    await press(broken, 'Try Again');
    await untilAsked(broken, 'read-checkpoints', 2);
  });

  it('asks nothing of a machine that is not connected', async () => {
    const page = await opened({ state: 'offline' });
    const serve = page.getByRole('button', { name: 'Serve step 300' });
    await shows(() => serve.getAttribute('title'), 'Serve step 300: a100-box is not connected.');
    await showsText(() => wordsOf(row(page, 50)), /not evaluated/);
  });

  it('is reached from the run and leads back', async () => {
    const page = await pages.open({ at: 'run' });
    await press(page, 'Open Checkpoints');
    await row(page, 300).waitFor();
    await press(page, 'Open Run');
    await page.getByRole('progressbar', { name: 'Train steps' }).waitFor();
    await page.keyboard.press('k');
    await row(page, 300).waitFor();
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in ${theme}`, async () => {
      const page = await opened({ theme, route: compared });
      await page.getByText('Lost, 4 tasks').waitFor();
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `checkpoints-${theme}`);
    });
  }

  it('fits narrow windows', async () => {
    for (const width of [520, 320]) {
      const page = await opened({ width, route: compared });
      await page.getByText('Lost, 4 tasks').waitFor();
      await shows(() => fitsItsWidth(page), true, `at ${width}`);
      await pages.shoot(page, `checkpoints-${width}`);
      await press(page, 'More for step 300');
      await page.getByRole('menuitem', { name: 'Download…' }).click();
      await untilAsked(page, 'download-checkpoint');
      await page.close();
    }
  });
});
