// One scored trajectory as the sample queue keeps it: whole, so that it can be trained on again at a later visit.
import * as z from 'zod';
import { Id } from '../contract/ids.ts';
import { TrainingTrajectory } from '../contract/training/rolloutServer.ts';

/** A row of the update without what depends on the group that it is in. */
export const StoredTrajectory = TrainingTrajectory.omit({ fresh: true, advantage: true });
export type StoredTrajectory = z.infer<typeof StoredTrajectory>;

export const TrainingMember = z.object({
  /** Of the trajectory. */
  id: Id,
  /** Train steps that were done when it was sampled. */
  sampledAtStep: z.int().nonnegative(),
  pass: z.boolean(),
  /** In 0..1, before shaping. */
  correctness: z.number().min(0).max(1),
  trajectory: StoredTrajectory,
});
export type TrainingMember = z.infer<typeof TrainingMember>;

/** The same with its keys in the order of the schema, so that it reads the same from every file it comes back from. */
export function orderedMember(member: TrainingMember): TrainingMember {
  const { id, sampledAtStep, pass, correctness, trajectory } = member;
  const { parts, total } = trajectory.reward;
  return {
    id,
    sampledAtStep,
    pass,
    correctness,
    trajectory: {
      id: trajectory.id,
      policyVersion: trajectory.policyVersion,
      promptIds: trajectory.promptIds,
      completionIds: trajectory.completionIds,
      mask: trajectory.mask,
      logProbs: trajectory.logProbs,
      reward: {
        parts: parts.map(({ name, score, weight, reason }) => ({ name, score, weight, reason })),
        total,
      },
      turns: trajectory.turns,
      truncated: trajectory.truncated,
    },
  };
}
