// A folder that nobody trusts yet: trajectories are read, nothing runs; with trust the same window runs.
import assert from 'node:assert/strict';
import { makeEnded, makeStarted, makeStep } from '../fakes/records.ts';
import { startedByExtensions } from '../vscode/memory.ts';
import { editorWindow } from './editorWindow.ts';

const records = [
  makeStarted(),
  { version: 1, trajectoryId: 'trajectory-1', kind: 'step-ended', step: makeStep() },
  makeEnded(),
];

describe('Read in Restricted Mode', () => {
  const window = editorWindow({
    trusted: false,
    prepare: async (workspace) => {
      const lines = records.map((record) => `${JSON.stringify(record)}\n`);
      const name = '.tool-r1/trajectories/kept.trajectories.jsonl';
      await workspace.write(name, lines.join(''));
    },
  });

  it('shows a trajectory and says why nothing can be run', async () => {
    const { workbench } = window;
    await workbench.openFile('kept.trajectories.jsonl');
    const list = await workbench.webview('[role=grid], [role=table], table');
    await list.getByText('How many rows?').first().click();
    const page = await workbench.webview('.head h1');
    await page.getByText('This workspace is in Restricted Mode').first().waitFor();
    assert.equal(await page.getByLabel('Ask another question').count(), 0);
    await workbench.screenshot('restricted-trajectory-dark');
  });

  it('refuses to run the agent and offers to manage trust', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Run Agent...');
    await workbench.message('so it needs a trusted one');
    await workbench.screenshot('restricted-run-dark');
    const sandboxes = startedByExtensions(window.server).filter(({ command }) =>
      command.includes('sandboxChild'),
    );
    assert.deepEqual(sandboxes, []);
    // Away from the bell, whose hover covers the message.
    await workbench.page.mouse.move(700, 300);
    await workbench.page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.getByText('Trusted Folders & Workspaces').first().waitFor();
  });

  it('can run once the workspace is trusted, without a reload', async () => {
    const { workbench } = window;
    // The newest build shows the page for trust over the trajectory, the oldest in its place.
    const isOver = (await workbench.page.locator('.monaco-modal-editor-block').count()) > 0;
    const trust = workbench.page.locator('.workspace-trust-buttons-row .monaco-button');
    await trust
      .filter({ hasText: /^Trust$/ })
      .first()
      .click();
    if (!isOver) await workbench.tab('kept.trajectories.jsonl').click();
    // The page was loaded again.
    await workbench.webview('#ask-text');
  });
});
