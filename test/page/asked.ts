// What a page asked of the extension, whichever panel's fake stands behind it.
import type { Page } from 'playwright-core';
import { until } from './viewerPages.ts';

/** Parameters of every request of that name so far. */
export function asked(page: Page, name: string): Promise<unknown[]> {
  return page.evaluate(
    (wanted) =>
      window.fakePanel.requests.filter((one) => one.name === wanted).map(({ params }) => params),
    name,
  );
}

/** Parameters of every request of that name, once there are so many. */
export async function untilAsked(page: Page, name: string, times = 1): Promise<unknown[]> {
  const these = `window.fakePanel.requests.filter((one) => one.name === '${name}')`;
  await until(page, `${these}.length >= ${times}`);
  return asked(page, name);
}
