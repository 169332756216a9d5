// Verdicts of a judge, by level.
import { verdictScores, type Verdict, type VerdictLevel } from '../../runtime/contract/judge.ts';

export function scored(level: VerdictLevel): Extract<Verdict, { outcome: 'scored' }> {
  return {
    outcome: 'scored',
    judge: { name: 'rule', version: '1' },
    level,
    score: verdictScores[level],
    reason: 'as the judge says',
  };
}
