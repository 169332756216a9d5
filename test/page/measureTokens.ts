// Measures how long a token takes to the screen, and prints it as JSON; `npm run bench -- viewer` runs this.
import { openBrowser } from '../vscode/browser.ts';
import { makeTask } from '../fakes/records.ts';
import { startPageServer } from './pageServer.ts';
import { sendTokens } from './sendTokens.ts';

const id = 'live-1';
const [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
try {
  const page = await browser.context.newPage();
  const route = JSON.stringify({ page: 'trajectory', id, step: null });
  await page.goto(`${server.address}/?${new URLSearchParams({ live: '1', route }).toString()}`);
  await page.getByText('Getting ready').first().waitFor();
  const now = { version: 1 as const, trajectoryId: id, at: new Date().toISOString() };
  await page.evaluate(
    (events) => window.fakeHost.tell({ kind: 'run-events', events }),
    [
      {
        ...{ ...now, type: 'rollout-started' as const, task: makeTask(), model: 'recorded' },
        ...{ recipe: 'tool-r1', tools: [], maxSteps: 10, file: null },
      },
      { ...now, type: 'step-started' as const, step: 1 },
      {
        ...{ ...now, type: 'text-sampled' as const, step: 1, channel: 'reply' as const },
        text: 'Thought: I count.\nCode:\n```py\n',
      },
    ],
  );
  process.stdout.write(`${JSON.stringify(await sendTokens(page, id, 2_000))}\n`);
} finally {
  await Promise.all([browser.close(), server.close()]);
}
