// Job 1 as a person does it: choose files, ask, watch, stop, ask on, try another way, and come back after a reload. The replies
// are recorded; a server on this machine streams them at the pace of a model.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { reply } from '../fakes/recordings.ts';
import {
  startRecordedModelServer,
  type RecordedModelServer,
} from '../fakes/recordedModelServer.ts';
import { startedByExtensions } from '../vscode/memory.ts';
import type { Workspace } from '../vscode/sampleWorkspace.ts';
import { assertAccessible } from './accessibility.ts';
import { askAgent } from './askAgent.ts';
import { editorWindow } from './editorWindow.ts';

const question = 'Which boat took the most fuel, and how many litres in all?';

const replies = [
  reply(
    'I read the fuel log and add up the litres of each boat with the csv module.',
    [
      'import csv',
      '',
      'litres = {}',
      "with open('fuel-log.csv', newline='') as log:",
      '    rows = list(csv.DictReader(log))',
      'for row in rows:',
      "    litres[row['boat']] = litres.get(row['boat'], 0) + float(row['litre'])",
      'print(litres)',
    ].join('\n'),
  ),
  reply(
    "There is no column 'litre'. I look at the names of the columns.",
    "print(list(rows[0]))\nprint(len(rows), 'rows')",
  ),
  reply(
    'The column is called litres. I add them up again.',
    [
      'litres = {}',
      'for row in rows:',
      "    litres[row['boat']] = round(litres.get(row['boat'], 0) + float(row['litres']), 1)",
      'litres',
    ].join('\n'),
  ),
  reply(
    'The largest sum is the answer.',
    ['boat = max(litres, key=litres.get)', "final_answer(f'{boat}, {litres[boat]}')"].join('\n'),
  ),
  reply('That is in the sums already.', 'final_answer(min(litres, key=litres.get))'),
];

describe('Run the agent on files', () => {
  let model: RecordedModelServer;
  /** Lets the model give its final answer. */
  let letAnswer: () => void = () => undefined;

  before(async () => {
    const mayAnswer = new Promise<void>((resolve) => (letAnswer = resolve));
    const gate = (given: number) => (given === 3 ? mayAnswer : Promise.resolve());
    model = await startRecordedModelServer({ replies, tokensPerSecond: 60, gate });
  });

  after(() => model.close());

  const window = editorWindow({
    settings: () => ({ 'toolR1.model': model.modelName, 'explorer.compactFolders': false }),
  });

  const page = () => window.workbench.webview('.head h1');

  it('asks for the question, with the chosen file and the model in view', async () => {
    const { workbench } = window;
    await workbench.setExpanded(workbench.files('kestrel-boats'), true);
    await workbench.chooseInMenu(workbench.files('fuel-log.csv'), 'Run Agent...');
    await workbench.quickRows('fuel-log.csv').waitFor();
    await workbench.quickRows(model.modelName).first().waitFor();
    await workbench.screenshot('run-agent-question-dark');
  });

  it('lets the files be changed, and keeps what was typed', async () => {
    const { workbench } = window;
    await workbench.quickField().fill(question);
    await workbench.choose('Change files...');
    await workbench.quickRows('customers.csv').waitFor();
    await workbench.screenshot('run-agent-files-dark');
    await workbench.quickRows('customers.csv').locator('.label-name').click();
    await workbench.page.getByRole('button', { name: 'OK' }).click();
    await workbench.quickRows('Press Enter to ask about 2 files').waitFor();
    await workbench.pressInRow(workbench.quickRows('customers.csv'), '.action-label');
    await workbench.quickRows('Press Enter to ask about 1 file').waitFor();
    assert.equal(await workbench.quickField().inputValue(), question);
  });

  it('streams the steps into a panel beside, and says in the status bar that it runs', async () => {
    const { workbench } = window;
    await workbench.accept();
    const [frame] = await Promise.all([page(), workbench.statusBar('Agent').waitFor()]);
    await shows(frame, 'csv.DictReader');
    await workbench.screenshot('run-agent-live-dark');
    letAnswer();
    await shows(frame, 'Kestrel, 1108.7');
    await workbench.statusBar('Agent').waitFor({ state: 'hidden' });
    await shows(frame, 'Finished with an answer');
    await frame
      .locator('.facts')
      .getByText(/^[1-9][\d,]* tokens$/)
      .waitFor();
  });

  it('shows the whole trajectory in every theme', async () => {
    await assertAccessible(await page());
    await window.workbench.screenshotInThemes('run-agent-ended');
  });

  it('asks a follow-up question in the same namespace', async () => {
    const frame = await page();
    const ask = frame.getByLabel('Ask another question in the same namespace');
    await ask.fill('And which took the least?');
    await ask.press('Enter');
    await frame.locator('h1', { hasText: 'And which took the least?' }).waitFor();
    await window.workbench.screenshot('run-agent-follow-up-dark');
    await stopButton(frame).waitFor({ state: 'hidden' });
    await shows(frame, 'Finished with an answer');
  });

  it('shows the trajectory again after a reload of the window', async () => {
    const { workbench, workspace } = window;
    await workbench.savedState(await newestTrajectory(workspace));
    await workbench.reload();
    const frame = await page();
    await shows(frame, 'And which took the least?');
    await workbench.screenshot('run-agent-reloaded-dark');
  });

  it('remembers what was asked', async () => {
    const { workbench } = window;
    await workbench.runCommand('Tool-R1: Run Agent...');
    await workbench.quickRows(question).waitFor();
    await workbench.closeQuickInput();
  });
});

