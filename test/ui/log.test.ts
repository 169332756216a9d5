import { editorWindow } from './editorWindow.ts';

describe('Look at the log', () => {
  const window = editorWindow();

  it('opens from the palette and says what is installed', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Show Log');
    const lines = workbench.page.locator(
      '.output-view-container .view-line, .pane-body .view-line',
    );
    await lines.filter({ hasText: 'The runtime is installed in' }).first().waitFor();
    await lines
      .filter({ hasText: /Tool-R1\s\d+\.\d+\.\d+/ })
      .first()
      .waitFor();
    await workbench.screenshotInThemes('log');
  });
});
