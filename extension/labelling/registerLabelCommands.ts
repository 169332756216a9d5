// Registers the commands of labels. What they do is loaded when one is first called.
import * as vscode from 'vscode';
import type { LabelAction } from '../../runtime/contract/labelPanel.ts';
import type { Parts } from '../compose.ts';
import { late } from '../late.ts';
import { commands } from '../manifest.ts';
import type { LabelPage } from './labelCommands.ts';
import { labelCommands } from './labelActions.ts';

type On = (
  id: string,
  run: (parts: Pick<Parts, 'labelling' | 'judging'>, args: readonly unknown[]) => Promise<unknown>,
) => vscode.Disposable;

export function registerLabelCommands(on: On): vscode.Disposable {
  const page = (id: string, which: LabelPage) =>
    on(id, async ({ labelling }, args) => (await late()).openLabelPage(labelling, which, args));
  return vscode.Disposable.from(
    on(commands.judgeTrajectories, async ({ judging }, args) =>
      (await late()).judgeTrajectories(judging, args),
    ),
    page(commands.labelDisagreements, 'label'),
    page(commands.decideConflicts, 'conflicts'),
    page(commands.showAgreement, 'agreement'),
    on(commands.exportLabels, async ({ labelling }, args) =>
      (await late()).exportLabels(labelling, args),
    ),
    on(commands.importLabels, async ({ labelling }, args) =>
      (await late()).importLabels(labelling, args),
    ),
    ...actions().map(([action, id]) =>
      on(id, ({ labelling }) => {
        labelling.panels.act(action);
        return Promise.resolve();
      }),
    ),
  );
}

function actions(): (readonly [LabelAction, string])[] {
  // The keys of this table are the actions, and no others.
  return Object.entries(labelCommands) as [LabelAction, string][];
}
