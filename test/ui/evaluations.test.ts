// From the tree to the evaluations of the folder, to one of them, and to the trajectory behind one of its rollouts.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Frame } from 'playwright-core';
import {
  evaluationFolder,
  evaluationTrajectories,
  resultsFile,
} from '../../runtime/evaluate/evaluationFiles.ts';
import { makeEvaluation, makeResult } from '../fakes/evaluations.ts';
import type { Workspace } from '../vscode/sampleWorkspace.ts';
import { accessibilityProblems } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';
import { exampleFile } from './exampleFile.ts';

const tasks = ['task-0', 'task-1', 'task-2'];

/** Two models on three tasks; the rollouts of the first are those of the example file. */
async function evaluate(workspace: Workspace, name: string, passes: readonly number[]) {
  const folder = evaluationFolder(workspace.path, name);
  const write = (file: string, text: string): Promise<unknown> =>
    workspace.write(path.relative(workspace.path, file), text);
  const evaluation = makeEvaluation(tasks, { name, protocol: { seeds: [0] } });
  await write(path.join(folder, 'evaluation.json'), JSON.stringify(evaluation));
  const results = tasks.map((taskId, index) => {
    const trajectoryId = `r-${index}-0`;
    return makeResult(taskId, { trajectoryId, correctness: passes[index] ?? null });
  });
  await write(resultsFile(folder), results.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await write(evaluationTrajectories(folder), exampleFile());
}

describe('Look at evaluations', () => {
  const window = editorWindow({
    prepare: async (workspace) => {
      await evaluate(workspace, 'before-training', [0, 1, 0]);
      await evaluate(workspace, 'after-training', [1, 1, 0]);
    },
  });
  const page = (): Promise<Frame> => window.workbench.webview('.evaluations-page .block');

  it('opens them, and compares two', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Open Evaluations');
    const list = await page();
    await list.getByRole('checkbox', { name: 'Compare before-training' }).check();
    await list.getByRole('checkbox', { name: 'Compare after-training' }).check();
    await list.getByText('Won, 1 task').waitFor();
    assert.deepEqual(await accessibilityProblems(list), []);
    await workbench.screenshotInThemes('evaluations');
  });

  it('leads from one of them to a trajectory', async () => {
    const { workbench } = window;
    const list = await page();
    await list.getByRole('button', { name: 'after-training', exact: true }).click();
    const one = await workbench.webview('.evaluated-tasks');
    await workbench.screenshot('evaluation-dark');
    await one.getByRole('button', { name: 'Seed 0: failed', exact: false }).click();
    const trajectory = await workbench.webview('.head h1');
    await trajectory.getByText('Which of the three survey files').first().waitFor();
  });

  it('shows the same page again after a reload of the window', async () => {
    const { workbench } = window;
    await workbench.savedState(/name\\*":\\*"after-training/);
    await workbench.reload();
    await workbench.tab('Evaluations').click();
    const one = await workbench.webview('.evaluated-tasks');
    await one.getByRole('heading', { name: 'Evaluation after-training' }).waitFor();
  });
});
