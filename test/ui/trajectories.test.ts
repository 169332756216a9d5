// Jobs 4 and 5: read a trajectory file, find in it, group it by task, look at the group of one task and compare two of its
// rollouts, in VS Code.
import type { Frame } from 'playwright-core';
import { exampleFile } from './exampleFile.ts';
import { assertAccessible } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';

const fileName = 'refunds.trajectories.jsonl';

describe('A trajectory file', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await workspace.write(fileName, exampleFile());
    },
  });
  let frame: Frame;

  it('opens as a list, with the broken line at its place', async () => {
    await window.workbench.openFile(fileName);
    frame = await window.workbench.webview('tr.trajectory');
    await frame.getByText('40 trajectories').waitFor();
    await frame.getByRole('button', { name: '1 broken line' }).click();
    await frame.locator('tr.broken-line.current').getByText('Not readable:').waitFor();
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('trajectory-list');
  });

  it('finds text, and takes filters back', async () => {
    await frame.locator('.list').press('/');
    await frame
      .getByRole('textbox', { name: 'Find in question, answer or code' })
      .fill('duplicate');
    await frame
      .locator('.status-row')
      .getByText(/^8 match/)
      .waitFor();
    await frame.getByRole('button', { name: 'Clear filters' }).click();
    await frame.getByText('40 trajectories').waitFor();
  });

  it('groups by task', async () => {
    await frame.getByRole('button', { name: 'Group by task' }).click();
    await frame.locator('tr.task').nth(4).waitFor();
    await frame.locator('tr.task', { hasText: 'refunds grew most' }).locator('td').nth(1).click();
    await frame.locator('tr.in-group').nth(7).waitFor();
    await window.workbench.screenshot('trajectory-list-grouped');
  });

  it('shows the group of one task and what its rewards mean', async () => {
    const task = frame.locator('tr.task', { hasText: 'refunds grew most' });
    await task.getByRole('button', { name: 'Open group' }).click();
    await frame.getByRole('heading', { name: 'Pass rate' }).waitFor();
    await frame.getByText('so this group trains').waitFor();
    await frame.getByRole('button', { name: /^Rollout 1,/ }).click();
    await frame.getByRole('button', { name: /^Rollout 2,/ }).click();
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('group');
  });

  it('compares two rollouts step by step', async () => {
    await frame.getByRole('button', { name: 'Compare 1 and 2' }).click();
    await frame.getByRole('heading', { name: 'Step 1 and step 1' }).waitFor();
    await frame.getByText('Step 2 only').waitFor();
    await frame.locator('ins, del').first().waitFor();
    await assertAccessible(frame);
    await window.workbench.screenshotInThemes('compare');
  });

  it('opens the code of a step in the diff editor', async () => {
    await frame.getByRole('button', { name: 'Open code in diff editor' }).first().click();
    await window.workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await window.workbench.screenshot('compare-diff-editor');
  });
});
