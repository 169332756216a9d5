// What the bundle of training does for the others. They know it by this alone.
import type * as vscode from 'vscode';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import type { commands } from '../manifest.ts';
import type { NotificationOf } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';

export const trainingCommands = [
  'attachMachine',
  'detachMachine',
  'retryMachine',
  'inspectMachine',
  'prepareMachine',
  'startTraining',
  'stopTraining',
  'resumeTraining',
  'openRun',
  'openQueue',
  'openCheckpoints',
  'openRunLog',
  'openTrainStep',
  'useCheckpoint',
  'stopServing',
  'pinCheckpoint',
  'unpinCheckpoint',
  'downloadCheckpoint',
  'evaluateCheckpoint',
  'cleanCheckpoints',
  'openEvaluations',
] as const satisfies readonly (keyof typeof commands)[];
export type TrainingCommand = (typeof trainingCommands)[number];

export interface TrainingParts extends Disposable {
  readonly commands: Readonly<
    Record<TrainingCommand, (args: readonly unknown[]) => Promise<unknown>>
  >;
  /** The page of a run. */
  restore(panel: vscode.WebviewPanel, state: unknown): void;
  /** The page "Start Training". */
  restoreStart(panel: vscode.WebviewPanel, state: unknown): void;
  /** The pages of evaluations. */
  restoreEvaluations(panel: vscode.WebviewPanel, state: unknown): void;
  provideLog(uri: vscode.Uri): Promise<string>;
  answerPrompt(asked: NotificationOf<'ssh-asked'>): Promise<void>;
  showRuns(runs: readonly RunListing[]): void;
}
