// Job 8: the walkthrough, and what a person meets who has no task yet.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { editorWindow } from './editorWindow.ts';

describe('First steps', () => {
  const window = editorWindow({
    prepare: (workspace) => rm(workspace.file('tasks.jsonl')),
  });

  it('welcomes with one thing to press', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    const welcome = workbench.page.locator('.welcome-view-content');
    await welcome.getByText('Run Agent...').waitFor();
    assert.equal(await welcome.locator('.monaco-button').count(), 1);
    await workbench.screenshotInThemes('welcome');
  });

  it('has a walkthrough of six steps with a picture each', async () => {
    const { workbench } = window;
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickField().fill('Get Started with Tool-R1');
    await workbench.choose('Get Started with Tool-R1');
    const steps = workbench.page.locator('.getting-started-step');
    await steps.first().waitFor();
    assert.equal(await steps.count(), 6);
    for (let number = 0; number < 6; number += 1) {
      await steps.nth(number).click();
      await workbench.page.waitForTimeout(1200);
      await workbench.screenshot(`walkthrough-${number + 1}`);
    }
  });
});
