// Puts together what the tree, its commands and the choice of a model need. Called when one of them is first used.
import path from 'node:path';
import * as vscode from 'vscode';
import type { RunEvent } from '../../runtime/contract/events.ts';
import { contextKeys } from '../manifest.ts';
import { type AnswersRuntime, EditorModels } from '../models/editorModels.ts';
import { ModelChoice } from '../models/modelChoice.ts';
import { ModelStatus } from '../models/modelStatus.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Keys } from '../secrets.ts';
import { Settings } from '../settings.ts';
import type { Disposable } from '../support/disposable.ts';
import { Disposables } from '../support/disposable.ts';
import { stackOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { sampleFolderName } from '../tasks/sampleWorkspace.ts';
import { Explorer } from './explorer.ts';
import type { LabelsLeft } from './labelNodes.ts';
import { FolderReader, type OpenFolder } from './folderReader.ts';
import { TrainingReader } from './trainingReader.ts';

/** What of the runtime's client the tree needs. */
export interface TreeRuntime extends RuntimeRequests, AnswersRuntime {
  onStarted(listener: (runtime: RuntimeRequests) => Promise<void>): Disposable;
  onEnded(listener: (message: string) => void): Disposable;
  onNotification(name: 'run-event', listener: (event: RunEvent) => void): Disposable;
  onNotification(name: 'runs-changed' | 'machine-changed', listener: () => void): Disposable;
}

export interface TreeParts extends Disposable {
  readonly explorer: Explorer;
  readonly settings: Settings;
  readonly choice: ModelChoice;
  readonly keys: Keys;
  /** Reads the tree again, and looks whether the chosen model is there. */
  readonly refresh: () => void;
  /** Folders of the workspace, and the copy of the sample workspace in the extension's own folder. */
  readonly workspaces: () => readonly string[];
}

export function composeTree(
  context: vscode.ExtensionContext,
  runtime: TreeRuntime,
  log: Log,
  labelsLeft: (workspace: string) => Promise<LabelsLeft | null>,
): TreeParts {
  const owned = new Disposables();
  const onError = (error: unknown) => log.error(stackOf(error));
  const settings = new Settings(vscode.workspace);
  const choice = owned.add(new ModelChoice(settings, onError));
  const keys = owned.add(new Keys({ store: context.secrets, runtime, setContext, log }));
  owned.add(new EditorModels(runtime, vscode.lm));
  const status = owned.add(
    new ModelStatus({ runtime, settings, log, onChanged: (problem) => onStatus(problem) }),
  );
  const explorer = owned.add(
    new Explorer({
      reader: new FolderReader(runtime, openFolders),
      training: new TrainingReader(runtime, () => openFolders().map((folder) => folder.path)),
      checkpoints: async ({ place }) =>
        (await runtime.request('list-checkpoints', { place })).checkpoints,
      now: () => new Date(),
      modelProblem: () => status.problem,
      isTrusted: () => vscode.workspace.isTrusted,
      virtualFolders,
      labelsLeft,
      onRead: (isEmpty) => setContext(contextKeys.treeIsEmpty, isEmpty),
      onError,
    }),
  );
  function onStatus(problem: string | null): void {
    setContext(contextKeys.modelIsMissing, problem !== null);
    explorer.statusChanged();
  }
  for (const one of followChanges(explorer, runtime)) owned.add(one);
  void status.look();
  void keys.showWhetherThereAre();
  const sample = path.join(context.globalStorageUri.fsPath, sampleFolderName);
  const workspaces = () => [...openFolders().map((folder) => folder.path), sample];
  const refresh = () => {
    explorer.refresh();
    void status.look();
  };
  return { explorer, settings, choice, keys, refresh, workspaces, dispose: () => owned.dispose() };
}

/** Everything that the tree is read again for. */
function followChanges(explorer: Explorer, runtime: TreeRuntime): readonly Disposable[] {
  const files = vscode.workspace.createFileSystemWatcher('**/.tool-r1/**');
  return [
    files,
    files.onDidCreate(explorer.filesChanged),
    files.onDidChange(explorer.filesChanged),
    files.onDidDelete(explorer.filesChanged),
    vscode.workspace.onDidChangeWorkspaceFolders(() => explorer.refresh()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => explorer.statusChanged()),
    runtime.onNotification('run-event', explorer.hearEvent),
    runtime.onNotification('runs-changed', explorer.trainingChanged),
    runtime.onNotification('machine-changed', explorer.trainingChanged),
    runtime.onEnded(explorer.runtimeEnded),
  ];
}

/** Of the workspace, on this disk. */
export function openFolders(): readonly OpenFolder[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

function virtualFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme !== 'file')
    .map(({ name }) => name);
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
