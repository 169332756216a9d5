// The command "Open Trajectory...": a trajectory of the tree, a file of the Explorer, one of those that ran lately, or a file
// that the person chooses.
import * as vscode from 'vscode';
import type { RecentTrajectory } from '../../runtime/contract/requests.ts';
import { viewTypes } from '../manifest.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { messageOf, Problem } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { readPlace } from '../panels/place.ts';
import { recentWords } from '../panels/recentWords.ts';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';

export interface OpenParts {
  readonly panels: TrajectoryPanels;
  readonly runtime: RuntimeRequests;
  readonly log: Log;
}

const listedRecent = 100;

export async function openTrajectory(parts: OpenParts, argument: unknown): Promise<void> {
  if (argument === undefined || argument === null) return pickTrajectory(parts);
  if (argument instanceof vscode.Uri) return openList(argument);
  const place = readPlace(argument);
  if (!place.ok) throw new Problem(`This is no trajectory that can be opened: ${place.problem}.`);
  const { file, trajectoryId: id, step } = place.value;
  if (id === null) return openList(vscode.Uri.file(file));
  parts.panels.open({ file, route: { page: 'trajectory', id, step } });
}

async function openList(file: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', file, viewTypes.trajectories);
}

interface RecentItem extends vscode.QuickPickItem {
  /** Null lets the person choose a file. */
  readonly recent: RecentTrajectory | null;
}

async function pickTrajectory({ panels, runtime, log }: OpenParts): Promise<void> {
  const recent = await recentOf(runtime, log);
  const choose: RecentItem = { label: 'Choose a file...', alwaysShow: true, recent: null };
  choose.iconPath = new vscode.ThemeIcon('folder-opened');
  const items = [...recent.map((one) => ({ ...recentWords(one), recent: one })), choose];
  const picked =
    recent.length === 0
      ? choose
      : await vscode.window.showQuickPick(items, {
          title: 'Open Trajectory',
          placeHolder: 'One that ran lately, or a file',
          matchOnDescription: true,
          matchOnDetail: true,
        });
  if (picked === undefined) return;
  if (picked.recent === null) return chooseFile();
  const { file, id } = picked.recent;
  panels.open({ file, route: { page: 'trajectory', id, step: null } });
}

/** Of all open folders, newest first. A folder that cannot be read hides no other. */
async function recentOf(runtime: RuntimeRequests, log: Log): Promise<RecentTrajectory[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(
    ({ uri }) => uri.scheme === 'file',
  );
  const lists = await Promise.all(
    folders.map(async ({ uri }) => {
      const request = { workspace: uri.fsPath, limit: listedRecent };
      return runtime.request('list-recent', request).then(
        ({ trajectories }) => trajectories,
        (error: unknown) => {
          log.warn(`${uri.fsPath}: ${messageOf(error)}`);
          return [];
        },
      );
    }),
  );
  return lists.flat().sort((one, other) => other.startedAt.localeCompare(one.startedAt));
}

async function chooseFile(): Promise<void> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: 'Open Trajectory File',
      openLabel: 'Open',
      filters: {
        'Trajectory files': ['jsonl', 'json', 'traj', 'eval', 'parquet'],
        'All files': ['*'],
      },
    })) ?? [];
  if (uri !== undefined) await openList(uri);
}
