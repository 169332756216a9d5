// A task's part of the training state as the file holds it: like in memory, but a prompt that several trajectories have is written
// once, as it makes up most of a short trajectory. Pure.
import * as z from 'zod';
import type { Parsed } from '../support/parseJson.ts';
import { StoredTrajectory, TrainingMember } from './trainingMember.ts';
import { TaskState } from './trainingState.ts';

const Member = TrainingMember.extend({
  /** `prompt` is a place in `prompts`. */
  trajectory: StoredTrajectory.extend({ prompt: z.int().nonnegative() }),
});

export const TaskLine = TaskState.extend({
  /** Packed, each once. */
  prompts: z.array(z.string().min(1)),
  queue: TaskState.shape.queue.extend({ sampled: z.array(Member).readonly() }),
});
export type TaskLine = z.infer<typeof TaskLine>;

export function packedTask({ taskId, queue, streak }: TaskState): TaskLine {
  const prompts = [...new Set(queue.sampled.map(({ trajectory }) => trajectory.prompt))];
  const places = new Map(prompts.map((prompt, place) => [prompt, place]));
  const sampled = queue.sampled.map((member) => {
    const prompt = places.get(member.trajectory.prompt) ?? 0;
    return { ...member, trajectory: { ...member.trajectory, prompt } };
  });
  return { taskId, queue: { sampled, members: queue.members }, streak, prompts };
}

/** The problem names a prompt that the line lacks. */
export function taskOf({ taskId, queue, streak, prompts }: TaskLine): Parsed<TaskState> {
  const sampled: TrainingMember[] = [];
  for (const member of queue.sampled) {
    const prompt = prompts[member.trajectory.prompt];
    if (prompt === undefined) return { ok: false, problem: `${member.id} has no prompt` };
    sampled.push({ ...member, trajectory: { ...member.trajectory, prompt } });
  }
  return { ok: true, value: { taskId, queue: { sampled, members: queue.members }, streak } };
}
