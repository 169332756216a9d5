// The page of one trajectory in a browser: stored ones of any length, and one that runs while a person watches.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { RunEvent, RunEventOf } from '../../runtime/contract/events.ts';
import { makeTask } from '../fakes/records.ts';
import { question, refundSteps, refundTools } from './browser/refundSteps.ts';
import { assertAccessible } from '../ui/accessibility.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { sendTokens } from './sendTokens.ts';
import { drawnTwice, until, viewerPages } from './viewerPages.ts';

const route = (id: string, step: number | null = null) => ({ page: 'trajectory', id, step });

/** What the page asked of the extension by that name, once it did. */
async function requested(page: Page, name: string): Promise<unknown[]> {
  await page.waitForFunction(
    (wanted) => window.fakeHost.requests.some((one) => one.name === wanted),
    name,
  );
  return page.evaluate(
    (wanted) =>
      window.fakeHost.requests.filter((one) => one.name === wanted).map(({ params }) => params),
    name,
  );
}

/** Waits until the top of a step is at rest between two heights of the window. */
async function topComesTo(page: Page, step: number, place: { from: number; to: number }) {
  const top = () =>
    page.locator(`#step-${step}`).evaluate((article) => article.getBoundingClientRect().top);
  const isThere = async () => {
    const before = await top();
    await drawnTwice(page);
    const after = await top();
    return before === after && after > place.from && after < place.to;
  };
  await waitUntil(isThere, `step ${step} is between ${place.from} and ${place.to}`);
}

type Ended = RunEventOf<'rollout-ended'>;

describe('the page of a stored trajectory', function () {
  this.timeout(60_000);
  const pages = viewerPages();

  it('shows everything of its steps', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 3' }).waitFor();
    for (const words of [
      'Finished with an answer',
      '1 refused',
      'Judges disagree',
      'counts as not run',
      "KeyError: 'State'",
      'page 9 is a scan without text',
      'R = 1.00 + 0.3 × 5/5 + 0.3 × 3/5 = 1.48',
    ]) {
      await page.getByText(words).filter({ visible: true }).first().waitFor();
    }
    await pages.shoot(page, 'trajectory-page');
  });

  it('walks through the steps by keys and shows the namespace after each', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('#step-4:focus').waitFor();
    await page.locator('.names').getByText('growth', { exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.locator('#step-3:focus').waitFor();
    await until(page, 'window.fakeHost.state.route.step === 3');
    assert.deepEqual(
      await page.evaluate(() => (window.fakeHost.state as { route: unknown }).route),
      { page: 'trajectory', id: 'refunds', step: 3 },
    );
  });

  it('shows the whole of a clipped text piece by piece', async () => {
    const page = await pages.open({ route: route('refunds', 4) });
    await page.getByRole('button', { name: 'Show more of 61,342 characters' }).click();
    await page.getByRole('button', { name: 'Show all 61,342 characters' }).click();
    await page.getByRole('button', { name: /Show more, 11,342 characters are left/ }).click();
    await page.waitForFunction(() => {
      const shown = document.querySelector('#step-4 [data-field="observation.stdout"]');
      return shown?.textContent.length === 61_342;
    });
    await page.locator('#step-4').getByRole('button', { name: 'Show less' }).click();
    await page.locator('#step-4').getByRole('button', { name: 'Show all 61,342' }).waitFor();
  });

  it('finds words and marks them', async () => {
    const page = await pages.open({ route: route('refunds') });
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
    await page.keyboard.press('/');
    await page.locator('.find-bar vscode-text-field:focus').waitFor();
    await page.keyboard.type('region');
    await page.getByText(/^1 of \d+/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/^2 of \d+/).waitFor();
    const marked = await page.evaluate(() => CSS.highlights.get('found-now')?.size ?? 0);
    assert.equal(marked, 1);
    await pages.shoot(page, 'trajectory-find');
    await page.keyboard.press('Escape');
    await page.locator('.find-bar').waitFor({ state: 'detached' });
    await until(page, "!CSS.highlights.has('found')");
  });

  it('has few of 10,000 steps in the page, wherever it stands', async () => {
    const page = await pages.open({ route: route('long', 5000) });
    await page.getByRole('heading', { name: 'Step 5,000' }).waitFor();
    const count = () => page.locator('article.step').count();
    assert.ok((await count()) < 25, `${await count()} steps are drawn`);
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Step 10,000' }).waitFor();
    await page.locator('#step-10000:focus').waitFor();
    assert.ok((await count()) < 25, `${await count()} steps are drawn`);
    await topComesTo(page, 10_000, { from: 0, to: 800 });
    await page.keyboard.press('Home');
    await page.locator('#step-1:focus').waitFor();
  });

  it('brings a chosen step into view and keeps it there while others are read', async () => {
    for (const width of [1100, 520]) {
      const page = await pages.open({ route: route('refunds', 4), width });
      await page.getByText('Three rows of the Q3 sheet').waitFor();
      await page.locator('#page [data-waiting]').first().waitFor({ state: 'detached' });
      await topComesTo(page, 4, { from: -5, to: 300 });
    }
  });

  it('runs edited code from a step on', async () => {
    const page = await pages.open({ route: route('refunds', 3) });
    await page.getByRole('button', { name: 'Retry step 3 with edited code' }).click();
    const code = page.getByRole('textbox', { name: 'Code of step 3, edited' });
    await code.fill('print(1)');
    await pages.shoot(page, 'trajectory-edit');
    await code.press('Control+Enter');
    await page.getByText('Getting ready').first().waitFor();
    assert.deepEqual(await requested(page, 'retry-step'), [
      { id: 'refunds', step: 3, code: 'print(1)' },
    ]);
  });

  it('asks another question', async () => {
    const page = await pages.open({ route: route('refunds', 5) });
    const box = page.getByLabel('Ask another question in the same namespace');
    await box.fill('And which fell most?');
    await box.press('Enter');
    await page.getByText('Getting ready').first().waitFor();
    assert.deepEqual(await requested(page, 'ask-follow-up'), [
      { id: 'refunds', question: 'And which fell most?' },
    ]);
  });

  it('folds what was carried over and links to where it comes from', async () => {
    const page = await pages.open({ route: route('retry') });
    const fold = page.getByRole('button', { name: /Steps 1 to 2/ });
    assert.equal(await page.locator('#step-1').count(), 0);
    await fold.click();
    await page.locator('#step-1').waitFor();
    await page.getByRole('button', { name: 'Show change' }).click();
    assert.deepEqual(await requested(page, 'open-diff'), [
      { left: { id: 'refunds', step: 3 }, right: { id: 'retry', step: 3 }, part: 'code' },
    ]);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByText('1.48').first().waitFor();
  });

  for (const theme of ['dark', 'light', 'hc'] as const) {
    it(`can be used by everybody: ${theme}`, async () => {
      const page = await pages.open({ route: route('refunds'), theme, height: 4000 });
      await page.getByRole('heading', { name: 'Step 5' }).waitFor();
      await page.getByRole('button', { name: /Retry step 5/ }).click();
      await page.getByRole('textbox', { name: 'Code of step 5, edited' }).waitFor();
      await page.locator('#step-5 h2').click();
      await page.keyboard.press('/');
      await page.locator('.find-bar').waitFor();
      await assertAccessible(page.mainFrame());
    });
  }

  it('cannot run anything in Restricted Mode and says why', async () => {
    const page = await pages.open({ route: route('refunds', 5), restricted: '1' });
    await page.getByText('Running is off in Restricted Mode').waitFor();
    assert.equal(await page.getByRole('button', { name: /Retry step 5/ }).isDisabled(), true);
    assert.equal(await page.locator('textarea').count(), 0);
  });

  it('says why a trajectory cannot be shown', async () => {
    const page = await pages.open({ route: route('live-gone') });
    await page.getByText('It is not in the file yet.').waitFor();
  });
});

