// The page of a training run in a browser: every state of it, its charts by pointer and keys, and for people who do not see it.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { ShownState } from '../../runtime/contract/training/runView.ts';
import { accessibilityProblems } from '../ui/accessibility.ts';
import { untilAsked } from './asked.ts';
import { type Theme, themeClasses } from './pageServer.ts';
import { drawnTwice, until, viewerPages } from './viewerPages.ts';

/** Charts of a run that has all figures. */
const allCharts = 15;

/** Where the crosshair stands, in the tools of the charts. */
function place(page: Page, words: string): Locator {
  return page.locator('.chart-tools > .meta', { hasText: words });
}

function plot(page: Page, title: string): Locator {
  return page.getByRole('slider', { name: title });
}

/** What the legend of a chart says. */
async function legendOf(page: Page, title: string): Promise<string> {
  const chart = page.getByRole('figure', { name: new RegExp(`^${title}`) });
  return (await chart.locator('.legend').innerText()).replace(/\s+/g, ' ').trim();
}

/** True when something was painted onto the canvas of a chart. */
function isPainted(chart: Locator): Promise<boolean> {
  return chart.locator('canvas').evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return false;
    const context = canvas.getContext('2d');
    const { data } = context!.getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value !== 0);
  });
}

/** Pixels of the page, at a share of the plot from left to right. */
async function placeOn(chart: Locator, share: number): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await chart.boundingBox())!;
  return { x: x + 44 + (width - 52) * share, y: y + height / 2 };
}

async function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth');
}

