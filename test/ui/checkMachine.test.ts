// What works on this machine, as a text that a person can read and send on.
import assert from 'node:assert/strict';
import { editorWindow } from './editorWindow.ts';

describe('Check this machine', () => {
  const window = editorWindow();

  /** The place of the cursor at the end of the first line, as the status bar says it. */
  async function endOfLine(): Promise<string> {
    const { workbench } = window;
    await workbench.page.keyboard.press('End');
    const place = workbench.statusBar('Ln 1, Col').filter({ hasNotText: /Col 1$/ });
    await place.waitFor();
    return place.innerText();
  }

  it('says what works, in a text that cannot be changed', async function () {
    this.timeout(240_000);
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Check This Machine');
    await workbench.tab('What works on this machine').waitFor({ timeout: 200_000 });
    const editor = workbench.page.locator('.editor-instance .view-lines').first();
    const sum = /Everything\sthat\swas\stried\sworks|checks\spass/;
    await editor.filter({ hasText: sum }).waitFor();
    await workbench.screenshot('check-machine');
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    const end = await endOfLine();
    await workbench.page.keyboard.press('Home');
    await workbench
      .statusBar('Ln 1, Col 1')
      .filter({ hasText: /Col 1$/ })
      .waitFor();
    // The editor takes keys in their order, so at the end of the line the letter has been refused.
    await workbench.page.keyboard.press('x');
    assert.equal(await endOfLine(), end, 'a letter was taken');
  });
});
