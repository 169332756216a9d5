// The graphics cards and the checks of the page "Start Training" in a browser: cards are given their part by a click, and a check that
// can be mended from the page has a button for it.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { GpuFacts } from '../../runtime/contract/machine.ts';
import type { TrainingCheck } from '../../runtime/contract/training/trainingRequests.ts';
import { makeStartView, makeWholePlan, makeWish } from '../fakes/startViews.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { shows } from './shows.ts';
import { viewerPages } from './viewerPages.ts';

const { machine } = makeStartView();
const user = { pid: 4242, name: '/usr/bin/python', user: 'ada', memoryMib: 1200, run: null };

/** The machine of the page, its card 5 used by somebody. */
function withUser(): NonNullable<typeof machine> {
  assert.ok(machine?.facts);
  const gpus = machine.facts.gpus.map((gpu): GpuFacts => ({
    ...gpu,
    memoryUsedMib: gpu.index === 5 ? 1229 : 4,
    processes: gpu.index === 5 ? [user] : [],
  }));
  return { ...machine, facts: { ...machine.facts, gpus } };
}

const card = (page: Page, name: RegExp): Locator => page.getByRole('button', { name });

const checks: TrainingCheck[] = [
  {
    ...{ name: 'Disk of the run', state: 'fail', detail: 'about 443 GB needed, 300 GB free' },
    advice: 'Free some space there, save less often, or keep fewer checkpoints.',
    fix: { kind: 'keep-checkpoints', keep: { last: 1, best: 1 } },
  },
  {
    ...{ name: 'GPU 5', state: 'warn', detail: '1.2 GiB are used by python (ada, pid 4242)' },
    advice: 'End it, or leave the card out.',
    fix: { kind: 'use-cards', gpus: { train: [0, 1, 2, 3], sample: [4, 6, 7] } },
  },
  {
    ...{ name: 'Program', state: 'pass', detail: 'not on a100-box yet', advice: null },
    fix: { kind: 'prepare-machine', machine: 'a100-box' },
  },
];

describe('the graphics cards of the page that starts a training', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = async (options: object = {}): Promise<Page> => {
    const page = await pages.open({ at: 'start', shown: 'ready', ...options });
    await page.evaluate((now) => window.startHost.show({ machine: now }), withUser());
    await card(page, /^GPU 5 samples, used/).waitFor();
    return page;
  };

  it('say what each does and who uses it', async () => {
    const page = await open();
    await shows(() => page.locator('.card').count(), 8);
    await shows(() => card(page, /^GPU \d trains$/).count(), 4);
    await shows(
      () => card(page, /^GPU 5/).getAttribute('aria-label'),
      'GPU 5 samples, used: 1.2 GiB by python (ada, pid 4242)',
    );
    await page.getByText('GPU 5: 1.2 GiB by python (ada, pid 4242)').waitFor();
    await shows(() => card(page, /^GPU 5/).getAttribute('title'), 'Press: is left free');
  });

  it('are given another part by click and by key', async () => {
    const page = await open();
    await card(page, /^GPU 5/).click();
    assert.deepEqual(await untilAsked(page, 'use-cards'), [
      { gpus: { train: [0, 1, 2, 3], sample: [4, 6, 7] } },
    ]);
    await card(page, /^GPU 3/).press('Enter');
    assert.deepEqual((await untilAsked(page, 'use-cards', 2)).at(-1), {
      gpus: { train: [0, 1, 2], sample: [3, 4, 5, 6, 7] },
    });
    const wish = makeWish({ gpus: { train: [0], sample: [4] } });
    await page.evaluate((now) => window.startHost.show({ wish: now }), wish);
    await card(page, /^GPU 3 is left free$/).waitFor();
    await page.getByRole('button', { name: 'Use All' }).click();
    assert.deepEqual((await untilAsked(page, 'use-cards', 3)).at(-1), { gpus: null });
  });

  it('keep one that trains, and say so', async () => {
    const page = await open();
    const wish = makeWish({ gpus: { train: [0], sample: [4] } });
    await page.evaluate((now) => window.startHost.show({ wish: now }), wish);
    await card(page, /^GPU 1 is left free$/).waitFor();
    await card(page, /^GPU 0 trains$/).click();
    await page.getByRole('alert').getByText('At least one card has to train.').waitFor();
    assert.equal(await page.evaluate('window.startHost.requests.length'), 1);
  });

  it('are those of both machines where another one samples', async () => {
    const page = await open();
    assert.ok(machine !== null);
    const wish = makeWish({ sampler: 'b100-box' });
    const other = { ...machine, name: 'b100-box' };
    await page.evaluate((now) => window.startHost.show(now), { wish, samplerMachine: other });
    const there = page.getByRole('group', { name: 'Graphics cards of b100-box' });
    await there.getByRole('button', { name: 'GPU 4 samples' }).click();
    assert.deepEqual(await untilAsked(page, 'use-cards'), [
      { gpus: { train: [0, 1, 2, 3], sample: [5, 6, 7] } },
    ]);
  });

  it('cannot be changed while the training starts', async () => {
    const page = await open();
    const work = { doing: 'start', activity: null, done: 0, total: null } as const;
    await page.evaluate((now) => window.startHost.show({ work: now }), work);
    await shows(() => card(page, /^GPU 0/).getAttribute('aria-disabled'), 'true');
    await card(page, /^GPU 0/).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('window.startHost.requests.length'), 1);
  });
});

