// What answers the requests of a run's page: the runtime, or the editor.
import type * as z from 'zod';
import type {
  ComparedRun,
  RunPanelRequestName,
  runPanelRequests,
} from '../../runtime/contract/runPanel.ts';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import type { Cancellation, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import { readSampledReward } from './sampledReward.ts';
import type { SampledPlace } from './stepTrajectories.ts';
import { checkpointHandlers, type CheckpointWork } from './checkpointHandlers.ts';

/** Points of a chart: about two a pixel of a wide one. */
export const chartPoints = 600;

type Name = Exclude<RunPanelRequestName, 'ready'>;
type Params<One extends Name> = z.output<(typeof runPanelRequests)[One]['params']>;
type Result<One extends Name> = z.input<(typeof runPanelRequests)[One]['result']>;

export type RunHandlers = {
  readonly [One in Name]: (params: Params<One>, token: Cancellation) => Promise<Result<One>>;
};

/** What a page can have the editor do. */
export interface RunActions {
  stop(place: RunPlace): Promise<void>;
  /** `step` null asks the person. */
  resume(place: RunPlace, step: number | null): Promise<void>;
  /** `log` null asks for the supervisor's. */
  openLog(place: RunPlace, log: string | null, line: string | null): Promise<void>;
  openStep(place: RunPlace, step: number): Promise<void>;
  openSampled(place: RunPlace, sampled: SampledPlace): Promise<void>;
  /** The file of its trajectories on this computer. */
  fetchStep(place: RunPlace, step: number): Promise<string>;
  /** Null when the person chose none. */
  chooseRun(shown: readonly RunPlace[]): Promise<RunPlace | null>;
  copy(text: string): Promise<void>;
  showLog(): void;
  readonly checkpoints: CheckpointWork;
}

export interface RunHandlerParts {
  readonly runtime: RuntimeRequests;
  /** Of the run as it is open in the runtime; null while it is not. */
  readonly handle: () => string | null;
  readonly place: RunPlace;
  readonly actions: RunActions;
}

export function runHandlers({ runtime, handle, place, actions }: RunHandlerParts): RunHandlers {
  const done = async (work: Promise<unknown>) => {
    await work;
    return {};
  };
  const showLog = () => {
    actions.showLog();
    return Promise.resolve({});
  };
  return {
    ...checkpointHandlers({ runtime, place, work: actions.checkpoints }),
    'stop-run': () => done(actions.stop(place)),
    'resume-run': ({ step }) => done(actions.resume(place, step)),
    'open-log': ({ log, line }) => done(actions.openLog(place, log, line)),
    'open-step': ({ step }) => done(actions.openStep(place, step)),
    'open-trajectory': (sampled) => done(actions.openSampled(place, sampled)),
    'read-sampled': async ({ step, trajectoryId, mayFetch }) => {
      const find = { handle: opened(handle()), step };
      const file = mayFetch
        ? await actions.fetchStep(place, step)
        : (await runtime.request('find-step', find)).file;
      if (file === null) return { sampled: null };
      return { sampled: await readSampledReward(runtime, file, trajectoryId) };
    },
    'read-queue': (query, token) =>
      runtime.request('read-queue', { handle: opened(handle()), ...query }, { token }),
    'choose-compared': async ({ shown }) => {
      const chosen = await actions.chooseRun([place, ...shown]);
      return { run: chosen === null ? null : await readCompared(runtime, chosen) };
    },
    'read-compared': async (params) => ({ run: await readCompared(runtime, params.place) }),
    'retry-machine': () => done(runtime.request('retry-machine', { machine: place.machine })),
    'open-connection-log': showLog,
    copy: ({ text }) => done(actions.copy(text)),
    'show-log': showLog,
  };
}

function opened(handle: string | null): string {
  if (handle !== null) return handle;
  throw new Problem('The run is being read again. Try once more in a moment.');
}

/** Its figures as they are now; it is not followed. */
async function readCompared(runtime: RuntimeRequests, place: RunPlace): Promise<ComparedRun> {
  const { handle, page } = await runtime.request('open-run', { place, mostPoints: chartPoints });
  await runtime.request('close-run', { handle });
  const { name, state } = page.listing;
  return { place, name, state, metrics: page.metrics };
}
