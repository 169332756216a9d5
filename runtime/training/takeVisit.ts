// What becomes of one visit: the task's queue and streak, and the group that is trained on or why it is not. Pure.
import type { TrainingGroup } from '../contract/training/rolloutServer.ts';
import type { GroupRecord } from '../contract/training/runFolder.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { groupRecord } from './groupRecord.ts';
import { dropStale, forgetStale, push, queueMembers, resample } from './sampleQueue.ts';
import { outcomeOf, streakAfter } from './streakFilter.ts';
import { trainingGroup } from './trainingGroup.ts';
import { orderedMember, sharingPrompts, type TrainingMember } from './trainingMember.ts';
import type { TaskState } from './trainingState.ts';
import { updateGroup, updateSize, type GroupUpdate } from './updateGroup.ts';
import type { Visit, VisitOutcome } from './visit.ts';

export interface VisitInput {
  readonly visit: Visit;
  readonly outcome: VisitOutcome;
  readonly task: TaskState;
  /** Train steps that were done before; the fresh members say it too. */
  readonly step: number;
  /** For down-sampling by chance. */
  readonly random: () => number;
}

export interface TakenVisit {
  readonly task: TaskState;
  /** Null when the group is left out of the update. */
  readonly group: TrainingGroup | null;
  readonly record: GroupRecord;
  /** Members that were dropped for their age. */
  readonly dropped: number;
  readonly zeroVariance: boolean;
}

export function takeVisit(input: VisitInput, settings: TrainingSettings): TakenVisit {
  const { visit, task } = input;
  const scored = input.outcome.rollouts.flatMap(({ member }) =>
    member === null ? [] : [orderedMember(member)],
  );
  const fresh = sharingPrompts(scored, task.queue.sampled);
  const outcome = outcomeOf(fresh.map(({ pass }) => pass));
  const { queue, members, dropped, inside } = settings.queue.enabled
    ? inQueue(input, fresh, settings)
    : alone(task, fresh);
  const isEnough = members.length >= updateSize(settings);
  const update = isEnough ? updateGroup(members, settings, input.random) : null;
  const skipped = whySkipped(update, inside, settings);
  const trained = skipped === null ? update : null;
  const streak = outcome === null ? task.streak : streakAfter(task.streak, outcome, visit.epoch);
  return {
    task: { taskId: task.taskId, queue, streak },
    group: trained === null ? null : trainingGroup(input, members, trained),
    record: groupRecord(input, members, { outcome, skipped, rows: trained?.rows ?? [] }),
    dropped,
    zeroVariance: update?.zeroVariance ?? false,
  };
}

interface Queued {
  readonly queue: TaskState['queue'];
  /** n, in sampling order. */
  readonly members: readonly TrainingMember[];
  readonly dropped: number;
  /** Whether the window admits the group. */
  readonly inside: boolean;
}

/** Without queue the fresh ones are the group, and nothing is kept. */
function alone({ queue }: TaskState, fresh: readonly TrainingMember[]): Queued {
  return { queue, members: fresh, dropped: 0, inside: true };
}

function inQueue(
  { task, step }: VisitInput,
  fresh: readonly TrainingMember[],
  { queue: settings }: Pick<TrainingSettings, 'queue'>,
): Queued {
  const kept = dropStale(task.queue, settings, step);
  const pushed = push(kept.queue, fresh, settings);
  const { queue, inside } = settings.resample
    ? resample(pushed.queue, settings, step)
    : { queue: pushed.queue, inside: true };
  return {
    queue: forgetStale(queue, settings, step),
    members: queueMembers(queue),
    dropped: kept.dropped.length,
    inside,
  };
}

/** A group without variance is worth a refill; without refill it is trained on with advantages of 0, as plain GRPO does. */
function whySkipped(
  update: GroupUpdate | null,
  inside: boolean,
  { refill }: TrainingSettings,
): GroupRecord['skipped'] {
  if (update === null) return 'unscored';
  if (!inside) return 'outside-window';
  return update.zeroVariance && refill.enabled ? 'zero-variance' : null;
}
