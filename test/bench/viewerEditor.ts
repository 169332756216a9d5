// The viewer inside a real VS Code: how long a file of 1 GB takes to the screen, and what the window and its extension host
// hold while the list is scrolled from end to end. The runtime's part of the same is viewer.ts.
import { link } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { openBrowser } from '../vscode/browser.ts';
import { findBuild } from '../vscode/installation.ts';
import { extensionHostMemory, windowHeap } from '../vscode/memory.ts';
import { copySampleWorkspace } from '../vscode/sampleWorkspace.ts';
import { quietSettings } from '../vscode/userSettings.ts';
import { VscodeServer } from '../vscode/vscodeServer.ts';
import { Workbench } from '../vscode/workbench.ts';
import type { BenchRow } from './row.ts';
import { manyTrajectories } from './viewerFiles.ts';

const name = 'many.trajectories.jsonl';
const places = 200;

interface Measured {
  readonly firstRows: number;
  readonly counted: number;
  /** Bytes above a window that shows nothing. */
  readonly host: number;
  readonly heap: number;
}

export async function viewerEditorRows(): Promise<readonly BenchRow[]> {
  const file = await manyTrajectories();
  const workspace = await copySampleWorkspace();
  await link(file, workspace.file(name));
  const build = await findBuild('newest');
  const product = { kind: 'linked' } as const;
  const server = await VscodeServer.start({
    build,
    trusted: true,
    product,
    settings: quietSettings,
  });
  const browser = await openBrowser();
  try {
    const workbench = await Workbench.open({ browser, server, folder: workspace.path });
    return rowsOf(await measure(workbench, server));
  } finally {
    await browser.close();
    await server.stop();
    await workspace.remove();
  }
}

async function measure(workbench: Workbench, server: VscodeServer): Promise<Measured> {
  await workbench.files(name).waitFor();
  await workbench.page.waitForTimeout(3000);
  const before = { host: extensionHostMemory(server), heap: await windowHeap(workbench.page) };
  const start = performance.now();
  await workbench.files(name).dblclick();
  const frame = await workbench.webview('tr.trajectory');
  const firstRows = performance.now() - start;
  await frame.getByText('200,000 trajectories').waitFor({ timeout: 120_000 });
  const counted = performance.now() - start;
  let host = 0;
  let heap = 0;
  for (let place = 0; place <= places; place += 1) {
    await scrollTo(frame, place / places);
    host = Math.max(host, extensionHostMemory(server));
    if (place % 20 === 0) heap = Math.max(heap, await windowHeap(workbench.page));
  }
  await frame.locator('tr[aria-rowindex="200001"]').waitFor();
  return { firstRows, counted, host: host - before.host, heap: heap - before.heap };
}

async function scrollTo(frame: Frame, part: number): Promise<void> {
  await frame.evaluate(
    `(() => { const list = document.querySelector('.list'); list.scrollTop = list.scrollHeight * ${part}; })()`,
  );
  await frame.waitForTimeout(50);
}

function rowsOf({ firstRows, counted, host, heap }: Measured): BenchRow[] {
  const settings = 'VS Code 1.139.1, 1.04 GB, 200,000 trajectories';
  return [
    atMost('in VS Code: double click to first rows', firstRows, 'ms', 1500, settings),
    { name: '- count known', value: counted, unit: 'ms', settings, baseline: null, aim: null },
    atMost('- extension host above idle, scrolled through', host / 1e6, 'MB', 300, settings),
    atMost('- heap of the window above idle, scrolled through', heap / 1e6, 'MB', 250, settings),
  ];
}

function atMost(
  name: string,
  value: number,
  unit: string,
  limit: number,
  settings: string,
): BenchRow {
  const aim = { text: `under ${limit} ${unit}`, reached: value < limit };
  return { name, value, unit, settings, baseline: null, aim };
}
