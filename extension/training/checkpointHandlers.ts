// What answers the requests of a run's page about its checkpoints: the runtime, or the editor.
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { isCancelled } from '../support/problem.ts';
import { isSamePlace } from './samePlace.ts';
import type { RunHandlers } from './runHandlers.ts';

/** What a page can have the editor do with the checkpoints of its run. */
export interface CheckpointWork {
  /** False when the person chose no tasks. */
  evaluate(place: RunPlace, step: number): Promise<boolean>;
  serve(place: RunPlace, step: number): Promise<unknown>;
  stopServing(place: RunPlace, step: number): Promise<void>;
  download(place: RunPlace, step: number): Promise<void>;
  pin(place: RunPlace, step: number, pinned: boolean): Promise<void>;
  clean(place: RunPlace): Promise<void>;
}

export type CheckpointHandlers = Pick<
  RunHandlers,
  | 'read-checkpoints'
  | 'compare-checkpoints'
  | 'evaluate-checkpoint'
  | 'serve-checkpoint'
  | 'unserve-checkpoint'
  | 'download-checkpoint'
  | 'pin-checkpoint'
  | 'clean-checkpoints'
>;

export interface CheckpointHandlerParts {
  readonly runtime: RuntimeRequests;
  readonly place: RunPlace;
  readonly work: CheckpointWork;
}

export function checkpointHandlers(parts: CheckpointHandlerParts): CheckpointHandlers {
  const { runtime, place, work } = parts;
  return {
    'read-checkpoints': () => readCheckpoints(parts),
    'compare-checkpoints': (steps, token) =>
      runtime.request('compare-checkpoints', { place, ...steps }, { token }),
    'evaluate-checkpoint': async ({ step }) => ({
      isDone: await unlessCancelled(work.evaluate(place, step), false),
    }),
    'serve-checkpoint': async ({ step }) => {
      await unlessCancelled(work.serve(place, step), null);
      return {};
    },
    'unserve-checkpoint': async ({ step }) => {
      await work.stopServing(place, step);
      return {};
    },
    'download-checkpoint': async ({ step }) => {
      await unlessCancelled(work.download(place, step), undefined);
      return {};
    },
    'pin-checkpoint': async ({ step, pinned }) => {
      await work.pin(place, step, pinned);
      return {};
    },
    'clean-checkpoints': async () => {
      await work.clean(place);
      return {};
    },
  };
}

/** A person who breaks something off needs no word about it. */
async function unlessCancelled<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (isCancelled(error)) return otherwise;
    throw error;
  }
}

async function readCheckpoints({ runtime, place }: CheckpointHandlerParts) {
  const [listed, { served }] = await Promise.all([
    runtime.request('list-checkpoints', { place }),
    runtime.request('list-served-checkpoints', {}),
  ]);
  const own = served.filter((one) => isSamePlace(one.place, place));
  return { ...listed, served: own.map(({ step }) => step) };
}
