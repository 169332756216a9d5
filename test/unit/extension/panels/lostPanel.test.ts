import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';
import * as z from 'zod';
import type * as LostModule from '../../../../extension/panels/lostPanel.ts';
import { KeptLog } from '../../../fakes/runtimeProcess.ts';
import { FakeUri } from '../../../fakes/scriptedEditor.ts';
import { FakeWebviewPanel, PanelEditor } from '../../../fakes/webviewPanels.ts';

const bundles = ['viewer', 'label', 'run', 'start'] as const;
const Manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
  }),
});
const manifest = Manifest.parse(
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../package.json'), 'utf8')),
);

/** A restored panel after it was shown as lost. */
async function lost(bundle: (typeof bundles)[number], raw: unknown, problem: string) {
  const { showLost } = await new PanelEditor().load<typeof LostModule>('panels/lostPanel.ts');
  const panel = new FakeWebviewPanel('A tab');
  const log = new KeptLog();
  showLost(panel as unknown as vscode.WebviewPanel, {
    ...{ bundle, raw, log, state: { ok: false, problem } },
    extensionUri: FakeUri.file('/extension') as unknown as vscode.Uri,
  });
  return { panel, log, html: panel.webview.html };
}

describe('a restored panel without a state that can be read', () => {
  for (const bundle of bundles) {
    it(`stays, says why, and leads to a command as it is called: ${bundle}`, async () => {
      const { panel, html, log } = await lost(bundle, undefined, 'expected object');
      assert.equal(panel.isClosed, false);
      assert.match(html, /VS Code ended before it had written down which .+ this tab showed\./);
      const [, command, title] = /href="command:([\w.]+)">([^<]+)</.exec(html) ?? [];
      const known = manifest.contributes.commands.find((one) => one.command === command);
      assert.equal(title, known?.title);
      assert.deepEqual((panel.webview.options as vscode.WebviewOptions).enableCommandUris, [
        command,
      ]);
      assert.match(html, new RegExp(`/dist/webview/${bundle}\\.css`));
      assert.equal(log.lines.length, 1);
    });
  }

  it('runs no script, and lets none of what was kept become HTML', async () => {
    const { html, panel } = await lost('run', { version: 9 }, 'version: <img src=x> & "9"');
    assert.match(html, /cannot be read \(version: &lt;img src=x&gt; &amp; "9"\)/);
    assert.doesNotMatch(html, /<script|script-src|<img/);
    assert.match(html, /default-src 'none'/);
    assert.notEqual((panel.webview.options as vscode.WebviewOptions).enableScripts, true);
  });
});
