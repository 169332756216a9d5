// A suite's browser on the viewer pages without VS Code. Call it inside `describe`; `open` gives a page that must stay free of
// errors and of refusals by the content security policy.
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Route } from '../../runtime/contract/panel.ts';
import { type Browser, openBrowser } from '../vscode/browser.ts';
import { type PageServer, startPageServer, type Theme } from './pageServer.ts';

export interface PageOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  readonly route?: unknown;
  /** Path of the panel's page; empty for the viewer. */
  readonly at?: string;
  readonly [extra: string]: unknown;
}

export interface ViewerPages {
  open(options?: PageOptions): Promise<Page>;
  /** Into test-results/screenshots/, without the ending. */
  shoot(page: Page, name: string): Promise<void>;
  /** Bytes of a built file of the pages, for example `run.js`. */
  size(name: string): number;
}

export const wholeList: Partial<Route> = { page: 'list' };
const pictures = path.resolve(import.meta.dirname, '../../test-results/screenshots');

/** Waits until an expression holds in the page. Asked from outside, since the page's own policy forbids to evaluate texts. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`This did not come true within 30 s: ${expression}`);
}

/** Resolves after what is to be drawn now, and what that brought about, has been drawn. */
export async function drawnTwice(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

export function viewerPages(): ViewerPages {
  let server: PageServer;
  let browser: Browser;
  let problems: string[] = [];
  const opened = new Set<Page>();

  before(async function () {
    this.timeout(120_000);
    [server, browser] = await Promise.all([startPageServer(), openBrowser()]);
  });
  after(() => Promise.all([browser.close(), server.close()]));
  afterEach(async () => {
    const found = problems;
    problems = [];
    await Promise.all([...opened].map((page) => page.close()));
    opened.clear();
    assert.deepEqual(found, []);
  });

  return {
    async open({ theme = 'dark', width = 1100, height = 800, at = '', route, ...extra } = {}) {
      const page = await browser.context.newPage();
      opened.add(page);
      page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
      page.on('console', (line) => {
        if (line.type() === 'error') problems.push(line.text());
      });
      await page.setViewportSize({ width, height });
      await page.goto(`${server.address}/${at}?${query({ theme, route, ...extra })}`);
      await page.locator('#page > *').first().waitFor();
      return page;
    },
    size: (name) => server.sizes[name] ?? 0,
    async shoot(page, name) {
      await mkdir(pictures, { recursive: true });
      await page.evaluate('document.fonts.ready.then(() => null)');
      await page.screenshot({ path: path.join(pictures, `${name}.png`) });
    },
  };
}

function query(values: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    known.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
}
