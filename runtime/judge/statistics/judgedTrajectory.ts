// A trajectory as the reward impact reads it.
import { scoreOf, type LevelIndex } from './gradedRow.ts';

export interface JudgedTrajectory {
  readonly taskId: string;
  readonly question: string;
  /** Trajectories whose rewards are compared with each other share it. */
  readonly group: string;
  readonly policyVersion: number;
  /** Null when there was no answer to judge: not passed by rule, whatever people think. */
  readonly judged: LevelIndex | null;
  /** What people decided about its answer; null without a label. */
  readonly people: LevelIndex | null;
  /** Total as judged; null leaves it out of its group, as in training. */
  readonly reward: number | null;
  /** Weight of the answer's score in `reward`, at least 0. */
  readonly answerWeight: number;
}

/** The reward with people's decision in place of the verdict, where there are both. */
export function labelledReward(trajectory: JudgedTrajectory): number | null {
  const { judged, people, reward, answerWeight } = trajectory;
  if (reward === null || judged === null || people === null) return reward;
  return reward + answerWeight * (scoreOf(people) - scoreOf(judged));
}

/** Trajectories by a key of theirs, in the order in which the keys first come. */
export function trajectoriesBy<Key>(
  trajectories: readonly JudgedTrajectory[],
  keyOf: (trajectory: JudgedTrajectory) => Key,
): Map<Key, JudgedTrajectory[]> {
  const groups = new Map<Key, JudgedTrajectory[]>();
  for (const trajectory of trajectories) {
    const key = keyOf(trajectory);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [trajectory]);
    else members.push(trajectory);
  }
  return groups;
}
