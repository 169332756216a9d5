// Which judge the rewards come from. A reward does not name it, so it is the one whose verdicts explain most of the rewards.
import { verdictScores } from '../../contract/judge.ts';
import type { GraderKind, KnownJudge } from '../judgeTable.ts';
import type { Population } from '../population.ts';

/** Of judges that explain the same rewards, the one a person is more likely to want to check. */
const kindOrder: readonly GraderKind[] = ['llm', 'semantic', 'rule', 'people'];

const found = new WeakMap<Population, KnownJudge | null>();

/** The judge, in a version that counts, whose score is the answer part of most rewards; null without any judge. */
export function trainingJudge(population: Population): KnownJudge | null {
  const known = found.get(population);
  if (known !== undefined) return known;
  const judge = findJudge(population);
  found.set(population, judge);
  return judge;
}

function findJudge({ judges, trajectories }: Population): KnownJudge | null {
  const explained = judges.all.map(() => 0);
  for (const { answerScore, verdicts } of trajectories) {
    for (const { judge, level } of verdicts) {
      if (verdictScores[level] === answerScore) explained[judge] = (explained[judge] ?? 0) + 1;
    }
  }
  const current = judges.all.filter((judge) => judges.isCurrent(judge));
  const rank = ({ kind }: KnownJudge) => kindOrder.indexOf(kind);
  return (
    current.toSorted(
      (a, b) =>
        (explained[b.index] ?? 0) - (explained[a.index] ?? 0) ||
        rank(a) - rank(b) ||
        (a.key < b.key ? -1 : 1),
    )[0] ?? null
  );
}
