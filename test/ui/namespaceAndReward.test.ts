// Jobs 2 and 3: see the namespace after each step, open a table of it, and see the reward as training sees it; then retry a
// step with edited code.
import assert from 'node:assert/strict';
import { mkdir, rename } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import type { Workspace } from '../vscode/sampleWorkspace.ts';
import { assertAccessible } from './accessibility.ts';
import { editorWindow } from './editorWindow.ts';

const replies = [
  reply(
    'I read the customers into a list.',
    [
      'import csv',
      "rows = list(csv.DictReader(open('customers.csv', encoding='utf-8-sig')))",
      "cities = {row['city'] for row in rows}",
      'print(len(rows), len(cities))',
    ].join('\n'),
  ),
  reply('I look at the folder.', 'import os\nprint(os.listdir("."))'),
  reply('I give the reader a shorter name.', 'inspect_file_as_text = open'),
  reply('I count the rows of Kiel.', "kiel = [row for row in rows if row['town'] == 'Kiel']"),
  reply(
    'The column is called city. I also drop the set that is not needed.',
    "kiel = [row for row in rows if row['city'] == 'Kiel']\ndel cities\nprint(len(kiel))",
  ),
  reply('That is the number.', 'final_answer(len(kiel))'),
];

async function withTasks(workspace: Workspace): Promise<void> {
  await mkdir(workspace.file('.tool-r1'), { recursive: true });
  await rename(workspace.file('tasks.jsonl'), workspace.file('.tool-r1', 'tasks.jsonl'));
}

describe('See the namespace and the reward', () => {
  let model: RecordedModelServer;
  before(async () => {
    model = await startRecordedModelServer({ replies, tokensPerSecond: 200 });
  });
  after(() => model.close());

  const window = editorWindow({
    settings: () => ({ 'toolR1.model': model.modelName }),
    prepare: withTasks,
  });
  const page = () => window.workbench.webview('.head h1');

  it('runs a task and counts what was refused in the header', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    await workbench.pressInRow(workbench.treeRows('How many customers'), '.codicon-play');
    const frame = await page();
    await shows(frame, 'Finished with an answer');
    await frame.locator('.facts').getByText('2 refused').waitFor();
    await frame.locator('.facts').getByText('1 error').waitFor();
    await workbench.closeSideBar();
  });

  it('lists every variable with type, size, step and what the step did to it', async () => {
    const frame = await page();
    await choose(frame, 1);
    const rows = nameRow(frame, 'rows');
    assert.match(await rows.innerText(), /list · \d+/);
    assert.match(await rows.innerText(), /step 1/);
    assert.equal(await rows.getByRole('img', { name: 'added' }).count(), 1);
    assert.match(await nameRow(frame, 'final_answer').innerText(), /protected/);
    await choose(frame, 5);
    await nameRow(frame, 'cities').getByRole('img', { name: 'removed' }).waitFor();
    await nameRow(frame, 'kiel').getByRole('img', { name: 'added' }).waitFor();
  });

  it('shows refusals as events of their own', async () => {
    const frame = await page();
    await choose(frame, 2);
    await frame.locator('#step-2').getByText('counts as not run').waitFor();
    await frame.locator('#step-2').getByText('os refused').waitFor();
    await choose(frame, 3);
    await nameRow(frame, 'inspect_file_as_text')
      .getByRole('img', { name: 'rebinding refused' })
      .waitFor();
    await window.workbench.screenshotInThemes('namespace');
    await assertAccessible(frame);
  });

  it('shows the reward by step and the arithmetic of the recipe', async () => {
    const frame = await page();
    const reward = frame.locator('#reward');
    await reward.getByText('R = 1.00 + 0.3 × 6/6 + 0.3 × 3/6 = 1.45').waitFor();
    await reward.getByText('recipe tool-r1').waitFor();
    assert.equal(await reward.locator('tbody tr').count(), 6);
    assert.match(await reward.locator('tfoot').innerText(), /6\/6\s+3\/6\s+2/);
    await frame.locator('.score').getByText('1.45').first().waitFor();
    await frame.locator('.score a').click();
    await window.workbench.screenshotInThemes('reward');
  });

  it('opens a table-like value in a grid and comes back', async () => {
    const frame = await page();
    await choose(frame, 1);
    await frame.getByRole('button', { name: 'Open rows as table' }).click();
    await frame.getByRole('columnheader', { name: /city/ }).waitFor({ timeout: 60_000 });
    await frame.getByRole('gridcell', { name: 'Kiel' }).first().waitFor();
    await window.workbench.screenshotInThemes('table');
    await assertAccessible(frame);
    await frame.getByRole('button', { name: 'Back to the trajectory' }).click();
    await frame.locator('#step-1').waitFor();
  });

  it('retries a step with edited code and shows the change in the diff editor', async () => {
    const { workbench } = window;
    const frame = await page();
    await choose(frame, 4);
    await frame.getByRole('button', { name: 'Retry step 4 with edited code' }).click();
    const code = frame.getByRole('textbox', { name: 'Code of step 4, edited' });
    await code.fill("kiel = [row for row in rows if row['city'] == 'Kiel']\nprint(len(kiel))");
    await workbench.screenshot('retry-edit-dark');
    await code.press('Control+Enter');
    await shows(frame, 'run again from the trajectory before');
    await shows(frame, 'Finished with an answer');
    await frame.locator('#step-4').getByText('edited by a person').waitFor();
    await workbench.screenshot('retry-branch-dark');
    await frame.getByRole('button', { name: 'Show change' }).click();
    const changed = workbench.page.locator('.monaco-diff-editor .modified .view-line');
    await changed.filter({ hasText: 'city' }).first().waitFor();
    await workbench.screenshot('retry-diff-dark');
  });
});

function nameRow(frame: Frame, name: string) {
  return frame.locator('.names tbody tr', {
    has: frame.locator(`th[title="${name}"]`),
  });
}

/** Through the outline, as a person does. */
async function choose(frame: Frame, step: number): Promise<void> {
  await frame.locator(`.rail a[href="#step-${step}"]`).click();
  await frame
    .locator('.names caption', { hasText: `after step ${step};` })
    .waitFor({ state: 'attached' });
  await frame.locator(`#step-${step}:not([data-waiting])`).waitFor();
}

async function shows(frame: Frame, text: string): Promise<void> {
  await frame.getByText(text).first().waitFor({ timeout: 60_000 });
}
