// What works on this machine, as a text that a person can read and send on.
import assert from 'node:assert/strict';
import { editorWindow } from './editorWindow.ts';

describe('Check this machine', () => {
  const window = editorWindow();

  it('says what works, in a text that cannot be changed', async function () {
    this.timeout(240_000);
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Check This Machine');
    await workbench.tab('What works on this machine').waitFor({ timeout: 200_000 });
    const editor = workbench.page.locator('.editor-instance .view-lines').first();
    await editor.getByText('works').first().waitFor();
    const text = (await editor.innerText()).replaceAll('\u00a0', ' ');
    assert.match(text, /Everything that was tried works|checks pass/);
    await workbench.screenshot('check-machine');
    await workbench.page.keyboard.press('x');
    assert.match((await workbench.tab('What works').getAttribute('class')) ?? '', /^(?!.*dirty)/);
  });
});
