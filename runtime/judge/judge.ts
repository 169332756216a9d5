// Grades a final answer against a reference.
import type { JudgeIdentity, Verdict } from '../contract/judge.ts';

export interface JudgeInput {
  readonly question: string;
  readonly referenceAnswer: string;
  readonly finalAnswer: string;
}

export interface Judge {
  readonly identity: JudgeIdentity;
  /** Never rejects for an unreadable answer: that is a Verdict with outcome `unscored`. */
  judge(input: JudgeInput, signal: AbortSignal): Promise<Verdict>;
}