describe('Stop the agent, and see it end by itself', () => {
  const endless = [
    reply('I read the list first.', "boats = open('fuel-log.csv').read().splitlines()\nlen(boats)"),
    reply('Now I count for ever.', 'total = 0\nwhile True:\n    total += 1'),
  ];
  let model: RecordedModelServer;

  before(async () => {
    model = await startRecordedModelServer({ replies: endless });
  });

  after(() => model.close());

  const window = editorWindow({ settings: () => ({ 'toolR1.model': model.modelName }) });

  async function run(): Promise<Frame> {
    const { workbench } = window;
    await workbench.closeAllEditors();
    await workbench.openFile('fuel-log.csv');
    await askAgent(workbench, 'How many rows are there?');
    const frame = await workbench.webview('.head h1');
    await shows(frame, 'running Python');
    return frame;
  }

  it('stops within a second, keeps what ran and says so', async () => {
    const frame = await run();
    await window.workbench.screenshot('run-agent-running-python-dark');
    const started = performance.now();
    await stopButton(frame).click();
    await stopButton(frame).waitFor({ state: 'hidden' });
    const seconds = (performance.now() - started) / 1000;
    await frame.locator('.head').getByText('Stopped').waitFor();
    console.log(`      stopped after ${seconds.toFixed(2)} s`);
    await shows(frame, 'I read the list first.');
    await window.workbench.screenshot('run-agent-stopped-dark');
  });

  it('says that a rollout was interrupted when its process dies, and starts another', async () => {
    const frame = await run();
    const [runtime] = startedByExtensions(window.server).filter(({ command }) =>
      command.includes('dist/main.mjs'),
    );
    assert.ok(runtime, 'no runtime is there');
    process.kill(runtime.id, 'SIGKILL');
    await shows(frame, 'Interrupted');
    await window.workbench.screenshot('run-agent-interrupted-dark');
    await window.workbench.statusBar('Agent').waitFor({ state: 'hidden' });
    const again = await run();
    await stopButton(again).click();
    await shows(again, 'Stopped');
  });
});

/** The id of the trajectory that was begun last; a follow-up is in the file of what it goes on from. */
async function newestTrajectory(workspace: Workspace): Promise<string> {
  const folder = workspace.file('.tool-r1', 'trajectories');
  const [file, ...others] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
  assert.ok(file !== undefined && others.length === 0, 'there is one file');
  const lines = (await readFile(path.join(folder, file), 'utf8')).trimEnd().split('\n');
  const records = lines.map((line) => TrajectoryRecord.parse(JSON.parse(line)));
  const started = records.findLast(({ kind }) => kind === 'trajectory-started');
  assert.ok(started);
  return started.trajectoryId;
}

async function shows(frame: Frame, text: string): Promise<void> {
  await frame.getByText(text).filter({ visible: true }).first().waitFor();
}

function stopButton(frame: Frame): Locator {
  return frame.getByRole('banner').getByRole('button', { name: 'Stop' });
}
