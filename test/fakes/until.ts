// Waits for something that will be so in a moment, and fails when it is not so after a while.
import { setTimeout as delay } from 'node:timers/promises';

export async function until(
  condition: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`not so after ${milliseconds} ms: ${condition.toString()}`);
    await delay(5);
  }
}
