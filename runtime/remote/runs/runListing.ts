// A run as it stands in a list. Pure.
import type { RunJob, RunStatus, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import type { RunListing, RunPlace } from '../../contract/training/runView.ts';
import { alertsOf, healthBadges } from './badges/healthBadges.ts';
import { shownState, type Hearing } from './shownState.ts';
import { timeLeft } from './timeLeft.ts';

export interface ListedRun {
  readonly place: RunPlace;
  readonly job: RunJob;
  /** Null before the first heartbeat. */
  readonly status: RunStatus | null;
  /** At least the first ten train steps and the last ten, each once. */
  readonly steps: readonly TrainStepMetrics[];
  /** Train steps with a checkpoint that is whole. */
  readonly checkpoints: readonly number[];
}

export function runListing(run: ListedRun, hearing: Hearing): RunListing {
  const { place, job, status, steps, checkpoints } = run;
  const shown = shownState(status, hearing, job.createdAt);
  const step = status?.step ?? 0;
  const totalSteps = status?.totalSteps ?? job.totalSteps;
  const seconds = steps.flatMap(({ metrics }) => metrics['seconds/step'] ?? []);
  const left = timeLeft(seconds, step, totalSteps);
  const isOver = ['stopped', 'crashed', 'done'].includes(shown.state);
  const newest = steps.at(-1)?.metrics ?? {};
  return {
    ...shown,
    place,
    runId: job.runId,
    name: nameOf(place),
    step,
    totalSteps,
    activity: status?.activity ?? '',
    recipe: job.recipe.name,
    model: job.model,
    secondsPerStep: left.secondsPerStep,
    secondsLeft: isOver ? null : left.secondsLeft,
    secondsLeftSpread: isOver ? null : left.spread,
    reward: newest['reward/total'] ?? null,
    freshShare: newest['queue/freshShare'] ?? null,
    waitsFor: shown.lastState === 'queued' ? (status?.waitsFor ?? null) : null,
    alerts: isOver ? [] : alertsOf(healthBadges({ steps, recipe: job.recipe })),
    newestCheckpoint: checkpoints.length === 0 ? null : Math.max(...checkpoints),
  };
}

/** Last part of the folder, whichever slashes its machine uses. */
export function nameOf({ folder }: RunPlace): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder;
}
