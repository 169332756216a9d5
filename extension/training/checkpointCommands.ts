// The commands about checkpoints, for the tree and the palette: which one a command is about, and what is done with it then.
import * as vscode from 'vscode';
import { checkpointLabel } from '../models/modelChoices.ts';
import { Problem } from '../support/problem.ts';
import { gibWords } from '../views/trainingWords.ts';
import { calledNode, calledRun } from './calledRun.ts';
import {
  cleanRun,
  downloadAt,
  evaluateAt,
  type NamedCheckpoint,
  pinAt,
  serveAt,
  stopServingAt,
} from './checkpointActions.ts';
import { nameOf } from './runCommands.ts';
import type { ServedCheckpoints } from './servedCheckpoints.ts';
import type { TrainingServices } from './trainingServices.ts';

const anyRun = { fits: () => true, none: 'There is no training run yet.' };

/** Resolves to the name of the model; undefined when the person gave up. */
export async function useCheckpoint(
  services: TrainingServices,
  served: ServedCheckpoints,
  args: readonly unknown[],
): Promise<string | undefined> {
  const called = await calledCheckpoint(services, args, 'Serve Checkpoint');
  return called === undefined ? undefined : serveAt(services, served, called);
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
  const { place, step } = picked.one;
  await stopServingAt(services, served, { run: { place, name: nameOf(place) }, step });
}

export async function pinCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
  pinned: boolean,
): Promise<void> {
  const title = pinned ? 'Pin Checkpoint' : 'Unpin Checkpoint';
  const called = await calledCheckpoint(services, args, title);
  if (called !== undefined) await pinAt(services, called, pinned);
}

export async function downloadCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const called = await calledCheckpoint(services, args, 'Download Checkpoint');
  if (called !== undefined) await downloadAt(services, called);
}

export async function evaluateCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const called = await calledCheckpoint(services, args, 'Evaluate Checkpoint');
  if (called !== undefined) await evaluateAt(services, called);
}

export async function cleanCheckpoints(
  services: TrainingServices,
  args: readonly unknown[],
): Promise<void> {
  const run = await calledRun(services, args, {
    ...{ title: 'Clean Up Checkpoints', placeHolder: 'Of which run?' },
    ...anyRun,
  });
  if (run !== undefined) await cleanRun(services, run);
}

async function calledCheckpoint(
  services: TrainingServices,
  args: readonly unknown[],
  title: string,
): Promise<NamedCheckpoint | undefined> {
  const node = calledNode(args);
  if (node?.kind === 'checkpoint') return { run: node.run, step: node.checkpoint.step };
  const run = await calledRun(services, args, {
    ...{ title, placeHolder: 'Of which run?' },
    ...anyRun,
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
      step: checkpoint.step,
    }));
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked === undefined ? undefined : { run, step: picked.step };
}
