// The trajectories that were sampled for a train step of a run: opens their file, or one of them. What lies on another machine is
// fetched first, once.
import * as vscode from 'vscode';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import { commands, viewTypes } from '../manifest.ts';
import { showWork } from '../running/shownWork.ts';
import type { TrainingRuntime, TrainingServices } from './trainingServices.ts';

type Runtime = Pick<TrainingServices, 'runtime'>;

export interface SampledPlace {
  /** Train step, from 1. */
  readonly step: number;
  readonly trajectoryId: string;
}

export async function openStep({ runtime }: Runtime, place: RunPlace, step: number): Promise<void> {
  const file = vscode.Uri.file(await fetchStep({ runtime }, place, step));
  await vscode.commands.executeCommand('vscode.openWith', file, viewTypes.trajectories);
}

export async function openSampled(
  { runtime }: Runtime,
  place: RunPlace,
  { step, trajectoryId }: SampledPlace,
): Promise<void> {
  const file = await fetchStep({ runtime }, place, step);
  await vscode.commands.executeCommand(commands.openTrajectory, { file, trajectoryId });
}

/** Its file on this computer, fetched where it was not there. */
export function fetchStep({ runtime }: Runtime, place: RunPlace, step: number): Promise<string> {
  const title = `Fetching the trajectories of train step ${step}`;
  return inRun(runtime, place, (handle) =>
    showWork(runtime, title, async (callId, token) => {
      const { file } = await runtime.request('fetch-step', { handle, step, callId }, { token });
      return file;
    }),
  );
}

async function inRun<Result>(
  runtime: TrainingRuntime,
  place: RunPlace,
  work: (handle: string) => Promise<Result>,
): Promise<Result> {
  const { handle } = await runtime.request('open-run', { place, mostPoints: 50 });
  try {
    return await work(handle);
  } finally {
    await runtime.request('close-run', { handle });
  }
}
