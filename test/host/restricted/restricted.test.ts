// A window whose workspace nobody trusts yet.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, extensionUnderTest } from '../extensionUnderTest.ts';

describe('Restricted Mode', () => {
  it('is what this window is in', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it('leaves the extension at work for reading', async () => {
    await extensionUnderTest().activate();
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes('toolR1.showLog'));
  });

  it('runs nothing', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    const id = await vscode.commands.executeCommand('toolR1.runAgent', {
      question: 'How many?',
      files: [],
      workspace: folder,
      model: 'embedded',
    });
    assert.equal(id, undefined);
    const found = await vscode.workspace.findFiles('.tool-r1/**');
    assert.deepEqual(found, []);
  });

  it('reads trajectories', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder, 'kept.trajectories.jsonl');
    await vscode.workspace.fs.writeFile(file, new Uint8Array());
    await vscode.commands.executeCommand('vscode.open', file);
    await eventually(() => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputCustom || null;
    }, 'the viewer');
  });
});
