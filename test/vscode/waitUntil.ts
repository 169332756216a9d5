// Waits for a state that is asked for from outside of the window, and says what did not come when it does not come.
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, type Locator } from 'playwright-core';

const pauseMilliseconds = 50;
const clickMilliseconds = 20_000;

/** @param what the state in words, for the error: `the side bar shows "Tool-R1"` */
export async function waitUntil(
  holds: () => Promise<boolean>,
  what: string,
  milliseconds = 60_000,
): Promise<void> {
  if (await holdsWithin(holds, milliseconds)) return;
  throw new Error(`Waited ${milliseconds / 1000} s in vain until ${what}.`);
}

/** True once it holds; false when it does not after the time. */
export async function holdsWithin(
  holds: () => Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await sleep(pauseMilliseconds);
  }
  return true;
}

/**
 * False when it does not come in that time, or does not hold still to be clicked. A click that has begun is given time: cut
 * short on a busy machine it could still land, and then be done once more.
 */
export async function clickedWithin(target: Locator, milliseconds: number): Promise<boolean> {
  try {
    await target.waitFor({ timeout: milliseconds });
    await target.click({ timeout: clickMilliseconds });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
