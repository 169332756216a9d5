// Job 6: the tree with the tasks of the workspace, and what a person does with one.
import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rename } from 'node:fs/promises';
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import type { Workspace } from '../vscode/sampleWorkspace.ts';
import { waitUntil } from '../vscode/waitUntil.ts';
import { editorWindow } from './editorWindow.ts';

const countCustomers = [
  'import csv',
  "file = open('customers.csv', encoding='utf-8-sig')",
  "final_answer(sum(row['city'] == 'Kiel' for row in csv.DictReader(file)))",
].join('\n');

/** As "Open Sample Workspace" leaves it. */
async function withTasks(workspace: Workspace): Promise<void> {
  await mkdir(workspace.file('.tool-r1'), { recursive: true });
  await rename(workspace.file('tasks.jsonl'), workspace.file('.tool-r1', 'tasks.jsonl'));
}

describe('Tasks in the tree', () => {
  let model: RecordedModelServer;
  before(async () => {
    model = await startRecordedModelServer({
      replies: [reply('I count the rows whose city is Kiel.', countCustomers)],
      tokensPerSecond: 200,
    });
  });
  after(() => model.close());

  const window = editorWindow({
    settings: () => ({ 'toolR1.model': model.modelName }),
    prepare: withTasks,
  });

  it('lists them with their level and how often they passed', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    await workbench.treeRows('How many customers').waitFor();
    for (const section of ['Tasks', 'Queue', 'Runs', 'Checkpoints']) {
      await workbench.treeRows(section).first().waitFor();
    }
    await workbench.treeRows('How many customers').getByText('level 1').waitFor();
    await workbench.page
      .getByRole('treeitem', { name: /not run yet, level 1/ })
      .first()
      .waitFor();
    await workbench.screenshotInThemes('tree');
  });

  it('says what will be in the sections that training fills', async () => {
    const { workbench } = window;
    for (const section of ['Checkpoints', 'Runs', 'Queue']) {
      await workbench.setExpanded(workbench.treeRows(section).first(), true);
    }
    await workbench.treeRows('Saved by a training run').waitFor();
    await workbench.screenshot('tree-sections');
    for (const section of ['Queue', 'Runs', 'Checkpoints']) {
      await workbench.setExpanded(workbench.treeRows(section).first(), false);
    }
  });

  it('runs one from its row, without asking its question again', async () => {
    const { workbench } = window;
    await workbench.pressInRow(workbench.treeRows('How many customers'), '.codicon-play');
    await workbench.webview('main');
    await workbench.treeRows('1 of 1 passed').waitFor({ timeout: 90_000 });
  });

  it('shows the trajectory below its task, and opens it', async () => {
    const { workbench } = window;
    await workbench.page.keyboard.press('Escape');
    await workbench.setExpanded(workbench.treeRows('1 of 1 passed'), true);
    await workbench.treeRows('reward').filter({ hasText: /^24/ }).waitFor();
    await workbench.screenshotInThemes('tree-after-a-run', ['dark', 'light']);
  });

  it('shows the answer only when it is asked for', async () => {
    const { workbench } = window;
    const row = workbench.treeRows('How many customers');
    await workbench.chooseInMenu(row, 'Show Reference Answer');
    await workbench.message('Reference answer: 24');
    await workbench.screenshot('task-answer');
  });

  it('opens the task file at the line of the task', async () => {
    const { workbench } = window;
    await workbench.pressInRow(workbench.treeRows('How many customers'), '.codicon-edit');
    await workbench.focusedEditor('tasks.jsonl');
    await workbench.statusBar('Ln 2, Col 1').waitFor();
  });

  it('shows a broken line of the task file, and the rest', async () => {
    const { workbench, workspace } = window;
    await appendFile(workspace.file('.tool-r1', 'tasks.jsonl'), '{"version": 1, "id": "torn"\n');
    const broken = workbench.treeRows('Line 13 is no task');
    await broken.waitFor();
    await workbench.treeRows('How many customers').waitFor();
    await workbench.screenshot('tree-broken-line');
    await broken.click();
    await workbench.statusBar('Ln 13, Col 1').waitFor();
  });

  it('adds one from the selection of an editor', async () => {
    const { workbench, workspace } = window;
    await workspace.write('questions.md', 'How many boats are laid up?\n');
    await workbench.openFile('questions.md');
    await workbench.page.keyboard.press('Control+A');
    await workbench.statusBar('selected').waitFor();
    await workbench.runCommand('Tool-R1: Add Task...');
    await workbench.page.getByText('Add Task (1 of 3)').waitFor();
    const question = 'How many boats are laid up?';
    const field = workbench.quickField();
    await waitUntil(async () => (await field.inputValue()) === question, 'the selection is there');
    await workbench.accept();
    await workbench.quickRows('bookings-2025.xlsx').click();
    await workbench.page.getByText('1 Selected').waitFor();
    await workbench.screenshot('add-task-files');
    await workbench.accept();
    await workbench.page.getByText('Add Task (3 of 3)').waitFor();
    await workbench.answer('3');
    await workbench.treeRows(question).waitFor();
    const text = await readFile(workspace.file('.tool-r1', 'tasks.jsonl'), 'utf8');
    const added: unknown = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
    assert.deepEqual(
      { ...(added as object), id: '' },
      {
        version: 1,
        id: '',
        question,
        files: ['kestrel-boats/bookings-2025.xlsx'],
        referenceAnswer: '3',
        level: null,
        source: null,
        metadata: {},
      },
    );
  });

  it('imports a CSV file from the Explorer, and says what came of it', async () => {
    const { workbench, workspace } = window;
    await workspace.write(
      'more.csv',
      'question,files,answer,level\nWhich boat is the longest?,kestrel-boats/bookings-2025.xlsx,Kestrel,1\n,,,\n',
    );
    await workbench.showContainer('Explorer');
    await workbench.chooseInMenu(workbench.files('more.csv'), 'Import Tasks...');
    await workbench.message('Added 1 task from more.csv');
    await workbench.screenshot('import-tasks');
    await workbench.showContainer('Tool-R1');
    await workbench.treeRows('Which boat is the longest?').waitFor();
  });
});

describe('Tasks in Restricted Mode', () => {
  const window = editorWindow({ prepare: withTasks, trusted: false });

  it('can be read and are not run', async () => {
    const { workbench } = window;
    await workbench.showContainer('Tool-R1');
    const row = workbench.treeRows('How many customers');
    await row.waitFor();
    await workbench.page.getByText('Restricted Mode: nothing is run here.').waitFor();
    await row.hover();
    const play = { has: workbench.page.locator('.codicon-play') };
    await row.locator('.action-item.disabled', play).waitFor();
    await workbench.screenshot('tree-restricted');
  });
});
