import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, extensionUnderTest, manifestUnderTest } from './extensionUnderTest.ts';

describe('the log', () => {
  it('says which version this is and that the runtime is whole', async () => {
    await vscode.commands.executeCommand('toolR1.showLog');
    const text = await eventually(
      () => shownLog()?.match(/.*The runtime is .*/)?.input,
      'the log in the Output view',
    );
    assert.ok(text.includes(`Tool-R1 ${manifestUnderTest().version}`), text);
    assert.ok(text.includes('The runtime is installed in'), text);
    assert.ok(text.includes(extensionUnderTest().extensionPath), text);
  });
});

function shownLog(): string | undefined {
  return vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === 'output')
    .map((document) => document.getText())
    .find((text) => text.includes('Tool-R1 '));
}