describe('a check that can be mended from the page', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = async (options: object = {}): Promise<Page> => {
    const page = await pages.open({ at: 'start', ...options });
    const plan = makeWholePlan({ checks });
    const now = { plan, machine: withUser() };
    await page.evaluate((changes) => window.startHost.show(changes), now);
    await page.getByRole('button', { name: 'Fewer Checkpoints: Disk of the run' }).waitFor();
    return page;
  };

  it('has its offer done', async () => {
    const page = await open();
    for (const name of ['Fewer Checkpoints', 'Choose Free Cards', 'Prepare Machine']) {
      await page.getByRole('button', { name: new RegExp(`^${name}: `) }).click();
      // One after the other: while one is done, the others wait.
      await shows(() => page.locator('.checks [aria-busy=true]').count(), 0);
    }
    const asked = await untilAsked(page, 'apply-fix', 3);
    assert.deepEqual(
      asked,
      checks.map(({ fix }) => ({ fix })),
    );
    const fewer = page.getByRole('button', { name: /^Fewer Checkpoints/ });
    await shows(() => fewer.getAttribute('title'), 'Keeps the newest one and the best.');
  });

  it('is busy until it is done, and the others wait', async () => {
    const page = await open();
    await page.evaluate(() => {
      window.startHost.answer('apply-fix', () => new Promise(() => undefined));
    });
    await page.getByRole('button', { name: /^Prepare Machine/ }).click();
    await page.locator('.checks [aria-busy=true]').waitFor();
    const fewer = page.getByRole('button', { name: /^Fewer Checkpoints/ });
    await shows(() => fewer.getAttribute('aria-disabled'), 'true');
    await fewer.press('Enter');
    assert.equal((await untilAsked(page, 'apply-fix')).length, 1);
  });

  it('says why its offer could not be done, and offers it again', async () => {
    const page = await open({ fail: 'apply-fix' });
    await page.getByRole('button', { name: /^Prepare Machine/ }).click();
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
    await shows(() => page.locator('.checks [aria-disabled=true]').count(), 0);
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in ${theme}`, async () => {
      const page = await open({ theme });
      assert.deepEqual(await accessibilityProblems(page.mainFrame()), []);
      await pages.shoot(page, `start-fixes-${theme}`);
    });
  }

  it('fits a narrow window', async () => {
    const page = await open({ width: 520 });
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
    await page.locator('.checks').scrollIntoViewIfNeeded();
    await pages.shoot(page, 'start-fixes-520');
  });
});
