// Job 8: the walkthrough, whose first step runs the embedded model on the sample workspace, and what a person meets who has no
// task yet.
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../vscode/installation.ts';
import { editorWindow } from './editorWindow.ts';

/** In the order of the steps. */
const pictures = ['runSample', 'readTrajectory', 'chooseFiles', 'chooseModel', 'goOn', 'addTask'];

describe('First steps', () => {
  const window = editorWindow({
    // So small a model needs its time on a busy machine.
    settings: () => ({ 'toolR1.maxSteps': 1 }),
    prepare: (workspace) => rm(workspace.file('tasks.jsonl')),
  });

  it('welcome with one thing to press', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    const welcome = workbench.page.locator('.welcome-view-content');
    await welcome.getByText('Run Agent...').waitFor();
    assert.equal(await welcome.locator('.monaco-button').count(), 1);
    await workbench.screenshotInThemes('welcome');
  });

  it('have a walkthrough of six steps with a picture each', async () => {
    const { workbench } = window;
    await workbench.closeSideBar();
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickField().fill('Get Started with Tool-R1');
    await workbench.choose('Get Started with Tool-R1');
    const steps = workbench.page.locator('.getting-started-step');
    await steps.nth(5).waitFor();
    assert.equal(await steps.count(), 6);
    for (let number = 6; number > 0; number -= 1) {
      await steps.nth(number - 1).click();
      await workbench.webview(`svg[aria-label="${await pictureOf(pictures[number - 1] ?? '')}"]`);
      await workbench.screenshot(`walkthrough-${number}`);
    }
    await workbench.screenshotInThemes('walkthrough', ['light', 'highContrast']);
  });

  it('run the embedded model on sample files, from the first step, with no key and no network', async function () {
    this.timeout(420_000);
    const { workbench, workspace } = window;
    await workbench.page.locator('.getting-started-step').first().click();
    await workbench.page.getByRole('button', { name: 'Run a Sample Task' }).click();
    await Promise.all([workbench.webview('main'), workbench.statusBar('Agent').waitFor()]);
    await workbench.screenshot('walkthrough-sample-runs');
    await workbench.statusBar('Agent').waitFor({ state: 'hidden', timeout: 400_000 });
    await workbench.screenshot('walkthrough-sample-ended');
    assert.deepEqual(workbench.foreignRequests, []);
    assert.equal((await readdir(workspace.path)).includes('.tool-r1'), false, 'it wrote elsewhere');
  });

  it('tick the step, and let its trajectory be opened again', async () => {
    const { workbench } = window;
    await workbench.tab('Welcome').click();
    const first = workbench.page.locator('.getting-started-step').first();
    await first.locator('[role=checkbox][aria-checked=true]').waitFor();
    await workbench.closeAllEditors();
    await workbench.runCommand('Tool-R1: Open Newest Trajectory');
    const page = await workbench.webview('main');
    await page.getByText('customers in customers.csv').first().waitFor();
    await page.getByText('Step 1').first().waitFor();
    await workbench.screenshot('newest-trajectory');
  });
});

/** What a picture says of itself. */
async function pictureOf(name: string): Promise<string> {
  const file = path.join(projectRoot, 'media', 'walkthrough', `${name}.svg`);
  return /aria-label="([^"]+)"/.exec(await readFile(file, 'utf8'))?.[1] ?? 'no label';
}
