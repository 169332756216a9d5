// Files of the open workspace for tests that run the agent on recorded replies.
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { recording } from '../fakes/recordings.ts';
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { eventually } from './extensionUnderTest.ts';

export function workspaceFolder(): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(folder !== undefined, 'no folder is open');
  return folder;
}

/** Its absolute path. */
export async function writeFile(name: string, text: string): Promise<string> {
  const file = path.join(workspaceFolder(), name);
  await vscode.workspace.fs.writeFile(vscode.Uri.file(file), new TextEncoder().encode(text));
  return file;
}

/** The name of a model that gives these replies, one a step. */
export async function recordedModel(
  name: string,
  replies: readonly string[],
  pauseMilliseconds = 0,
): Promise<string> {
  return `replay:${await writeFile(name, recording(replies, pauseMilliseconds))}`;
}

/** The trajectory file of a rollout of this workspace. */
export function trajectoryFile(id: string): string {
  const name = `${id}.trajectories.jsonl`;
  return path.join(workspaceFolder(), '.tool-r1', 'trajectories', name);
}

export async function recordsOf(id: string): Promise<TrajectoryRecord[]> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(trajectoryFile(id)));
  const lines = new TextDecoder().decode(bytes).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => TrajectoryRecord.parse(JSON.parse(line)));
}

/** Waits until the file tells the end. */
export function endOf(id: string) {
  return eventually(
    async () => {
      const records = await recordsOf(id).catch(() => []);
      return records.find((record) => record.kind === 'trajectory-ended');
    },
    `the end of ${id}`,
    90_000,
  );
}

/** View types of the open tabs of web views and custom editors, without what VS Code puts before them. */
export function shownViewers(): string[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) =>
      input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom
        ? [input.viewType.replace(/^mainThreadWebview-/, '')]
        : [],
    ),
  );
}
