// Tasks of a training state of version 1, which held tokens as lists of numbers. Runs that were saved then go on. Pure.
import * as z from 'zod';
import { TrainingTrajectory } from '../contract/training/rolloutServer.ts';
import { parseJson, type Parsed } from '../support/parseJson.ts';
import { orderedMember, storedTokens, TrainingMember } from './trainingMember.ts';
import { TaskState } from './trainingState.ts';

const OldMember = TrainingMember.extend({
  trajectory: TrainingTrajectory.omit({ fresh: true, advantage: true }),
});
type OldMember = z.infer<typeof OldMember>;

const OldTask = TaskState.extend({
  queue: TaskState.shape.queue.extend({ sampled: z.array(OldMember).readonly() }),
});

/** A line of the file. */
export function oldTask(line: string): Parsed<TaskState> {
  const task = parseJson(OldTask, line);
  if (!task.ok) return task;
  const { queue, ...rest } = task.value;
  return {
    ok: true,
    value: { ...rest, queue: { ...queue, sampled: queue.sampled.map(memberOf) } },
  };
}

function memberOf({ trajectory, ...member }: OldMember): TrainingMember {
  const { promptIds, completionIds, mask, logProbs, ...rest } = trajectory;
  const tokens = storedTokens({ promptIds, completionIds, mask, logProbs });
  return orderedMember({ ...member, trajectory: { ...rest, ...tokens } });
}
