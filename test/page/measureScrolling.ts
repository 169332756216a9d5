// Scrolls the list of 200,000 trajectories from end to end in a browser and prints what it cost as JSON: the JavaScript heap
// that the page holds afterwards (garbage collected) and at its highest while scrolling, the rows drawn, and the frames.
// Started by test/bench/viewerPage.ts.
import type { CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../vscode/browser.ts';
import { startPageServer } from './pageServer.ts';

const rows = 200_000;
/** Each frame moves the bar by one part; 600 frames are ten seconds at 60 a second. */
const frames = 600;

/** Runs in the page: moves the bar a little each frame and gives the milliseconds between the frames. */
const scrollThrough = `new Promise((resolve) => {
  const list = document.querySelector('.list');
  const most = list.scrollHeight - list.clientHeight;
  const times = [];
  let before = performance.now();
  let highest = 0;
  const step = (at) => {
    const now = performance.now();
    times.push(now - before);
    before = now;
    highest = Math.max(highest, performance.memory.usedJSHeapSize);
    list.scrollTop = (most * at) / ${frames};
    if (at < ${frames}) requestAnimationFrame(() => step(at + 1));
    else resolve({ times: times.slice(1), highest });
  };
  requestAnimationFrame(() => step(1));
})`;

async function heldHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

async function measure(page: Page, address: string): Promise<unknown> {
  await page.goto(`${address}/?rows=${rows}`);
  await page.locator('tr.trajectory').first().waitFor();
  const session = await page.context().newCDPSession(page);
  const before = await heldHeap(session);
  const scrolled = await page.evaluate<{ times: number[]; highest: number }>(scrollThrough);
  await page.locator(`tr.trajectory[aria-rowindex="${rows + 1}"]`).waitFor();
  const times = scrolled.times.sort((a, b) => a - b);
  return {
    before,
    after: await heldHeap(session),
    highest: scrolled.highest,
    drawnRows: await page.locator('tr[data-row]').count(),
    medianFrame: times[Math.floor(times.length / 2)] ?? 0,
    slowFrame: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

const [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
try {
  const page = await browser.context.newPage();
  process.stdout.write(JSON.stringify(await measure(page, server.address)));
} finally {
  await Promise.all([browser.close(), server.close()]);
}
