// All answers of some trajectory files, put together by item. What an answer says and what judges said about it are kept
// apart, so that whoever builds a blind item has nothing of the second at hand.
import type { VerdictLevel } from '../contract/judge.ts';
import type { ItemHash, Stratum } from '../contract/label.ts';
import type { JudgeTable } from './judgeTable.ts';

/** Bytes of a record in a trajectory file. */
export interface RecordPlace {
  readonly offset: number;
  readonly bytes: number;
}

/** What an answer is, without anything that a judge or a person said about it. */
export interface AnswerItem {
  readonly hash: ItemHash;
  readonly taskId: string;
  readonly question: string;
  readonly referenceAnswer: string;
  readonly finalAnswer: string;
  /** As the task names them. */
  readonly files: readonly string[];
  /** Model of the first trajectory that gave the answer. */
  readonly model: string;
  /** The first trajectory that gave the answer. */
  readonly place: { readonly file: string; readonly trajectoryId: string };
  readonly steps: number;
  /** At most three, the last step first. */
  readonly lastSteps: readonly { readonly step: number; readonly place: RecordPlace }[];
  /** Trajectories that gave it. */
  readonly multiplicity: number;
}

/** What one judge said about an item, over all trajectories that gave the answer. */
export interface ItemVerdict {
  /** Index in the table of judges. */
  readonly judge: number;
  /** The level most of its verdicts have; of as many, the one that was given last. */
  readonly level: VerdictLevel;
  /** True when it gave different levels to the same answer, in repeats or on different trajectories. */
  readonly isUnstable: boolean;
  /** Levels of repeated questions; empty when nothing was asked twice. */
  readonly repeats: readonly (VerdictLevel | null)[];
}

/** What judges said about an item. */
export interface JudgedItem {
  readonly verdicts: readonly ItemVerdict[];
  readonly stratum: Stratum;
  /** Where the verdicts of the trajectory with most judges lie. */
  readonly reveal: { readonly file: string; readonly places: readonly RecordPlace[] };
}

/** A trajectory as far as rewards and pass rates need it; branches are left out. */
export interface PopulationTrajectory {
  /** Index of its item; null without final answer or reference. */
  readonly item: number | null;
  readonly taskId: string;
  readonly question: string;
  /** Trajectories of one task in one file are compared with each other. */
  readonly group: string;
  readonly policyVersion: number;
  /** As its judge gave it, before any scoring by labels; null when there is none. */
  readonly reward: number | null;
  readonly answerScore: number | null;
  readonly answerWeight: number;
  /** Its own verdicts: index of the judge and level. */
  readonly verdicts: readonly { readonly judge: number; readonly level: VerdictLevel }[];
}

export interface Population {
  readonly items: readonly AnswerItem[];
  /** By the same index as `items`. */
  readonly judged: readonly JudgedItem[];
  readonly index: ReadonlyMap<ItemHash, number>;
  readonly trajectories: readonly PopulationTrajectory[];
  readonly judges: JudgeTable;
  /** Files that were read. */
  readonly files: readonly string[];
  /** Sentences about what could not be read. */
  readonly problems: readonly string[];
}
