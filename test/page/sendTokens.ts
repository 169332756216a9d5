// Sends tokens to the page of a rollout under way, 200 a second, each a line of code with a number, and looks at every frame
// which of them is on the page.
import type { Page } from 'playwright-core';

export interface TokenTimes {
  /** Milliseconds from a token's arrival in the page to the first frame that shows it. */
  readonly median: number;
  readonly slowest: number;
  /** Tokens that were seen. */
  readonly seen: number;
  /** Longest time between two frames, in milliseconds. */
  readonly longestFrame: number;
}

/** The step 1 of the trajectory must be writing code. */
export async function sendTokens(page: Page, id: string, count: number): Promise<TokenTimes> {
  // The compiler of the tests names functions with a helper that the page does not have.
  await page.evaluate('globalThis.__name = (one) => one');
  return page.evaluate(inPage, { id, count });
}

async function inPage({ id, count }: { id: string; count: number }): Promise<TokenTimes> {
  const perSecond = 200;
  const sent: number[] = [];
  const times: number[] = [];
  let longestFrame = 0;
  let lastFrame = performance.now();
  const look = (): void => {
    const now = performance.now();
    longestFrame = Math.max(longestFrame, now - lastFrame);
    lastFrame = now;
    const text = document.querySelector('#step-1 pre.code')?.textContent ?? '';
    const last = Number(/x(\d+) = 0[^=]*$/.exec(text)?.[1] ?? 0);
    while (times.length < last) times.push(now - (sent[times.length] ?? now));
    if (times.length < count) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const begun = performance.now();
  const wait = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (sent.length < count) {
    await wait(4);
    const due = Math.min(count, Math.floor(((performance.now() - begun) / 1000) * perSecond));
    const events = [];
    while (sent.length < due) {
      sent.push(performance.now());
      events.push({
        ...{ version: 1 as const, trajectoryId: id, at: new Date().toISOString(), step: 1 },
        ...{ type: 'text-sampled' as const, channel: 'reply' as const },
        text: `x${sent.length} = 0\n`,
      });
    }
    if (events.length > 0) window.fakeHost.tell({ kind: 'run-events', events });
  }
  for (let waits = 0; times.length < count && waits < 200; waits += 1) await wait(20);
  const sorted = [...times].sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    slowest: sorted.at(-1) ?? 0,
    ...{ seen: times.length, longestFrame },
  };
}