describe('the page of a training run', function () {
  this.timeout(60_000);
  const pages = viewerPages();
  const open = (options: object = {}): Promise<Page> => pages.open({ at: 'run', ...options });

  it('says whether the run is alive, healthy and learning', async () => {
    const page = await open();
    await plot(page, 'Pass rate').waitFor();
    const text = await page.locator('#page').innerText();
    for (const words of [
      ...['Running', 'Sampling: 140 of 256 rollouts', 'Step 312 of 1,000', '18 h 20 min left'],
      ...['± 1 h 10 min', '96 s per step', 'Qwen2.5-7B-Instruct', '8 × NVIDIA A100-SXM4-80GB'],
      ...[
        'Truncated',
        '6.3 %',
        'Watch',
        '16 of 256 trajectories',
        'Sample: memory',
        'Last train steps',
      ],
    ]) {
      assert.ok(text.includes(words), words);
    }
    const bar = page.getByRole('progressbar', { name: 'Train steps' });
    assert.equal(await bar.getAttribute('aria-valuenow'), '312');
    assert.equal(await page.getByRole('slider').count(), allCharts);
    await drawnTwice(page);
    for (const chart of await page.getByRole('slider').all()) {
      await chart.scrollIntoViewIfNeeded();
      await drawnTwice(page);
      assert.ok(await isPainted(chart));
    }
  });

  it('opens one explanation of health at a time, and the trajectories behind it', async () => {
    const page = await open();
    await page.getByRole('button', { name: /^Zero-variance groups/ }).click();
    await page.getByText('5 of 16 groups in the last train step').waitFor();
    assert.equal(await page.locator('.health [aria-expanded=true]').count(), 1);
    await page
      .getByRole('button', { name: 'Open the trajectories of train step 312' })
      .first()
      .click();
    assert.deepEqual(await untilAsked(page, 'open-step'), [{ step: 312 }]);
    await page.getByRole('button', { name: /^Zero-variance groups/ }).click();
    await page.locator('#health-why[hidden]').waitFor({ state: 'attached' });
  });

  it('comes to the badge that was opened elsewhere, with the charts left as they were', async () => {
    const page = await open();
    await plot(page, 'Pass rate').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Smooth', pressed: false }).waitFor();
    await page.evaluate(() => window.runHost.tell({ kind: 'open-badge', badge: 'log-prob-gap' }));
    await page.getByText('Sampling and training agree on the probability').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'badge-log-prob-gap');
    assert.equal(await page.locator('.health [aria-expanded=true]').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Smooth', pressed: false }).count(), 1);
  });

  it('says how far it is with its tasks, and what each of its cards does', async () => {
    const page = await open();
    const head = (await page.locator('.run-head .facts').innerText()).replace(/\s+/g, ' ');
    assert.match(head, /8 × NVIDIA A100-SXM4-80GB: 4 train, 4 sample/);
    assert.match(head, /Tasks 412 in window of 1,300 Epoch 13 /);
    for (const [role, first] of [
      ['Train', 0],
      ['Sample', 4],
    ] as const) {
      const group = page.getByRole('group', { name: role, exact: true });
      const cards = group.getByRole('group', {
        name: /^GPU \d: \d\d\.\d \/ 80\.0 GiB, \d+ % busy$/,
      });
      assert.equal(await cards.count(), 4);
      assert.match(
        (await cards.first().getAttribute('aria-label')) ?? '',
        new RegExp(`^GPU ${first}:`),
      );
    }
    const young = await open({ steps: 0 });
    await young.getByText('The first train step is under way').waitFor();
    assert.equal(await young.locator('.facts dt', { hasText: 'Epoch' }).count(), 0);
    assert.equal(await young.locator('.facts dd', { hasText: /^1,300$/ }).count(), 1);
  });

  it('draws the memory of a card as a part of what it has', async () => {
    const page = await open();
    const bar = page.locator('.gpu-group.sample .memory').first();
    const [whole, used] = await Promise.all([
      bar.evaluate((one) => one.getBoundingClientRect().width),
      bar.locator('i').evaluate((one) => one.getBoundingClientRect().width),
    ]);
    assert.ok(used / whole > 0.88 && used / whole < 0.95, `${used} of ${whole}`);
  });

  it('runs one crosshair through all charts, and reads them there', async () => {
    const page = await open({ compared: 1 });
    const chart = plot(page, 'Reward parts');
    await page.getByText('vanilla-7b-files').first().waitFor();
    const { x, y } = await placeOn(chart, 0.5);
    await page.mouse.move(x, y);
    await place(page, 'Step 156,').waitFor();
    assert.equal(await page.locator('.cross').count(), allCharts);
    const tip = await page.locator('.tip').innerText();
    assert.match(tip, /step 156\s+this run\s+vanilla-7b-files/);
    assert.match(tip, /reward\s+1\.\d\d\s+1\.\d\d/);
    const there = await legendOf(page, 'Pass rate');
    await page.mouse.move(0, 0);
    await place(page, 'Step 312, the newest').waitFor();
    assert.notEqual(await legendOf(page, 'Pass rate'), there);
    assert.equal(await page.locator('.cross, .tip').count(), 0);
  });

  it('is read by keys alone', async () => {
    const page = await open();
    const chart = plot(page, 'Entropy');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await place(page, 'Step 301,').waitFor();
    assert.equal(await chart.getAttribute('aria-valuenow'), '301');
    assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /^Step 301: entropy 0\.\d\d$/);
    await page.keyboard.press('Home');
    await place(page, 'Step 1,').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Show All' }).waitFor();
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Show All' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await place(page, 'Step 312, the newest').waitFor();
  });

  it('comes nearer by a stretch and by the wheel with Ctrl, and back by two clicks', async () => {
    const page = await open();
    const chart = plot(page, 'Pass rate');
    await chart.waitFor();
    const [from, to] = [await placeOn(chart, 0.25), await placeOn(chart, 0.5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator('.stretch').waitFor();
    await page.mouse.up();
    const zoomed = (): Promise<{ from: number; to: number } | null> =>
      page.evaluate(() => (window.runHost.state as { route: { zoom: null } }).route.zoom);
    const stretch = await zoomed();
    assert.ok(
      stretch !== null && Math.abs(stretch.from - 78) < 2 && Math.abs(stretch.to - 156) < 2,
    );
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await until(page, `window.runHost.state.route.zoom.from > ${stretch.from}`);
    const top = await page.evaluate('window.scrollY');
    assert.equal(top, 0);
    await chart.dblclick();
    await until(page, 'window.runHost.state.route.zoom === null');
  });

  it('grows by train steps while it runs, with what a person looks at left where it is', async () => {
    const page = await open();
    await plot(page, 'Pass rate').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await place(page, 'Step 2,').waitFor();
    await page.evaluate(() => window.runHost.step());
    await page.getByText('Step 313 of 1,000').waitFor();
    assert.equal(await place(page, 'Step 2,').count(), 1);
    assert.equal(await plot(page, 'Pass rate').getAttribute('aria-valuemax'), '313');
    await page.getByRole('button', { name: 'Open the trajectories of train step 313' }).waitFor();
  });

  it('shows figures as tables, one chart or all', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Pass rate as a table' }).click();
    const table = page.getByRole('region', { name: 'Pass rate, table' });
    const rows = (await table.getByRole('row').allInnerTexts()).map((row) =>
      row.replace(/\s+/g, ' '),
    );
    assert.equal(rows[0]?.trim(), 'Step passed');
    assert.match(rows[1] ?? '', /^312 \d\d %$/);
    assert.ok(rows.length > 50 && rows.length <= 102);
    await page.keyboard.press('t');
    await plot(page, 'Pass rate').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Tokens per second, table' }).waitFor();
    assert.equal(await page.getByRole('region', { name: /, table$/ }).count(), allCharts);
    assert.ok(await fitsItsWidth(page));
  });

  it('has time along the charts, and raw lines, for those who want them', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    await page.locator('.axis', { hasText: '3 h' }).first().waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Smooth', pressed: false }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Time', exact: true, pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Smooth', pressed: false }).waitFor();
  });

  it('compares with another run until that is taken away', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Compare…' }).click();
    await page.getByText('vanilla-7b-files').waitFor();
    assert.deepEqual(await untilAsked(page, 'choose-compared'), [{ shown: [] }]);
    await page.getByRole('button', { name: 'Stop comparing with vanilla-7b-files' }).click();
    await page.getByText('vanilla-7b-files').waitFor({ state: 'detached' });
  });

  it('asks for what its buttons say, and refuses with a reason that can be reached', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await untilAsked(page, 'stop-run');
    await page.getByRole('button', { name: 'Open Log' }).click();
    assert.deepEqual(await untilAsked(page, 'open-log'), [{ log: null, line: null }]);
    const resume = page.getByRole('button', { name: 'Resume…' });
    assert.equal(await resume.getAttribute('aria-disabled'), 'true');
    assert.equal(await resume.getAttribute('title'), 'The run has not ended.');
    await resume.focus();
    await page.keyboard.press('Enter');
    await drawnTwice(page);
    const asked = await page.evaluate(() => window.runHost.requests.map(({ name }) => name));
    assert.ok(!asked.includes('resume-run'));
  });

  it('says that offline is not dead', async () => {
    const page = await open({ state: 'offline' });
    const text = await page.locator('#page').innerText();
    for (const words of [
      ...['Offline', 'was running, last seen 2 min ago', 'Not connected to a100-box.'],
      ...['The run goes on there by itself; nothing is lost.', 'up to train step 312'],
      ...['Reading goes on at byte 370,344', 'near step 313 (an estimate)', 'Next try in'],
      ...['Network is unreachable', 'if it kept its pace'],
    ]) {
      assert.ok(text.includes(words), words);
    }
    assert.equal(await page.locator('[fill="url(#unknown-zone)"]').count(), allCharts);
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    assert.equal(await stop.getAttribute('title'), 'a100-box is not connected. Reconnect first.');
    await page.getByRole('button', { name: 'Reconnect Now' }).click();
    await untilAsked(page, 'retry-machine');
    await page.evaluate(() => window.runHost.become('running'));
    await page.locator('.run-state', { hasText: 'Running' }).waitFor();
    await page.locator('.banner').waitFor({ state: 'detached' });
  });

  it('says what a crash was, what to try and how to go on, before any chart', async () => {
    const page = await open({ state: 'crashed' });
    await page.getByRole('alert').getByText('The trainer ran out of GPU memory').waitFor();
    assert.match(await page.locator('pre.log mark').innerText(), /^torch\.OutOfMemoryError/);
    assert.equal(await page.locator('.try li').count(), 3);
    await page.getByText('12 train steps, about 19 min').waitFor();
    const order = await page.evaluate(() =>
      ['.banner', '.crash', '.charts', '.health'].map(
        (part) => document.querySelector(part)!.getBoundingClientRect().top,
      ),
    );
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    await page.getByRole('button', { name: 'Resume From Step 300' }).click();
    await page.getByRole('button', { name: 'Other Checkpoint…' }).click();
    assert.deepEqual(await untilAsked(page, 'resume-run', 2), [{ step: 300 }, { step: null }]);
    await page.getByRole('button', { name: 'Open at This Line' }).click();
    const line = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 4.49 GiB.';
    assert.deepEqual(await untilAsked(page, 'open-log'), [{ log: 'trainer.log', line }]);
    assert.equal(await page.locator('.mark.end, .mark.checkpoint').count(), 2 * allCharts);
  });

  it('helps while there are no figures yet', async () => {
    const waits: readonly (readonly [ShownState, RegExp])[] = [
      ['queued', /This run waits: place 2 in line for GPU 0, 1, 2 and 3/],
      ['starting', /The processes of this run are starting/],
      ['running', /The first train step is under way/],
      ['stopped', /The run ended before its first train step was done/],
    ];
    for (const [state, words] of waits) {
      const page = await open({ state, steps: 0 });
      await page.getByText(words).waitFor();
      assert.equal(await page.getByRole('slider').count(), 0);
      await page.close();
    }
  });

  it('shows the first train step as soon as it is done', async () => {
    const page = await open({ steps: 0 });
    await page.getByText('The first train step is under way').waitFor();
    await page.evaluate(() => window.runHost.step());
    await plot(page, 'Pass rate').waitFor();
    await drawnTwice(page);
    assert.ok(await isPainted(plot(page, 'Pass rate')));
  });

  it('says why something did not work, and goes on', async () => {
    const page = await open({ fail: 'stop-run' });
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('alert').getByText('The file is gone.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('tells people who hear it of another state, not of each train step', async () => {
    const page = await open();
    await plot(page, 'Pass rate').waitFor();
    await page.evaluate(() => window.runHost.step());
    await page.getByText('Step 313 of 1,000').waitFor();
    const live = page.locator('[aria-live=polite]');
    assert.equal((await live.allInnerTexts()).join(''), '');
    await page.evaluate(() => window.runHost.become('stalled'));
    await live.getByText('The run is stalled.').waitFor();
  });

  it('lists its keys', async () => {
    const page = await open();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys of this page' });
    await dialog.getByText('on a chart: the train step before or after').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('paints in the colours of another theme when a person changes it', async () => {
    const page = await open();
    const chart = plot(page, 'Pass rate');
    await chart.waitFor();
    await drawnTwice(page);
    const pixels = (): Promise<string> =>
      chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await pixels();
    await page.evaluate(() =>
      document.documentElement.style.setProperty('--vscode-charts-blue', '#00ff00'),
    );
    await drawnTwice(page);
    assert.notEqual(await pixels(), before);
  });

  it('draws a step of a zoom of all charts within a frame', async () => {
    const page = await open({ steps: 600 });
    await plot(page, 'Pass rate').focus();
    await drawnTwice(page);
    // In time of the processor: what else this computer does is no business of the page.
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const scriptSeconds = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ScriptDuration')!.value;
    };
    const before = await scriptSeconds();
    for (let turn = 0; turn < 30; turn += 1) {
      await page.keyboard.press(turn % 2 === 0 ? '+' : '-');
      await drawnTwice(page);
    }
    const milliseconds = ((await scriptSeconds()) - before) * (1000 / 30);
    assert.ok(milliseconds > 0.1 && milliseconds < 16, `${milliseconds.toFixed(1)} ms`);
  });

  it('is a small bundle', () => {
    assert.ok(pages.size('run.js') > 10_000 && pages.size('run.js') < 150_000);
  });

  for (const theme of Object.keys(themeClasses) as Theme[]) {
    it(`can be used by everybody in ${theme}`, async () => {
      for (const state of ['running', 'offline', 'crashed'] as const) {
        const page = await open({ theme, state, compared: 1 });
        await plot(page, 'Pass rate').waitFor();
        assert.deepEqual(await accessibilityProblems(page.mainFrame()), [], state);
        await pages.shoot(page, `run-${state}-${theme}`);
        await page.close();
      }
    });
  }

  it('fits narrow windows', async () => {
    for (const state of ['running', 'offline', 'crashed'] as const) {
      for (const width of [520, 320]) {
        const page = await open({ state, width });
        await plot(page, 'Pass rate').waitFor();
        assert.ok(await fitsItsWidth(page), `${state} at ${width}`);
        if (width === 520) await pages.shoot(page, `run-${state}-narrow`);
        await page.close();
      }
    }
  });
});
