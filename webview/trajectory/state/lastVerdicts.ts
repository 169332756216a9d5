// Of the verdicts that a judge gave on one answer, the last counts. A judge of another version is another judge.
import type { JudgeIdentity, Verdict } from '../../../runtime/contract/judge.ts';

/** In the order in which the judges first judged. */
export function lastVerdicts(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.reduce<readonly Verdict[]>(withVerdict, []);
}

export function withVerdict(verdicts: readonly Verdict[], verdict: Verdict): readonly Verdict[] {
  const at = verdicts.findIndex(({ judge }) => isSameJudge(judge, verdict.judge));
  return at === -1 ? [...verdicts, verdict] : verdicts.with(at, verdict);
}

function isSameJudge(one: JudgeIdentity, other: JudgeIdentity): boolean {
  return one.name === other.name && one.version === other.version;
}
