// The page of one trajectory that runs while a person watches, in a browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { RunEvent, RunEventOf } from '../../runtime/contract/events.ts';
import { makeTask } from '../fakes/records.ts';
import { question, refundSteps, refundTools } from './browser/refundSteps.ts';
import { assertAccessible } from '../ui/accessibility.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { sendTokens } from './sendTokens.ts';
import { untilAsked } from './asked.ts';
import { drawnTwice, viewerPages } from './viewerPages.ts';

type Ended = RunEventOf<'rollout-ended'>;

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
    const page = await pages.open({
      route: { page: 'trajectory', id, step: null },
      live: '1',
      ...options,
    });
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
    assert.deepEqual(await untilAsked(page, 'stop-rollout'), [{ id }]);
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
    assert.equal((await untilAsked(page, 'show-log')).length, 1);
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
