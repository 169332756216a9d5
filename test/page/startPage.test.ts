// The page "Start Training" in a browser: what it says of a plan, what it asks of the extension, and for people who do not see it.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { makeStartView, makeWholePlan, makeWish, startCases } from '../fakes/startViews.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { shows, showsText } from './shows.ts';
import { drawnTwice, until, viewerPages } from './viewerPages.ts';

async function textOf(page: Page, part: string): Promise<string> {
  return (await page.locator(part).innerText()).replace(/\s+/g, ' ').trim();
}

const starting = { doing: 'start', activity: null, done: 0, total: null } as const;

describe('the page that starts a training', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = (options: object = {}): Promise<Page> => pages.open({ at: 'start', ...options });

  it('says what is trained, where, what it takes and what is wrong', async () => {
    const page = await open();
    const text = await textOf(page, '#page');
    for (const words of [
      ...['tool-r1-7b', '412 of 1,300 in the window', 'files-tasks.jsonl', '382 too hard'],
      ...['7.62 B parameters', '1 field differs from it', 'agent.maxSequenceTokens 4096 2048'],
      ...['1,000 as the recipe says', '8 × NVIDIA A100-SXM4-80GB', '0–3 train, 4–7 sample'],
      ...['27 h 24 h to 31 h, 8 in 10 runs', 'from 3 earlier runs', 'after toolrl-7b'],
      ...['2 passed, 1 warning, 1 failed', 'Stop that server.', '2 commands on a100-box'],
    ]) {
      assert.ok(text.includes(words), `${words} is not in ${text}`);
    }
    await shows(() => page.locator('.changed tbody tr').count(), 1);
    const checks = await page.locator('.check strong').allInnerTexts();
    assert.deepEqual(checks, ['Port 8000', 'Difficulty', 'Disk', 'Python']);
  });

  it('draws the memory of each card to one scale, up to its limit', async () => {
    const page = await open();
    const bars = page.getByRole('img', { name: /^GPU \d: / });
    await shows(() => bars.count(), 8);
    const first = bars.first();
    assert.equal(
      await first.getAttribute('aria-label'),
      'GPU 0: weights 7.6, gradients 7.6, Adam 15, reference 3.8, activations 19; 53 ± 6 GiB of 80',
    );
    const shares = await first.evaluate((track) => {
      const { left, width } = track.getBoundingClientRect();
      const parts = [...track.querySelectorAll('i, s')];
      return parts.map((part) => (part.getBoundingClientRect().right - left) / width);
    });
    const wanted = [7.6, 15.2, 30.4, 34.2, 53.2, 80].map((gib) => gib / 88);
    for (const [index, share] of shares.entries()) {
      assert.ok(Math.abs(share - (wanted[index] ?? 0)) < 0.02, `${index}: ${share}`);
    }
    const fills = await first.evaluate((track) =>
      [...track.querySelectorAll('i')].map((part) => {
        const { backgroundImage, backgroundColor } = getComputedStyle(part);
        return `${backgroundImage} ${backgroundColor}`;
      }),
    );
    assert.equal(new Set(fills).size, 5);
  });

  it('cannot start while a check fails, and says which, by keys too', async () => {
    const page = await open();
    const start = page.getByRole('button', { name: 'Start Training' });
    await shows(() => start.getAttribute('aria-disabled'), 'true');
    await shows(() => start.getAttribute('title'), 'Port 8000: Stop that server.');
    await start.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check Again' }).click();
    await untilAsked(page, 'plan-again');
    const asked = await page.evaluate(() => window.startHost.requests.map(({ name }) => name));
    assert.ok(!asked.includes('start'));
    await shows(() => textOf(page, '.go [role=status]'), 'Port 8000: Stop that server.');
  });

  it('has each part of the wish changed by the extension', async () => {
    const page = await open();
    for (const name of ['run name', 'tasks', 'model', 'recipe', 'train steps', 'machine']) {
      await page.getByRole('button', { name: `Change ${name}` }).focus();
      await page.keyboard.press('Enter');
    }
    const fields = (await untilAsked(page, 'change', 6)) as { field: string }[];
    assert.deepEqual(
      fields.map(({ field }) => field),
      ['name', 'tasks', 'model', 'recipe', 'steps', 'machine'],
    );
  });

  it('keeps the wish for when the window is loaded again', async () => {
    const page = await open();
    await page.evaluate((wish) => window.startHost.show({ wish }), makeWish({ steps: 7 }));
    await until(page, 'window.startHost.state.wish.steps === 7');
    await until(page, 'window.startHost.state.version === 1');
    await showsText(() => textOf(page, '[aria-labelledby=what] .settings'), /Train steps 7 Change/);
  });

  it('leaves the old plan dim while a new one is made', async () => {
    const page = await open();
    const work = { doing: 'plan', activity: null, done: 0, total: null } as const;
    await page.evaluate((now) => window.startHost.show({ work: now }), work);
    await page.locator('.two.old[aria-busy=true]').waitFor();
    const opacity = await page
      .locator('.estimate')
      .evaluate((part) => Number(getComputedStyle(part).opacity));
    assert.ok(opacity < 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilAsked(page, 'cancel');
    const plan = makeWholePlan({ totalSteps: 20 });
    await page.evaluate((now) => window.startHost.show({ work: null, plan: now }), plan);
    await page.locator('.two[aria-busy=false]:not(.old)').waitFor();
    assert.match(
      await textOf(page, '[aria-labelledby=what] .settings'),
      /Train steps 20 as the recipe says/,
    );
  });

  it('offers another machine to sample only where there is one', async () => {
    const page = await open();
    await shows(() => page.getByText('Samples on').count(), 0);
    await page.evaluate(() => window.startHost.show({ canSampleElsewhere: true }));
    await page.getByText('the same machine').waitFor();
    const wish = makeWish({ sampler: 'b100-box', samplerAddress: '10.0.0.2' });
    await page.evaluate((now) => window.startHost.show({ wish: now }), wish);
    await page.getByText('0–3 train, 4–7 of b100-box sample').waitFor();
    await page.getByRole('group', { name: 'Sample on b100-box' }).waitFor();
    await showsText(() => textOf(page, '#page'), /Samples on b100-box at 10\.0\.0\.2/);
  });

  it('shows and copies the exact commands, and nothing is started by a dry run', async () => {
    const page = await open({ shown: 'ready' });
    await shows(() => page.locator('.commands[open]').count(), 0);
    await page.getByRole('button', { name: 'Dry Run' }).click();
    await page.locator('.commands[open]').waitFor();
    await page.getByText('Nothing was started. The exact commands are shown.').waitFor();
    await shows(() => page.evaluate('document.activeElement.id'), 'commands');
    await page.getByRole('button', { name: 'Copy the command: trainer on a100-box' }).click();
    assert.deepEqual(await untilAsked(page, 'copy'), [
      { text: 'accelerate launch -m tool_r1_trainer' },
    ]);
    const asked = await page.evaluate(() => window.startHost.requests.map(({ name }) => name));
    assert.ok(!asked.includes('start'));
  });

  it('says nothing of a dry run that was broken off', async () => {
    const page = await open({ shown: 'ready' });
    await page.evaluate(() => window.startHost.answer('plan-again', () => ({ isPlanned: false })));
    await page.getByRole('button', { name: 'Dry Run' }).click();
    await until(page, "window.startHost.sent.filter(({ kind }) => kind === 'reply').length === 2");
    await drawnTwice(page);
    await shows(() => page.locator('.commands[open]').count(), 0);
  });

  it('starts, says how far that is, and changes nothing meanwhile', async () => {
    const page = await open({ shown: 'ready' });
    await page.getByRole('button', { name: 'Start Training' }).click();
    await untilAsked(page, 'start');
    await page.evaluate((work) => window.startHost.show({ work }), starting);
    await page.getByText('Starting tool-r1-7b').waitFor();
    await page.getByText('It is being started. Its own page opens when it runs.').waitFor();
    const far = { ...starting, activity: 'Sending the model', done: 1, total: 4 };
    await page.evaluate((work) => window.startHost.tell({ kind: 'start-progressed', work }), far);
    await page.getByText('Sending the model: 25 %').waitFor();
    const change = page.getByRole('button', { name: 'Change tasks' });
    await shows(() => change.getAttribute('aria-disabled'), 'true');
    const start = page.getByRole('button', { name: 'Start Training' });
    await shows(() => start.getAttribute('title'), 'It is being started.');
  });

  it('shows the last lines of the log of a start that failed', async () => {
    const page = await open({ shown: 'crashed' });
    const alert = page.getByRole('alert');
    await alert.getByText('The trainer ended before its first heartbeat.').waitFor();
    await showsText(() => alert.locator('pre').innerText(), /torch\.OutOfMemoryError: CUDA/);
    await alert.getByRole('button', { name: 'Show Log' }).click();
    await untilAsked(page, 'show-log');
    const start = page.getByRole('button', { name: 'Start Training' });
    await shows(() => start.getAttribute('aria-disabled'), null);
  });

  it('can look again after the first plan failed or was broken off', async () => {
    const page = await open({ shown: 'unplanned' });
    await page.getByText('a100-box is not connected. Reconnect first.').waitFor();
    await page.getByRole('button', { name: 'Check Again' }).click();
    await page.evaluate(() => window.startHost.show({ problem: null }));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check Again' }).click();
    assert.equal((await untilAsked(page, 'plan-again', 2)).length, 2);
  });

  it('says what is not known, and needs no card', async () => {
    const page = await open();
    const { wish } = makeStartView({ wish: makeWish({ device: 'cpu' }) });
    const plan = makeWholePlan({
      ...{ time: null, memory: [], waitsBehind: [], gpus: { train: [], sample: [] } },
      recipe: { name: 'tool-r1', changed: [], all: [], summary: 'As it is.' },
    });
    await page.evaluate((given) => window.startHost.show(given), { wish, plan });
    await page.getByText('No earlier run of this model tells.').waitFor();
    await showsText(() => textOf(page, '.estimate'), /Starts at once no other run waits/);
    await shows(() => page.locator('.memory-bar, .changed, .card').count(), 0);
  });

  it('is a small bundle', () => {
    assert.ok(pages.size('start.js') > 10_000 && pages.size('start.js') < 60_000);
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in ${theme}`, async () => {
      for (const shown of Object.keys(startCases)) {
        const page = await open({ theme, shown });
        await page.getByRole('button', { name: 'Start Training' }).waitFor();
        assert.deepEqual(await accessibilityProblems(page.mainFrame()), [], shown);
        await pages.shoot(page, `start-${shown}-${theme}`);
        await page.close();
      }
    });
  }

  it('fits narrow windows, with the way on in sight', async () => {
    for (const shown of Object.keys(startCases)) {
      for (const width of [520, 320]) {
        const page = await open({ shown, width });
        const start = page.getByRole('button', { name: 'Start Training' });
        const { y, height } = (await start.boundingBox())!;
        assert.ok(y + height <= 800, `${shown} at ${width}`);
        assert.ok(
          await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'),
          `${shown} at ${width} scrolls sideways`,
        );
        if (width === 520) await pages.shoot(page, `start-${shown}-narrow`);
        await page.close();
      }
    }
  });
});
