// Registers the commands of tasks, models and the machine. What they do is loaded when one is first called.
import path from 'node:path';
import * as vscode from 'vscode';
import { lateImporting } from '../importing/lateImporting.ts';
import { late } from '../late.ts';
import { commands } from '../manifest.ts';
import type { WorkNotices } from '../running/shownWork.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { SamplePlaces } from '../tasks/sampleCommands.ts';
import type { TaskCommands } from '../tasks/taskCommands.ts';
import type { ExplorerView } from './registerExplorer.ts';
import type { TreeParts } from './treeParts.ts';

export interface TreeCommandParts extends TreeParts {
  readonly runtime: RuntimeRequests & WorkNotices;
  /** Makes a read-only document of a text. */
  readonly addText: (name: string, text: string) => vscode.Uri;
}

export interface TreeCommandsOptions {
  readonly context: Pick<vscode.ExtensionContext, 'asAbsolutePath' | 'globalStorageUri'>;
  readonly view: ExplorerView;
  readonly parts: () => Promise<TreeCommandParts>;
  /** Runs a command; what it throws is told to the person or written to the log. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<unknown>;
}

export function registerTreeCommands(options: TreeCommandsOptions): vscode.Disposable {
  const { attempt, parts } = options;
  const on = (id: string, run: (args: readonly unknown[]) => Promise<unknown>) =>
    vscode.commands.registerCommand(id, (...args: unknown[]) => attempt(() => run(args)));
  return vscode.Disposable.from(
    ...taskCommands(options, on),
    ...modelCommands(options, on),
    on(commands.refresh, async () => (await parts()).refresh()),
    on(commands.installDataPack, async () => {
      const { installDataPack } = await late();
      return installDataPack((await parts()).runtime);
    }),
    on(commands.importTrajectories, async (args) => {
      const { importTrajectories } = await lateImporting();
      return importTrajectories(await parts(), args);
    }),
    on(commands.checkMachine, async () => {
      const { checkMachine } = await late();
      const program = options.context.asAbsolutePath('dist/cli.mjs');
      await checkMachine({ ...(await parts()), program });
    }),
  );
}

type On = (id: string, run: (args: readonly unknown[]) => Promise<unknown>) => vscode.Disposable;

function taskCommands(options: TreeCommandsOptions, on: On): vscode.Disposable[] {
  const tasks = () => openTaskCommands(options);
  return [
    on(commands.addTask, async (args) => (await tasks()).add(args)),
    on(commands.importTasks, async (args) => (await tasks()).import(args)),
    on(commands.runTask, async (args) => (await tasks()).run(args)),
    on(commands.editTask, async (args) => (await tasks()).edit(args)),
    on(commands.showAnswer, async (args) => (await tasks()).showAnswer(args)),
    on(commands.openNewest, async (args) => (await tasks()).openNewest(args)),
    on(commands.openSampleWorkspace, async (args) => {
      const { openSampleWorkspace } = await late();
      await openSampleWorkspace(placesOf(options), args);
    }),
    on(commands.runSample, async () => {
      const { runSample } = await late();
      await runSample(placesOf(options), (await options.parts()).runtime);
    }),
  ];
}

function modelCommands({ parts }: TreeCommandsOptions, on: On): vscode.Disposable[] {
  return [
    on(commands.chooseModel, async () => {
      const { chooseModel } = await late();
      return chooseModel(await parts());
    }),
    on(commands.addEndpoint, async () => {
      const { addEndpoint } = await late();
      const { settings, keys } = await parts();
      const address = await addEndpoint(settings, keys);
      if (address !== null) await vscode.commands.executeCommand(commands.chooseModel);
    }),
    on(commands.setSearchKey, async () => {
      const { setSearchKey } = await late();
      await setSearchKey((await parts()).keys);
    }),
    on(commands.forgetKeys, async () => {
      const { forgetKeys } = await late();
      await forgetKeys((await parts()).keys);
    }),
  ];
}

async function openTaskCommands({ view, parts }: TreeCommandsOptions): Promise<TaskCommands> {
  const { TaskCommands } = await late();
  const { runtime, explorer, workspaces } = await parts();
  return new TaskCommands({ runtime, explorer, workspaces, reveal: (node) => view.reveal(node) });
}

function placesOf({ context }: TreeCommandsOptions): SamplePlaces {
  return {
    source: context.asAbsolutePath(path.join('media', 'sample-workspace')),
    storage: context.globalStorageUri.fsPath,
  };
}
