import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeEnded, makeStarted, makeStep } from '../fakes/records.ts';
import { shownViewers, writeFile } from './agentFiles.ts';
import { eventually } from './extensionUnderTest.ts';

const content = [
  makeStarted(),
  { version: 1, trajectoryId: 'trajectory-1', kind: 'step-ended', step: makeStep() },
  makeEnded(),
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

const shows = (viewType: string) =>
  eventually(() => shownViewers().includes(viewType) || null, `a viewer ${viewType}`);

describe('the viewer', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens trajectory files by itself', async () => {
    const file = await writeFile('kept.trajectories.jsonl', content);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
    await shows('toolR1.trajectories');
  });

  it('leaves other files to the text editor, and opens them when asked', async () => {
    const file = vscode.Uri.file(await writeFile('other.jsonl', content));
    await vscode.commands.executeCommand('vscode.open', file);
    await eventually(() => vscode.window.activeTextEditor, 'a text editor');
    assert.deepEqual(shownViewers(), []);
    await vscode.commands.executeCommand('vscode.openWith', file, 'toolR1.otherTrajectories');
    await shows('toolR1.otherTrajectories');
  });

  it('opens one trajectory in a panel, and the same one once', async () => {
    const file = await writeFile('kept.trajectories.jsonl', content);
    const place = { file, trajectoryId: 'trajectory-1' };
    await vscode.commands.executeCommand('toolR1.openTrajectory', place);
    await vscode.commands.executeCommand('toolR1.openTrajectory', { ...place, step: 1 });
    await shows('toolR1.trajectory');
    assert.deepEqual(shownViewers(), ['toolR1.trajectory']);
  });

  it('opens the list of a file', async () => {
    const file = await writeFile('kept.trajectories.jsonl', content);
    await vscode.commands.executeCommand('toolR1.openTrajectory', { file });
    await shows('toolR1.trajectories');
  });

  it('copies a link to the trajectory that it is given', async () => {
    const file = await writeFile('kept.trajectories.jsonl', content);
    const place = { file, trajectoryId: 'trajectory-1', step: 1 };
    await vscode.commands.executeCommand('toolR1.copyLink', place);
    const link = await vscode.env.clipboard.readText();
    assert.match(link, /tool-r1\.tool-r1/);
    assert.match(decodeURIComponent(link), /trajectory-1/);
  });
});
