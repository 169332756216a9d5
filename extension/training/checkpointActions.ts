// What is done with a checkpoint, whether it was asked for in the tree, in the palette or on a page: each shows its work, says what
// came of it, and has lists of checkpoints read again.
import * as vscode from 'vscode';
import type { KeepPolicy } from '../../runtime/contract/training/runFolder.ts';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import { commands } from '../manifest.ts';
import { showWork } from '../running/shownWork.ts';
import { gibWords } from '../views/trainingWords.ts';
import { isSamePlace } from './samePlace.ts';
import type { ServedCheckpoints } from './servedCheckpoints.ts';
import type { TrainingServices } from './trainingServices.ts';

/** A run as it is named to a person. */
export interface NamedRun {
  readonly place: RunPlace;
  readonly name: string;
}

export interface NamedCheckpoint {
  readonly run: NamedRun;
  readonly step: number;
}

/** Resolves to the name of the model, which the agent asks from now on. */
export async function serveAt(
  { runtime, onTrainingChanged }: TrainingServices,
  served: ServedCheckpoints,
  { run: { place, name }, step }: NamedCheckpoint,
): Promise<string> {
  const title = `Serving step ${step} of ${name}`;
  const { model } = await showWork(runtime, title, (callId, token) =>
    runtime.request('serve-checkpoint', { place, step, callId }, { token }),
  );
  await served.use(model);
  onTrainingChanged();
  void offerRun(`The agent asks step ${step} of ${name} now.`);
  return model;
}

/** What the agent asks then is another one that is served, or the model of before. */
export async function stopServingAt(
  { runtime, onTrainingChanged }: TrainingServices,
  served: ServedCheckpoints,
  { run: { place }, step }: NamedCheckpoint,
): Promise<void> {
  const { served: all } = await runtime.request('list-served-checkpoints', {});
  const isIt = (one: (typeof all)[number]) => one.step === step && isSamePlace(one.place, place);
  const model = all.find(isIt)?.model;
  await runtime.request('unserve-checkpoint', { place, step });
  const left = all.filter((one) => !isIt(one)).map((one) => one.model);
  if (model !== undefined) await served.leave(model, left);
  onTrainingChanged();
}

/** False when the person chose no tasks. */
export async function evaluateAt(
  { runtime, onTrainingChanged }: TrainingServices,
  { run: { place, name }, step }: NamedCheckpoint,
): Promise<boolean> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: `Evaluate Step ${step} of ${name} on Which Tasks?`,
      openLabel: 'Evaluate',
      filters: { 'Agent tasks': ['jsonl'] },
    })) ?? [];
  if (file === undefined) return false;
  const tasks = file.fsPath;
  const title = `Evaluating step ${step} of ${name}`;
  const { fromCopy } = await showWork(runtime, title, (callId, token) =>
    runtime.request('evaluate-checkpoint', { place, step, tasks, callId }, { token }),
  );
  if (fromCopy) void sayFromCopy(place);
  onTrainingChanged();
  return true;
}

export async function pinAt(
  { runtime, onTrainingChanged }: TrainingServices,
  { run: { place }, step }: NamedCheckpoint,
  pinned: boolean,
): Promise<void> {
  await runtime.request('pin-checkpoint', { place, step, pinned });
  onTrainingChanged();
}

export async function downloadAt(
  { runtime }: TrainingServices,
  { run: { place, name }, step }: NamedCheckpoint,
): Promise<void> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: 'Download Checkpoint',
      openLabel: 'Download Here',
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (folder === undefined) return;
  const to = vscode.Uri.joinPath(folder, `${name}-step-${step}`).fsPath;
  const title = `Downloading step ${step} of ${name}`;
  const { bytes } = await showWork(runtime, title, (callId, token) =>
    runtime.request('download-checkpoint', { place, step, to, callId }, { token }),
  );
  void vscode.window.showInformationMessage(`${gibWords(bytes)} are in ${to}.`);
}

/** Says first what would be deleted; nothing is before the person agreed. */
export async function cleanRun(
  { runtime, onTrainingChanged }: TrainingServices,
  { place, name }: NamedRun,
): Promise<void> {
  const { keep } = await runtime.request('list-checkpoints', { place });
  const would = await runtime.request('clean-checkpoints', { place, keep, dryRun: true });
  if (would.deleted.length === 0) {
    void vscode.window.showInformationMessage(`There is nothing to delete. ${ruleWords(keep)}`);
    return;
  }
  const erase = 'Delete';
  const chosen = await vscode.window.showWarningMessage(
    `Delete ${countWords(would.deleted.length)} of ${name}, ${gibWords(would.freedBytes)}?`,
    { modal: true, detail: `Steps ${would.deleted.join(', ')}. ${ruleWords(keep)}` },
    erase,
  );
  if (chosen !== erase) return;
  const { freedBytes } = await runtime.request('clean-checkpoints', {
    ...{ place, keep, dryRun: false },
  });
  onTrainingChanged();
  void vscode.window.showInformationMessage(`${gibWords(freedBytes)} are free again.`);
}

function ruleWords({ last, best }: KeepPolicy): string {
  return `The newest ${last}, the best ${best} by reward and those that are pinned stay.`;
}

function countWords(count: number): string {
  return count === 1 ? '1 checkpoint' : `${count} checkpoints`;
}

/** Does not wait for the person to read it. */
async function sayFromCopy({ machine }: RunPlace): Promise<void> {
  await vscode.window.showInformationMessage(
    `${machine} cannot be reached now. The evaluation is kept on this computer; call it again later to bring it there.`,
  );
}

/** Does not wait for the person to read it. */
async function offerRun(message: string): Promise<void> {
  const run = 'Run Agent...';
  const chosen = await vscode.window.showInformationMessage(message, run);
  if (chosen === run) await vscode.commands.executeCommand(commands.runAgent);
}
