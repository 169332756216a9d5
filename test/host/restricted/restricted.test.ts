// A window whose workspace nobody trusts yet.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionUnderTest } from '../extensionUnderTest.ts';

describe('Restricted Mode', () => {
  it('is what this window is in', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it('leaves the extension at work for reading', async () => {
    await extensionUnderTest().activate();
    const commands = await vscode.commands.getCommands(true);
    assert.ok(commands.includes('toolR1.showLog'));
  });
});
