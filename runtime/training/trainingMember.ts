// One scored trajectory as the sample queue keeps it: whole, so that it can be trained on again at a later visit.
import * as z from 'zod';
import { Id } from '../contract/ids.ts';
import { TrainingTrajectory } from '../contract/training/rolloutServer.ts';
import { packCompletion, packIds, unpackCompletion, unpackIds } from './packedTokens.ts';

/** A row of the update without what depends on the group that it is in. */
export const StoredTrajectory = TrainingTrajectory.omit({
  fresh: true,
  advantage: true,
  promptIds: true,
  completionIds: true,
  mask: true,
  logProbs: true,
}).extend({
  /** `promptIds`, packed. */
  prompt: z.string().min(1),
  /** `completionIds`, `mask` and `logProbs`, packed. */
  completion: z.string().min(1),
  /** How many tokens `completion` holds. */
  completionTokens: z.int().positive(),
});
export type StoredTrajectory = z.infer<typeof StoredTrajectory>;

/** The tokens of a trajectory, as the trainer gets them. */
export type TrajectoryTokens = Pick<
  TrainingTrajectory,
  'promptIds' | 'completionIds' | 'mask' | 'logProbs'
>;

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

export function storedTokens(
  tokens: TrajectoryTokens,
): Pick<StoredTrajectory, 'prompt' | 'completion' | 'completionTokens'> {
  return {
    prompt: packIds(tokens.promptIds),
    completion: packCompletion(tokens),
    completionTokens: tokens.completionIds.length,
  };
}

export function tokensOf({ trajectory: { prompt, completion } }: TrainingMember): TrajectoryTokens {
  return { promptIds: unpackIds(prompt), ...unpackCompletion(completion) };
}

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
      reward: {
        parts: parts.map(({ name, score, weight, reason }) => ({ name, score, weight, reason })),
        total,
      },
      turns: trajectory.turns,
      truncated: trajectory.truncated,
      prompt: trajectory.prompt,
      completion: trajectory.completion,
      completionTokens: trajectory.completionTokens,
    },
  };
}

/** The same members; those of a task mostly have the same prompt, of which memory then holds one. @param known of the task */
export function sharingPrompts(
  members: readonly TrainingMember[],
  known: readonly TrainingMember[],
): TrainingMember[] {
  const prompts = new Map(known.map(({ trajectory: { prompt } }) => [prompt, prompt]));
  return members.map((member) => {
    const { prompt: own } = member.trajectory;
    const prompt = prompts.get(own) ?? own;
    prompts.set(prompt, prompt);
    return { ...member, trajectory: { ...member.trajectory, prompt } };
  });
}
