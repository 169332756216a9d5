// Puts the tree into its view. What it shows is composed when VS Code first asks for it.
import * as vscode from 'vscode';
import { views } from '../manifest.ts';
import type { Disposable } from '../support/disposable.ts';
import type { Explorer } from './explorer.ts';
import type { ExplorerNode } from './explorerNode.ts';
import { treeItem } from './treeItem.ts';

export interface ExplorerView extends Disposable {
  /** Shows the node and chooses it, when the view is there to be seen. */
  reveal(node: ExplorerNode): Promise<void>;
}

export function registerExplorer(explorer: () => Promise<Explorer>): ExplorerView {
  const changed = new vscode.EventEmitter<undefined>();
  let composed: Promise<Explorer> | null = null;
  const ready = (): Promise<Explorer> => (composed ??= attach());
  const view = vscode.window.createTreeView<ExplorerNode>(views.explorer, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => [...(await childrenAndMessage(await ready(), node))],
      getParent: async (node) => (await ready()).parent(node),
      getTreeItem: async (node) => treeItem(node, (await ready()).moment),
    },
  });

  async function attach(): Promise<Explorer> {
    const one = await explorer();
    one.onDidChange(() => changed.fire(undefined));
    return one;
  }

  async function childrenAndMessage(
    one: Explorer,
    node: ExplorerNode | undefined,
  ): Promise<readonly ExplorerNode[]> {
    const children = await one.children(node);
    if (node === undefined) view.message = one.message ?? '';
    return children;
  }

  return {
    reveal: async (node) => {
      if (view.visible) await view.reveal(node, { select: true, focus: false });
    },
    dispose: () => {
      view.dispose();
      changed.dispose();
    },
  };
}
