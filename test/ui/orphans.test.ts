// What an editor leaves behind when it ends, in an orderly way or not: no process.
import assert from 'node:assert/strict';
import type { SeenProcess } from '../security/processes.ts';
import { extensionHosts, startedByExtensions } from '../vscode/memory.ts';
import { isGoneWithin } from '../vscode/processGroup.ts';
import { editorWindow, type EditorWindow } from './editorWindow.ts';

const goneMilliseconds = 20_000;

/** Shows the view of the product, which asks the runtime what it has; resolves once the runtime is there. */
async function startRuntime({ workbench, server }: EditorWindow): Promise<readonly SeenProcess[]> {
  await workbench.showContainer('Tool-R1');
  const end = performance.now() + 60_000;
  for (;;) {
    const started = startedByExtensions(server);
    if (started.some(({ command }) => command.includes('main.mjs'))) return started;
    assert.ok(performance.now() < end, 'the runtime was not started');
    await workbench.page.waitForTimeout(100);
  }
}

async function assertGone(processes: readonly SeenProcess[]): Promise<void> {
  assert.ok(processes.length > 0);
  for (const { id, command } of processes) {
    assert.ok(await isGoneWithin(id, goneMilliseconds), `still there: ${command}`);
  }
}

describe('After the window closes', () => {
  const window = editorWindow();

  it('no process is left', async () => {
    const started = await startRuntime(window);
    await window.workbench.close();
    await assertGone(started);
    assert.deepEqual(extensionHosts(window.server), []);
  });
});

describe('After the extension host was killed', () => {
  const window = editorWindow();

  it('no process is left of it', async () => {
    const started = await startRuntime(window);
    const [host] = extensionHosts(window.server);
    assert.ok(host);
    process.kill(host.id, 'SIGKILL');
    await assertGone([host, ...started]);
  });
});
