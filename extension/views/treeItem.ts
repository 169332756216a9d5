// VS Code's tree item of a node. What it says is decided in nodeLook.ts.
import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { type ExplorerNode, nodeId } from './explorerNode.ts';
import { type LookMoment, nodeLook, type NodeIcon, type NodeLook } from './nodeLook.ts';

export function treeItem(node: ExplorerNode, moment: LookMoment): vscode.TreeItem {
  const look = nodeLook(node, moment);
  const item = new vscode.TreeItem(look.label, foldState(look.fold));
  item.id = nodeId(node);
  item.description = look.description;
  item.tooltip = look.tooltip;
  item.contextValue = look.contextValue;
  item.accessibilityInformation = { label: look.spoken };
  if (look.icon !== undefined) item.iconPath = themeIcon(look.icon);
  const command = opening(look.opens, node);
  if (command !== null) item.command = command;
  return item;
}

function foldState(fold: NodeLook['fold']): vscode.TreeItemCollapsibleState {
  const states = {
    none: vscode.TreeItemCollapsibleState.None,
    open: vscode.TreeItemCollapsibleState.Expanded,
    closed: vscode.TreeItemCollapsibleState.Collapsed,
  };
  return states[fold];
}

function themeIcon({ name, colour }: NodeIcon): vscode.ThemeIcon {
  return colour === undefined
    ? new vscode.ThemeIcon(name)
    : new vscode.ThemeIcon(name, new vscode.ThemeColor(colour));
}

const labelPages = {
  label: commands.labelDisagreements,
  conflicts: commands.decideConflicts,
  agreement: commands.showAgreement,
} as const;

function opening(opens: NodeLook['opens'], node: ExplorerNode): vscode.Command | null {
  switch (opens) {
    case 'nothing':
      return null;
    case 'labels':
      return node.kind === 'labels'
        ? { command: labelPages[node.page], title: 'Open', arguments: [node] }
        : null;
    case 'trajectory':
      return { command: commands.openTrajectory, title: 'Open Trajectory', arguments: [node] };
    case 'run':
      return { command: commands.openRun, title: 'Open Training Run', arguments: [node] };
    case 'queue':
      return { command: commands.openQueue, title: 'Open Queue', arguments: [node] };
    case 'checkpoints':
      return { command: commands.openCheckpoints, title: 'Open Checkpoints', arguments: [node] };
    case 'train-step':
      return { command: commands.openTrainStep, title: 'Open Trajectories', arguments: [node] };
    case 'run-log':
      return { command: commands.openRunLog, title: 'Open Log', arguments: [node] };
    case 'resume':
      return { command: commands.resumeTraining, title: 'Resume', arguments: [node] };
    case 'line':
      return { command: commands.editTask, title: 'Edit Task', arguments: [node] };
  }
}
