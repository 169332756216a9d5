// Asks the judge about a final answer. A judge that breaks gives no score, never a zero.
import type { Failure } from '../contract/failure.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Task } from '../contract/task.ts';
import type { TrajectoryEnded } from '../contract/trajectory.ts';
import type { Judge } from '../judge/judge.ts';
import { toFailure } from '../support/errors.ts';

export interface Judgement {
  /** Null when there is nothing to judge: no final answer, or no reference to compare it with. */
  readonly verdict: Verdict | null;
  /** What broke in the judge; the verdict is then unscored. */
  readonly failure: Failure | null;
}

export async function judgeAnswer(
  { question, referenceAnswer }: Pick<Task, 'question' | 'referenceAnswer'>,
  { stopReason, finalAnswer }: Pick<TrajectoryEnded, 'stopReason' | 'finalAnswer'>,
  judge: Judge,
  signal: AbortSignal,
): Promise<Judgement> {
  if (stopReason !== 'final-answer' || finalAnswer === null || referenceAnswer === null) {
    return { verdict: null, failure: null };
  }
  try {
    const verdict = await judge.judge({ question, referenceAnswer, finalAnswer }, signal);
    return { verdict, failure: null };
  } catch (error) {
    const failure = toFailure(error, 'judge');
    const verdict = { outcome: 'unscored', judge: judge.identity, cause: failure.message } as const;
    return { verdict, failure };
  }
}
