// Training runs for other agents: those of the open folders and of the attached machines, as they were seen last or anew.
import type { RunListing, RunPage } from '../contract/training/runView.ts';
import { namedRun } from '../remote/runs/namedRun.ts';
import type { ReadableLogs } from '../remote/runs/runLogs.ts';
import { facts, oneLine } from './answerText.ts';
import type { DoorHost } from './doorHost.ts';

type Host = Pick<DoorHost, 'folders' | 'openMachines'>;

/** Newest first. Connects to nothing. */
export async function knownRuns({ folders, openMachines }: Host): Promise<readonly RunListing[]> {
  const { runs } = await openMachines();
  return runs.known(folders.paths);
}

/** @throws HumanError when there is none of this name, or more than one */
export async function findRun(name: string, host: Host): Promise<RunListing> {
  return namedRun(await knownRuns(host), name, 'toolr1_list_runs lists them.');
}

export interface SeenRun {
  readonly page: RunPage;
  readonly logs: ReadableLogs;
}

/** Looks at a run once. @param mostPoints of its metrics */
export async function withRun<Result>(
  name: string,
  host: Host,
  options: { readonly mostPoints: number; readonly signal: AbortSignal },
  use: (run: SeenRun) => Promise<Result>,
): Promise<Result> {
  const { place } = await findRun(name, host);
  const { runs } = await host.openMachines();
  const { handle, page } = await runs.open(place, options.mostPoints, options.signal);
  try {
    return await use({ page, logs: runs.opened(handle).logs });
  } finally {
    runs.closeRun(handle);
  }
}

export function runWords(run: RunListing): string {
  const { place, name, step, totalSteps, reward, recipe, model, activity, problem, alerts } = run;
  return facts(
    name,
    `machine ${place.machine}`,
    stateWords(run),
    totalSteps === null ? `train step ${step}` : `train step ${step} of ${totalSteps}`,
    leftWords(run),
    reward === null ? null : `reward ${reward.toFixed(3)}`,
    `recipe ${oneLine(recipe)}`,
    `model ${oneLine(model)}`,
    activity === '' ? null : oneLine(activity),
    alerts.length === 0 ? null : `watch: ${alerts.map((alert) => alert.name).join(', ')}`,
    problem === null ? null : `problem: ${oneLine(problem, 300)}`,
  );
}

/** Offline is not dead: what it was doing is said with it. */
function stateWords({ state, lastState, lastSeenAt, waitsFor }: RunListing): string {
  if (state === 'queued' && waitsFor !== null) return `queued, place ${waitsFor.place}`;
  const seen = lastSeenAt === null ? 'never seen' : `seen ${lastSeenAt}`;
  return state === 'offline' || state === 'stalled'
    ? `${state} (was ${lastState}, ${seen})`
    : state;
}

function leftWords({ secondsLeft }: RunListing): string | null {
  return secondsLeft === null ? null : `${Math.round(secondsLeft / 60)} min left`;
}
