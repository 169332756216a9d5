// Puts together what labelling needs. Called when a part of the extension is first used.
import * as vscode from 'vscode';
import { settings } from '../manifest.ts';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';
import type { EditorActions } from '../panels/editorActions.ts';
import type { Settings } from '../settings.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';
import { gitIdentity } from './gitIdentity.ts';
import type { LabelActions } from './labelHandlers.ts';
import type { LabelCommandParts } from './labelCommands.ts';
import { defaultKeys, keysQuery } from './labelKeys.ts';
import { LabelCounts } from './labelCounts.ts';
import { LabelPanels } from './labelPanels.ts';
import type { LabelsLeft } from '../views/labelNodes.ts';
import type { LabelRuntime } from './openQueue.ts';
import { Rater } from './rater.ts';

export interface LabellingOptions {
  readonly context: Pick<vscode.ExtensionContext, 'extension' | 'extensionUri' | 'globalState'>;
  readonly runtime: LabelRuntime;
  readonly settings: Pick<Settings, 'rater' | 'onDidChange'>;
  readonly trajectories: TrajectoryPanels;
  readonly editor: Pick<EditorActions, 'openFile' | 'showLog'>;
  readonly log: Log;
}

export interface LabellingParts extends LabelCommandParts, Disposable {
  readonly panels: LabelPanels;
  readonly rater: Rater;
  /** What is left for this person; null when it is not known who they are, or the folder cannot be read. */
  readonly left: (workspace: string) => Promise<LabelsLeft | null>;
}

export function composeLabelling(options: LabellingOptions): LabellingParts {
  const { context, runtime, log } = options;
  const owned = new Disposables();
  const rater = raterOf(options);
  const panels = owned.add(
    new LabelPanels({
      ...{ runtime, rater, log, extensionUri: context.extensionUri },
      actions: actionsOf(options),
      keys: defaultKeys(context.extension.packageJSON),
    }),
  );
  owned.add(options.settings.onDidChange('rater', () => panels.raterChanged()));
  const counts = owned.add(new LabelCounts({ runtime, rater, log }));
  const left = (workspace: string) => counts.left(workspace);
  return { runtime, panels, rater, left, dispose: () => owned.dispose() };
}

const rememberedRater = 'labelling.rater';

function raterOf({ context, settings: given }: LabellingOptions): Rater {
  const { globalState } = context;
  return new Rater({
    setting: () => given.rater,
    gitIdentity,
    memory: {
      get: () => globalState.get<string>(rememberedRater) ?? null,
      set: async (rater) => globalState.update(rememberedRater, rater),
    },
    ask: async () =>
      vscode.window.showInputBox({
        title: 'Who labels?',
        prompt: `Written into each label, and visible to all who get the file. The setting ${settings.rater} changes it.`,
        placeHolder: 'Name <mail>',
        ignoreFocusOut: true,
      }),
  });
}

function actionsOf({ trajectories, editor }: LabellingOptions): LabelActions {
  return {
    openTrajectory: ({ file, id, blind }, workspace) =>
      trajectories.open({
        ...{ file, workspace, beside: true },
        route: { page: 'trajectory', id, step: null },
        ...(blind ? { blind: true, title: 'Verdicts hidden' } : {}),
      }),
    openFile: (file) => editor.openFile(file),
    changeKeys: async () => {
      await vscode.commands.executeCommand('workbench.action.openGlobalKeybindings', keysQuery);
    },
    showLog: () => editor.showLog(),
  };
}
