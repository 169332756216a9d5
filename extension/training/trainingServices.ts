// What the commands and pages of training are given by the rest of the extension.
import type * as vscode from 'vscode';
import type {
  RunPageMessage,
  runPanelRequests,
  RunPanelState,
} from '../../runtime/contract/runPanel.ts';
import type { EvaluationPanelSchemas } from '../evaluations/evaluationHost.ts';
import type { NotificationOf, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { WorkNotices } from '../running/shownWork.ts';
import type { Disposable } from '../support/disposable.ts';
import type { Log } from '../support/topicLog.ts';
import type { ModelSetting } from './servedCheckpoints.ts';
import type { StartPanelSchemas } from './startHost.ts';

export interface TrainingRuntime extends RuntimeRequests, WorkNotices {
  onNotification: WorkNotices['onNotification'] &
    (<Name extends 'run-changed' | 'machine-changed'>(
      name: Name,
      listener: (fact: NotificationOf<Name>) => void,
    ) => Disposable);
  onEnded(listener: (message: string) => void): Disposable;
}

/** Checks of what comes from a page. They are in the bundle that has the checks of everything else. */
export interface RunPanelSchemas {
  readonly RunPanelState: typeof RunPanelState;
  readonly RunPageMessage: typeof RunPageMessage;
  readonly runPanelRequests: typeof runPanelRequests;
}

export interface TrainingServices {
  readonly extensionUri: vscode.Uri;
  readonly runtime: TrainingRuntime;
  readonly schemas: RunPanelSchemas;
  readonly startSchemas: StartPanelSchemas;
  readonly evaluationSchemas: EvaluationPanelSchemas;
  /** Makes a read-only document of a text. */
  readonly addText: (name: string, text: string) => vscode.Uri;
  /** Open folders on this disk, whose runs of this computer are listed. */
  readonly workspaces: () => readonly string[];
  /** As the settings say. */
  readonly recipe: () => string;
  readonly showLog: () => void;
  /** The agent's model. */
  readonly model: ModelSetting;
  /** Runs, checkpoints or machines are to be read again. */
  readonly onTrainingChanged: () => void;
  readonly log: Log;
}
