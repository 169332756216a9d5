// The browser that shows the workbench. One serves a whole suite; each window gets a page of its own.
import { chromium, type BrowserContext } from 'playwright-core';
import { makeTemporaryFolder } from '../fakes/temporaryFolder.ts';
import { installation } from './installation.ts';

export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export const windowSize = { width: 1280, height: 800 };

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Memory of a page as it is, not rounded.
  '--enable-precise-memory-info',
];

/** A profile of its own that is gone afterwards. The service workers of web views must be allowed. */
export async function openBrowser(): Promise<Browser> {
  const { chromium: executablePath } = await installation();
  const profile = await makeTemporaryFolder();
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    headless: true,
    viewport: windowSize,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    args: quiet,
  });
  return {
    context,
    async close() {
      await context.close();
      await profile.remove();
    },
  };
}
