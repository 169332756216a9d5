// The commands about checkpoints: use one as a model, pin it, download it, and tidy up those of a run.
import * as vscode from 'vscode';
import type { CheckpointListing, RunListing } from '../../runtime/contract/training/runView.ts';
import { commands } from '../manifest.ts';
import { checkpointLabel } from '../models/modelChoices.ts';
import { showWork } from '../running/shownWork.ts';
import { Problem } from '../support/problem.ts';
import { gibWords } from '../views/trainingWords.ts';
import { calledNode, calledRun } from './calledRun.ts';
import type { ServedCheckpoints } from './servedCheckpoints.ts';
import type { TrainingServices } from './trainingServices.ts';

interface Called {
  readonly run: RunListing;
  readonly checkpoint: CheckpointListing;
}

/** Resolves to the name of the model; undefined when the person gave up. */
export async function useCheckpoint(
  services: TrainingServices,
  served: ServedCheckpoints,
  args: readonly unknown[],
): Promise<string | undefined> {
  const called = await calledCheckpoint(services, args, 'Serve Checkpoint');
  if (called === undefined) return undefined;
  const { run, checkpoint } = called;
  const { runtime } = services;
  const { step } = checkpoint;
  const { place } = run;
  const title = `Serving step ${step} of ${run.name}`;
  const { model } = await showWork(runtime, title, (callId, token) =>
    runtime.request('serve-checkpoint', { place, step, callId }, { token }),
  );
  await served.use(model);
  void offerRun(`The agent asks step ${step} of ${run.name} now.`);
  return model;
}

/** Does not wait for the person to read it. */
async function offerRun(message: string): Promise<void> {
  const run = 'Run Agent...';
  const chosen = await vscode.window.showInformationMessage(message, run);
  if (chosen === run) await vscode.commands.executeCommand(commands.runAgent);
}

export async function stopServing(
  services: TrainingServices,
  served: ServedCheckpoints,
): Promise<void> {
  const { runtime } = services;
  const { served: all } = await runtime.request('list-served-checkpoints', {});
  if (all.length === 0) throw new Problem('No checkpoint is served from this window.');
  const items = all.map((one) => ({
    label: checkpointLabel(one.model) ?? one.model,
    description: one.place.machine,
    one,
  }));
  const picked =
    items.length === 1
      ? items[0]
      : await vscode.window.showQuickPick(items, { title: 'Stop Serving Checkpoint' });
  if (picked === undefined) return;
  const { place, step, model } = picked.one;
  await runtime.request('unserve-checkpoint', { place, step });
  await served.leave(
    model,
    all.filter((one) => one !== picked.one).map((one) => one.model),
  );
}

export async function pinCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
  pinned: boolean,
): Promise<void> {
  const title = pinned ? 'Pin Checkpoint' : 'Unpin Checkpoint';
  const called = await calledCheckpoint(services, args, title);
  if (called === undefined) return;
  const { place } = called.run;
  const { step } = called.checkpoint;
  await services.runtime.request('pin-checkpoint', { place, step, pinned });
  services.onTrainingChanged();
}

export async function downloadCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const { runtime } = services;
  const called = await calledCheckpoint(services, args, 'Download Checkpoint');
  if (called === undefined) return;
  const { run, checkpoint } = called;
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: 'Download Checkpoint',
      openLabel: 'Download Here',
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (folder === undefined) return;
  const { step } = checkpoint;
  const to = vscode.Uri.joinPath(folder, `${run.name}-step-${step}`).fsPath;
  const title = `Downloading step ${step} of ${run.name}`;
  const { bytes } = await showWork(runtime, title, (callId, token) =>
    runtime.request('download-checkpoint', { place: run.place, step, to, callId }, { token }),
  );
  void vscode.window.showInformationMessage(`${gibWords(bytes)} are in ${to}.`);
}

export async function cleanCheckpoints(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const { runtime } = services;
  const run = await calledRun(services, args, {
    ...{ title: 'Clean Up Checkpoints', placeHolder: 'Of which run?' },
    fits: () => true,
    none: 'There is no training run yet.',
  });
  if (run === undefined) return;
  const { place } = run;
  const { keep } = await runtime.request('list-checkpoints', { place });
  const would = await runtime.request('clean-checkpoints', { place, keep, dryRun: true });
  const rule = `The newest ${keep.last}, the best ${keep.best} by reward and those that are pinned stay.`;
  if (would.deleted.length === 0) {
    void vscode.window.showInformationMessage(`There is nothing to delete. ${rule}`);
    return;
  }
  const erase = 'Delete';
  const steps = would.deleted.join(', ');
  const chosen = await vscode.window.showWarningMessage(
    `Delete ${would.deleted.length} checkpoints of ${run.name}, ${gibWords(would.freedBytes)}?`,
    { modal: true, detail: `Steps ${steps}. ${rule}` },
    erase,
  );
  if (chosen !== erase) return;
  const { freedBytes } = await runtime.request('clean-checkpoints', { place, keep, dryRun: false });
  services.onTrainingChanged();
  void vscode.window.showInformationMessage(`${gibWords(freedBytes)} are free again.`);
}

async function calledCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
  title: string,
): Promise<Called | undefined> {
  const node = calledNode(args);
  if (node?.kind === 'checkpoint') return node;
  const run = await calledRun(services, args, {
    ...{ title, placeHolder: 'Of which run?' },
    fits: () => true,
    none: 'There is no training run yet.',
  });
  if (run === undefined) return undefined;
  const { place } = run;
  const { checkpoints } = await services.runtime.request('list-checkpoints', { place });
  if (checkpoints.length === 0) throw new Problem(`${run.name} has not saved a checkpoint yet.`);
  const items = [...checkpoints]
    .sort((one, other) => other.step - one.step)
    .map((checkpoint) => ({
      label: `Step ${checkpoint.step}`,
      description: [...checkpoint.kept, gibWords(checkpoint.bytes)].join(' · '),
      checkpoint,
    }));
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked === undefined ? undefined : { run, checkpoint: picked.checkpoint };
}
