// Which trajectories a labelling command is about: files chosen in the Explorer, a folder of the tree, or all of a folder of the
// workspace.
import * as vscode from 'vscode';
import * as z from 'zod';
import { check } from '../support/check.ts';
import { Problem } from '../support/problem.ts';
import { chosenInExplorer, folderFor } from '../tasks/taskBeginning.ts';

export interface LabelPlace {
  /** Absolute path. */
  readonly workspace: string;
  /** Absolute paths; empty stands for all trajectories of the workspace. */
  readonly files: readonly string[];
}

const InTree = z.looseObject({ workspace: z.string().min(1) });

/**
 * Undefined when the person chose no folder.
 * @param args what VS Code hands to the command
 * @throws Problem when there is no folder on this disk
 */
export async function labelPlace(args: readonly unknown[]): Promise<LabelPlace | undefined> {
  const [first] = args;
  const inTree = first instanceof vscode.Uri ? null : check(InTree, first);
  if (inTree?.ok === true) return { workspace: inTree.value.workspace, files: [] };
  const chosen = chosenFiles(args);
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) throw new Problem(noFolder);
  const folder = await folderFor(chosen[0]);
  if (folder === undefined) return undefined;
  if (folder.uri.scheme !== 'file') {
    throw new Problem(
      `${folder.name} is not on this machine's disk, so its labels cannot be read. Open a folder of this disk.`,
    );
  }
  return { workspace: folder.uri.fsPath, files: chosen.map(({ fsPath }) => fsPath) };
}

const noFolder = 'Open the folder with the trajectories first: labels are kept in it.';

function chosenFiles(args: readonly unknown[]): readonly vscode.Uri[] {
  const inExplorer = chosenInExplorer(args);
  if (inExplorer.length > 0) return inExplorer;
  return args[0] instanceof vscode.Uri ? [args[0]] : [];
}
