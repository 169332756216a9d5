// Tries the harness itself on what VS Code brings along, so that a green scenario means what it says.
import assert from 'node:assert/strict';
import { accessibilityProblems, assertAccessible } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';
import { extensionHostMemory, extensionHosts, windowHeap } from '../vscode/memory.ts';

describe('the harness', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await workspace.write('page.md', '# Heading of the page\n\nSome text.\n');
    },
  });

  it('opens the sample workspace in a window that asks nothing of other machines', async () => {
    const { workbench } = window;
    await workbench.files('kestrel-boats').waitFor();
    await workbench.openFile('page.md');
    await workbench.page.keyboard.press('Control+A');
    await workbench.statusBar('selected').waitFor();
    assert.deepEqual(workbench.foreignRequests, []);
  });

  it('finds the frame of a web view', async () => {
    const { workbench } = window;
    await workbench.runCommand('Markdown: Open Preview');
    const frame = await workbench.webview('h1');
    await frame.locator('h1', { hasText: 'Heading of the page' }).waitFor();
  });

  it('sees what is wrong for people who cannot see or point', async () => {
    const frame = await window.workbench.webview('h1');
    await frame.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<button id=bad></button>')",
    );
    assert.match((await accessibilityProblems(frame)).join('\n'), /button-name/);
    await frame.evaluate("document.querySelector('#bad').remove()");
    await assertAccessible(frame);
  });

  it('refuses a web view that does not come', async () => {
    await assert.rejects(
      window.workbench.webview('#nowhere', 200),
      /in vain until a web view shows "#nowhere"/,
    );
  });

  it('measures memory', async () => {
    const host = extensionHostMemory(window.server);
    assert.equal(extensionHosts(window.server).length, 1);
    assert.ok(host > 20e6 && host < 1e9, `${host} bytes`);
    const heap = await windowHeap(window.workbench.page);
    assert.ok(heap > 5e6 && heap < 1e9, `${heap} bytes`);
  });

  it('counts what a web view holds in memory', async () => {
    const { workbench } = window;
    const frame = await workbench.webview('h1');
    const before = await windowHeap(workbench.page);
    await frame.evaluate(
      'void (globalThis.ballast = Array.from({ length: 1e6 }, (_, at) => ({ at })))',
    );
    const grown = (await windowHeap(workbench.page)) - before;
    assert.ok(grown > 10e6 && grown < 100e6, `${grown} bytes`);
    await frame.evaluate('delete globalThis.ballast');
  });

  it('changes the theme', async () => {
    for (const theme of ['light', 'highContrast', 'highContrastLight', 'dark'] as const) {
      await window.workbench.setTheme(theme);
    }
  });
});

describe('the harness, on a workspace that nobody trusts', () => {
  const window = editorWindow({ trusted: false, theme: 'light' });

  it('opens it in Restricted Mode, without asking', async () => {
    const { workbench } = window;
    await workbench.statusBar('Restricted Mode').waitFor();
    assert.equal(await workbench.dialog().count(), 0);
    assert.equal(await workbench.page.locator('.monaco-workbench.vs').count(), 1);
  });
});
