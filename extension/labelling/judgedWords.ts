// One short text on how the grades of a judge came out.
import type { RequestResult } from '../runtime/runtimeRequests.ts';
import { counted } from './labelWords.ts';

export function judgedWords(judged: RequestResult<'judge-trajectories'>): string {
  const { judge, trajectories, levels, unscored, appended, ungradable, live, left } = judged;
  if (trajectories === 0) return nothingWords(judged);
  const grades = [
    `${levels.Correct} Correct`,
    `${levels['Partially Correct']} Partially Correct`,
    `${levels.Wrong} Wrong`,
    ...(unscored > 0 ? [`${unscored} without a readable verdict`] : []),
  ];
  const sentences = [
    `${judge.name}: ${grades.join(', ')}.`,
    appended === 0 ? 'All were there already.' : `${counted(appended, 'verdict')} written.`,
    ...(ungradable > 0 ? [`${ungradable} without an answer or a reference answer.`] : []),
    ...(live > 0 ? [`${counted(live, 'file')} still being written ${areLeft(live)}.`] : []),
    ...(left > 0 ? [`${counted(left, 'answer')} not judged; the same command goes on.`] : []),
    ...(judged.problem === null ? [] : [judged.problem]),
  ];
  return sentences.join(' ');
}

function nothingWords({ live, problem, left }: RequestResult<'judge-trajectories'>): string {
  if (problem !== null) return problem;
  if (live > 0 && left === 0) return 'Nothing was judged: the files are still being written.';
  return 'There is nothing to judge: no trajectory has both an answer and a reference answer.';
}

function areLeft(count: number): string {
  return count === 1 ? 'was left alone' : 'were left alone';
}
