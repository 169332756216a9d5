// What rewards and pass rates would be if people were right: gathers what judge/statistics needs for it.
import type { RewardImpact } from '../../contract/agreement.ts';
import { levelIndex, type LevelIndex } from '../../judge/statistics/gradedRow.ts';
import { estimateImpact } from '../../judge/statistics/impact.ts';
import type { KnownJudge } from '../judgeTable.ts';
import { peopleOutcome } from '../people.ts';
import type { PopulationTrajectory } from '../population.ts';
import { reportSeed, type ReportInput } from './agreementReport.ts';
import { judgeGrader } from './graders.ts';
import { rowsAgainstPeople, type LabelledItem } from './labelledItems.ts';

/** Tasks that training keeps: neither too hard nor too easy, ends included. */
const passWindow = [0.2, 0.8] as const;
const correct = 2;

export function impactOf(
  input: ReportInput,
  items: readonly LabelledItem[],
  judge: KnownJudge,
): RewardImpact | null {
  const { population } = input;
  const labels = rewardLabels(input);
  const trajectories = population.trajectories.flatMap((trajectory) => {
    const judged = levelOf(trajectory, judge);
    if (judged === undefined) return [];
    const { taskId, question, policyVersion, group, reward, item, answerWeight } = trajectory;
    const people = item === null ? null : (labels[item] ?? null);
    return [{ taskId, question, policyVersion, group, judged, people, reward, answerWeight }];
  });
  if (trajectories.length === 0) return null;
  const impact = estimateImpact(
    {
      rows: rowsAgainstPeople(population, items, judge.index),
      trajectories,
      window: passWindow,
      passLevel: correct,
    },
    reportSeed,
  );
  return { judge: judgeGrader(judge), ...impact };
}

/** What people say in the end, by index of the item. */
function rewardLabels({ population, book, rubric }: ReportInput): (LevelIndex | null)[] {
  return population.items.map(({ hash }) => {
    const outcome = peopleOutcome(book.item(hash), { rubric, purpose: 'rewards' });
    return outcome.kind === 'level' ? levelIndex(outcome.level) : null;
  });
}

/** Null for a trajectory without an answer, which earns 0 by rule; undefined for one that the judge has not judged. */
function levelOf(
  { verdicts, item, reward }: PopulationTrajectory,
  judge: KnownJudge,
): LevelIndex | null | undefined {
  const own = verdicts.find((verdict) => verdict.judge === judge.index);
  if (own !== undefined) return levelIndex(own.level);
  return item === null && reward !== null ? null : undefined;
}
