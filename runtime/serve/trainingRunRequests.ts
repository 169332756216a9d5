// Answers the requests of contract/training/trainingRequests.ts that plan, start, stop and resume runs, and those that look at them.
import type { RunPlace } from '../contract/training/runView.ts';
import type { EditorMachines } from '../remote/machineServices.ts';
import { trainingRecipes } from '../recipes/trainingRecipes.ts';
import type { Notify, RequestHandlers } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

type Starting = 'plan-training' | 'start-training' | 'stop-training' | 'resume-training';
type Looking =
  | 'list-recipes'
  | 'list-runs'
  | 'open-run'
  | 'close-run'
  | 'read-queue'
  | 'list-run-logs'
  | 'read-run-log'
  | 'fetch-step'
  | 'find-step';

export type TrainingRunHandlers = Pick<RequestHandlers, Starting | Looking>;

export interface TrainingServing {
  /** Opens what reaches machines at the first request. */
  readonly open: () => Promise<Pick<EditorMachines, 'runs' | 'training' | 'checkpoints' | 'stop'>>;
  readonly notify: Notify;
}

export function trainingRunHandlers(serving: TrainingServing): TrainingRunHandlers {
  return { ...startingHandlers(serving), ...lookingHandlers(serving) };
}

function startingHandlers({ open, notify }: TrainingServing): Pick<TrainingRunHandlers, Starting> {
  const listed = async (place: RunPlace, signal: AbortSignal) => ({
    run: await (await open()).runs.listingOf(place, signal),
  });
  return {
    'plan-training': async ({ callId, ...wish }, signal) => {
      const onProgress = progressOf(callId, notify);
      return (await open()).training.plan(wish, { signal, onProgress });
    },
    'start-training': async ({ callId, ...wish }, signal) => {
      const onProgress = progressOf(callId, notify);
      return listed(await (await open()).training.start(wish, { signal, onProgress }), signal);
    },
    'stop-training': async ({ callId, place, wish }, signal) => {
      const { stop } = await open();
      const onProgress = progressOf(callId, notify);
      const stillHeld = await stop(place, wish, { signal, onProgress });
      return { ...(await listed(place, signal)), stillHeld };
    },
    'resume-training': async ({ callId, place, step }, signal) => {
      const { training, checkpoints } = await open();
      await checkpoints.refuseUnresumable(place, step, signal);
      const onProgress = progressOf(callId, notify);
      return listed(await training.resume(place, step, { signal, onProgress }), signal);
    },
  };
}

function lookingHandlers({ open, notify }: TrainingServing): Pick<TrainingRunHandlers, Looking> {
  const opened = async (handle: string) => (await open()).runs.opened(handle);
  return {
    'list-recipes': async () => ({ recipes: await trainingRecipes() }),
    'list-runs': async ({ workspaces }) => ({
      runs: [...(await (await open()).runs.list(workspaces))],
    }),
    'open-run': async ({ place, mostPoints }, signal) =>
      (await open()).runs.open(place, mostPoints, signal),
    'close-run': async ({ handle }) => {
      (await open()).runs.closeRun(handle);
      return {};
    },
    'read-queue': async ({ handle, ...query }) => (await opened(handle)).queue(query),
    'list-run-logs': async ({ handle }, signal) => ({
      logs: await (await opened(handle)).logs.list(signal),
    }),
    'read-run-log': async ({ handle, ...wish }, signal) =>
      (await opened(handle)).logs.slice(wish, signal),
    'find-step': async ({ handle, step }) => ({
      file: await (await opened(handle)).findStep(step),
    }),
    'fetch-step': async ({ handle, step, callId }, signal) => ({
      file: await (await opened(handle)).fetchStep(step, signal, progressOf(callId, notify)),
    }),
  };
}
