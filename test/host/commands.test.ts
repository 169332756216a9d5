import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { extensionUnderTest, manifestUnderTest } from './extensionUnderTest.ts';

describe('commands', () => {
  it('are registered as package.json declares them, all of them and no other', async () => {
    await extensionUnderTest().activate();
    const declared = manifestUnderTest().contributes.commands.map(({ command }) => command);
    const registered = (await vscode.commands.getCommands(true)).filter((command) =>
      /^toolR1\.\w+$/.test(command),
    );
    assert.ok(declared.length > 0);
    assert.deepEqual(
      declared.filter((command) => !registered.includes(command)),
      [],
    );
    assert.deepEqual(
      registered.filter((command) => !declared.includes(command)),
      [],
    );
  });
});
