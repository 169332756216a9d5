import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { descendants } from '../security/processes.ts';
import { reply } from '../fakes/recordings.ts';
import {
  endOf,
  recordedModel,
  recordsOf,
  shownViewers,
  workspaceFolder,
  writeFile,
} from './agentFiles.ts';
import { eventually } from './extensionUnderTest.ts';

const counting = [
  reply('I read the list.', "lines = open('boats.csv').read().splitlines()\nprint(len(lines))"),
  reply('The first line names the columns.', 'final_answer(len(lines) - 1)'),
];

/** The runtime that the extension of this host started. */
function runtimeProcess() {
  return descendants(process.pid).find(({ command }) => command.includes('dist/main.mjs'));
}

async function run(model: string, question: string, files: string[]): Promise<string> {
  const argument = { question, files, workspace: workspaceFolder(), model };
  const id = await vscode.commands.executeCommand('toolR1.runAgent', argument);
  assert.ok(typeof id === 'string', `the command gave ${String(id)}`);
  return id;
}

describe('Run Agent', () => {
  let boats: string;

  before(async () => {
    boats = await writeFile('boats.csv', 'name,length\nTern,6.1\nPetrel,7.4\nSkua,5.2\n');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('runs on files of the workspace and shows the trajectory', async () => {
    const model = await recordedModel('counting.json', counting);
    const id = await run(model, 'How many boats are there?', [boats]);
    await eventually(() => shownViewers().includes('toolR1.trajectory') || null, 'the panel');
    const ended = await endOf(id);
    assert.equal(ended.stopReason, 'final-answer');
    assert.equal(ended.finalAnswer, '3');
  });

  it('stops when told to, and keeps what ran', async () => {
    const endless = [counting[0] ?? '', reply('I wait.', 'while True:\n    pass')];
    const model = await recordedModel('endless.json', endless);
    const id = await run(model, 'How long?', [boats]);
    await eventually(
      async () => (await recordsOf(id).catch(() => [])).find((one) => one.kind === 'step-ended'),
      'the first step',
      60_000,
    );
    await vscode.commands.executeCommand('toolR1.stopAgent');
    const ended = await endOf(id);
    assert.equal(ended.stopReason, 'cancelled');
    const steps = (await recordsOf(id)).filter((one) => one.kind === 'step-ended');
    assert.ok(steps.length >= 1);
  });

  it('goes on after the runtime was killed, with a new one', async () => {
    const slow = await recordedModel('slow.json', counting, 30_000);
    await run(slow, 'How many boats are there?', [boats]);
    const first = await eventually(runtimeProcess, 'the runtime');
    process.kill(first.id, 'SIGKILL');
    const second = await eventually(
      () => [runtimeProcess()].find((one) => one !== undefined && one.id !== first.id),
      'another runtime',
    );
    assert.notEqual(second.id, first.id);
    const model = await recordedModel('counting.json', counting);
    const id = await run(model, 'How many boats are there now?', [boats]);
    assert.equal((await endOf(id)).finalAnswer, '3');
  });

  it('says in a message what is wrong with a file, and starts nothing', async () => {
    const model = await recordedModel('counting.json', counting);
    const id = await vscode.commands.executeCommand('toolR1.runAgent', {
      question: 'What does it say?',
      files: ['/nowhere/none.csv'],
      workspace: workspaceFolder(),
      model,
    });
    assert.equal(id, undefined);
    assert.deepEqual(shownViewers(), []);
  });
});
