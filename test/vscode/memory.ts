// Memory of what runs in a window: the extension host on the machine, and the heap of the page with its web views.
import type { Page } from 'playwright-core';
import { descendants, memoryOf, type SeenProcess } from '../security/processes.ts';
import type { VscodeServer } from './vscodeServer.ts';

/** The extension hosts of a server: one for each open window. */
export function extensionHosts(server: VscodeServer): readonly SeenProcess[] {
  return descendants(server.processId).filter(({ command }) =>
    command.includes('--type=extensionHost'),
  );
}

/** Processes that the extension host started, among them the runtime and its sandboxes. */
export function startedByExtensions(server: VscodeServer): readonly SeenProcess[] {
  return extensionHosts(server).flatMap(({ id }) => descendants(id));
}

/** Bytes of the extension hosts alone, without the processes that they started. */
export function extensionHostMemory(server: VscodeServer): number {
  return extensionHosts(server).reduce((total, { id }) => total + memoryOf(id), 0);
}

/**
 * Bytes of JavaScript objects of a window after collecting garbage. Web views share the heap with the workbench here, so what a
 * view takes is the difference to before it was opened.
 */
export async function windowHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return usedSize;
  } finally {
    await session.detach();
  }
}
