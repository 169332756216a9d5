// What works on this machine, as a text that a person can read and send on.
import { editorWindow } from './editorWindow.ts';

describe('Check this machine', () => {
  const window = editorWindow();

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
    await workbench.page.keyboard.press('x');
    const refusal = workbench.page.getByText('Cannot edit in read-only editor');
    await refusal.filter({ visible: true }).first().waitFor();
    await editor.filter({ hasText: sum }).waitFor();
  });
});
