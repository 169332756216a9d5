// Answers that people graded, from test/fixtures/judge/answers.jsonl.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';

export interface GradedAnswer {
  readonly id: string;
  readonly question: string;
  readonly referenceAnswer: string;
  readonly finalAnswer: string;
  /** What people say. */
  readonly level: VerdictLevel;
}

export function parseGradedAnswers(lines: string): readonly GradedAnswer[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GradedAnswer);
}
