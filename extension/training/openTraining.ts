// Composes training when it is first needed: for a command, a page, a question of ssh, or a run to show in the status bar.
import * as vscode from 'vscode';
import type { NotificationOf } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { stackOf } from '../support/problem.ts';
import { lateTraining } from './lateTraining.ts';
import type { TrainingParts } from './trainingParts.ts';
import type { TrainingRuntime, TrainingServices } from './trainingServices.ts';

export interface AskingRuntime extends TrainingRuntime {
  onNotification: TrainingRuntime['onNotification'] &
    (<Name extends 'ssh-asked' | 'runs-changed'>(
      name: Name,
      listener: (fact: NotificationOf<Name>) => void,
    ) => Disposable);
}

export interface OpenTraining extends Disposable {
  get(): Promise<TrainingParts>;
  /** Fires when the text of a log changed. */
  readonly onLogChanged: vscode.Event<vscode.Uri>;
}

export function openTraining(
  services: Omit<TrainingServices, 'runtime'> & { readonly runtime: AskingRuntime },
): OpenTraining {
  const owned = new Disposables();
  const changedLogs = owned.add(new vscode.EventEmitter<vscode.Uri>());
  let parts: Promise<TrainingParts> | null = null;
  const get = () => (parts ??= compose());
  const compose = async () => {
    const { composeTraining } = await lateTraining();
    return owned.add(composeTraining(services, changedLogs));
  };
  const use = (work: (given: TrainingParts) => unknown) => {
    get()
      .then(work)
      .catch((error: unknown) => services.log.error(stackOf(error)));
  };
  const { runtime } = services;
  owned.add(runtime.onNotification('ssh-asked', (asked) => use((one) => one.answerPrompt(asked))));
  owned.add(runtime.onNotification('runs-changed', ({ runs }) => use((one) => one.showRuns(runs))));
  return { get, onLogChanged: changedLogs.event, dispose: () => owned.dispose() };
}