describe('the page of a rollout under way', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const id = 'live-1';
  const now = () => ({ version: 1, trajectoryId: id, at: new Date().toISOString() }) as const;
  const start = (): RunEvent => ({
    ...now(),
    type: 'rollout-started',
    task: makeTask({ question, files: ['data/refunds.xlsx', 'data/policy.pdf'] }),
    model: 'qwen2.5-7b-instruct',
    recipe: 'tool-r1',
    tools: refundTools,
    maxSteps: 12,
    file: 'x.trajectories.jsonl',
  });
  const begin = (step: number): RunEvent => ({ ...now(), type: 'step-started', step });
  const say = (step: number, text: string, channel: 'reply' | 'reasoning' = 'reply'): RunEvent => ({
    ...now(),
    ...{ type: 'text-sampled', step, text, channel },
  });
  const end = (step: number): RunEvent => ({
    ...now(),
    type: 'step-ended',
    step: { ...refundSteps[step - 1]!, index: step },
  });
  const over = (stopReason: 'final-answer' | 'cancelled' | 'failure'): Ended => ({
    ...now(),
    ...{ type: 'rollout-ended', stopReason, steps: 2, reward: null, failure: null },
    finalAnswer: stopReason === 'final-answer' ? 'South' : null,
    milliseconds: 1800,
  });

  function tell(page: Page, ...events: RunEvent[]): Promise<void> {
    return page.evaluate(
      (told) => window.fakeHost.tell({ kind: 'run-events', events: told }),
      events,
    );
  }

  async function openLive(options: { width?: number; theme?: 'dark' | 'light' | 'hc' } = {}) {
    const page = await pages.open({ route: route(id), live: '1', ...options });
    await page.getByText('Getting ready').first().waitFor();
    return page;
  }

  it('shows how the model loads, then thought and code as they come', async () => {
    const page = await openLive();
    await tell(page, {
      ...now(),
      ...{ type: 'progress-reported', activity: 'Loading the model', done: 42e6, total: 94e6 },
      unit: 'bytes',
    });
    await page.getByText('Loading the model: 44 % of 94.0 MB').first().waitFor();
    await tell(page, start(), begin(1), end(1), begin(2), end(2), begin(3));
    await page.getByText('Step 3 is waiting for the model').waitFor();
    await tell(page, say(3, 'Thought: The policy decides which refunds count.\nCode:\n```py\n'));
    await tell(page, say(3, 'policy = read_document("policy.pdf")\nrule = ask_doc'));
    await page.getByText('Step 3 is writing code').waitFor();
    const code = page.locator('#step-3 pre.code');
    await code.filter({ hasText: 'policy = read_document' }).waitFor();
    await code.filter({ hasText: 'rule = ask_doc' }).waitFor();
    assert.equal(await page.locator('#step-3 .caret').count(), 1);
    await pages.shoot(page, 'trajectory-live');
    await page.setViewportSize({ width: 520, height: 800 });
    await drawnTwice(page);
    await pages.shoot(page, 'trajectory-live-narrow');
  });

  for (const theme of ['dark', 'light', 'hc'] as const) {
    it(`can be used by everybody while it runs: ${theme}`, async () => {
      const page = await openLive({ theme });
      await tell(page, start(), begin(1), end(1), begin(2), say(2, 'Thought: a\n```py\nx = 1\ny'));
      await page.getByText('Step 2 is writing code').waitFor();
      await assertAccessible(page.mainFrame());
      await pages.shoot(page, `trajectory-live-${theme}`);
    });
  }

  it('stops on Escape and keeps the steps so far', async () => {
    const page = await openLive();
    await tell(page, start(), begin(1), end(1), begin(2), say(2, 'Thought: half'));
    await page.getByRole('heading', { name: 'Step 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stopping' }).waitFor();
    assert.deepEqual(await requested(page, 'stop-rollout'), [{ id }]);
    await tell(page, over('cancelled'));
    await page.locator('.facts').getByText('Stopped', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Step 1' }).waitFor();
  });

  it('follows the end until a person scrolls up, and again when asked to', async () => {
    const page = await openLive();
    await tell(
      page,
      start(),
      begin(1),
      end(1),
      begin(2),
      end(2),
      begin(3),
      end(3),
      begin(4),
      end(4),
    );
    await page.getByText('Following the newest step').waitFor();
    const distance = () =>
      page.evaluate(() => {
        const { scrollHeight, scrollTop, clientHeight } = document.querySelector('.steps')!;
        return scrollHeight - scrollTop - clientHeight;
      });
    const atEnd = () => waitUntil(async () => (await distance()) < 3, 'the page is at its end');
    await atEnd();
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, -900);
    await page.getByRole('button', { name: 'Follow' }).waitFor();
    const before = await distance();
    await tell(page, begin(5), say(5, 'Thought: more and more'));
    await page.getByText('more and more').first().waitFor({ state: 'attached' });
    await drawnTwice(page);
    assert.ok((await distance()) >= before, 'what comes does not move the page');
    await page.keyboard.press('f');
    await page.getByText('Following the newest step').waitFor();
    await atEnd();
    await tell(page, end(5), over('final-answer'));
    await page.locator('.answer').last().waitFor();
    await atEnd();
  });

  it('announces steps and not tokens', async () => {
    const page = await openLive();
    await tell(page, start(), begin(1), say(1, 'Thought: quiet please'));
    await tell(page, end(1), begin(2), end(2));
    const spoken = page.locator('[aria-live=polite]');
    await page.waitForFunction(() =>
      document.querySelector('[aria-live=polite]')?.textContent.includes('Step 2'),
    );
    assert.equal(await spoken.innerText(), 'Step 1: Ran. Step 2: os refused.');
    assert.equal(await page.locator('.steps [aria-live], .steps[aria-live]').count(), 0);
  });

  it('keeps what was written when the process dies', async () => {
    const page = await openLive();
    await tell(page, start(), begin(1), say(1, 'Thought: half a thought'));
    await page.evaluate(
      (dead) => window.fakeHost.tell({ kind: 'interrupted', id: dead, message: 'It ended.' }),
      id,
    );
    await page.getByText('Interrupted: the process that ran it ended').waitFor();
    await page.locator('#step-1').getByText('half a thought').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
  });

  it('says why nothing began', async () => {
    const page = await openLive();
    const failure = {
      code: 'policy/unreachable',
      boundary: 'policy' as const,
      message: 'No model answers at http://127.0.0.1:1/v1. Start it, or choose another model.',
    };
    await tell(page, { ...over('failure'), failure });
    await page.getByText('No model answers at').waitFor();
    await page.getByRole('button', { name: 'Show log' }).click();
    assert.equal((await requested(page, 'show-log')).length, 1);
  });

  it('shows every token at 200 a second', async () => {
    const page = await openLive();
    await tell(page, start(), begin(1), say(1, 'Thought: I count.\nCode:\n```py\n'));
    const { seen, slowest } = await sendTokens(page, id, 600);
    assert.equal(seen, 600);
    // How fast it is stands in the benchmark; here it must not get slower the longer the code is.
    assert.ok(slowest < 1_000, `the slowest token took ${slowest.toFixed(0)} ms`);
  });
});
