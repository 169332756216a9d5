// An evaluation as a table for a terminal.
import type { Evaluation, EvaluationGroup, EvaluationReport } from '../contract/evaluation.ts';
import { interval, number, points, sentence, shortHash, whole } from './evalWords.ts';
import { count, formatDuration } from './format.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export function showEvaluation(
  terminal: Terminal,
  { protocol }: Evaluation,
  report: EvaluationReport,
  folder: string,
): void {
  const { palette } = terminal;
  const { data, seeds, recipe, verifier } = protocol;
  terminal.line(palette.strong(sanitise(`${report.model} on ${data.name}`)));
  terminal.line(
    sanitise(
      `${count(data.tasks, 'task')}, ${count(seeds.length, 'seed')}${samplesOf(protocol)}, recipe ${recipe}, graded by ${verifier.name}`,
    ),
  );
  for (const line of textTable(figureRows(report))) terminal.line(sanitise(line));
  for (const warning of report.warnings) sentence(terminal, warning, palette.caution);
  sentence(terminal, `Intervals: ${protocol.errorBars}.`, palette.faint);
  terminal.line(palette.faint(`Protocol ${shortHash(report.protocolHash)}, kept in ${folder}`));
  terminal.line();
}

function samplesOf({ samplesPerSeed }: Evaluation['protocol']): string {
  return samplesPerSeed === 1 ? '' : ` of ${count(samplesPerSeed, 'rollout')} a task`;
}

function figureRows(report: EvaluationReport): string[][] {
  const { all, levels, seeds, peakToPeak, attempts, reward } = report;
  const named = levels.map((group): string[] => [levelName(group.level), ...groupCells(group)]);
  const each = seeds.map(({ passRate }) => (passRate === null ? '-' : percent(passRate)));
  const spread = peakToPeak === null ? '' : `${points(peakToPeak)} from worst to best`;
  const tried = attempts.filter(({ k }) => k > 1);
  return [
    ['passed', ...groupCells(all)],
    ...named,
    ...(seeds.length > 1 ? [['each seed', each.join(', '), spread]] : []),
    ...tried.map(({ k, anyOf, allOf, tasks }) => [
      `within ${k} tries`,
      `pass@${k} ${percent(anyOf)}, pass^${k} ${percent(allOf)}`,
      ...(tasks === all.tasks ? [] : [`of ${count(tasks, 'task')}`]),
    ]),
    ...(reward === null ? [] : [['reward', number(reward.value), interval(reward, number)]]),
    ...costRows(report),
  ];
}

function levelName(level: number | null): string {
  return level === null ? '  no level' : `  level ${level}`;
}

function groupCells({ passRate, passed, rollouts, tasks }: EvaluationGroup): string[] {
  const { value } = passRate;
  if (value === null) return ['nothing scored'];
  return [
    percent(value),
    interval(passRate, percent),
    `${passed} of ${count(rollouts, 'rollout')}, ${count(tasks, 'task')}`,
  ];
}

function costRows(report: EvaluationReport): string[][] {
  const { parsedShare, executedShare, stopReasons, milliseconds, done } = report;
  const { promptTokens, completionTokens, judgeTokens, cost } = report;
  const ends = Object.entries(stopReasons).map(([reason, times]) => `${reason} ${times}`);
  const judged = judgeTokens === null ? '' : `, ${whole(judgeTokens)} of the judge`;
  const shares = [parsedShare, executedShare].map((share) => percent(share ?? 0));
  return [
    ...(parsedShare === null ? [] : [['steps', `parsed ${shares.join(', ran ')}`]]),
    ...(ends.length === 0 ? [] : [['ended by', ends.join(', ')]]),
    ...(promptTokens === null || completionTokens === null
      ? [['tokens', 'not told by the server']]
      : [['tokens', `${whole(promptTokens)} in, ${whole(completionTokens)} out${judged}`]]),
    ...(done === 0
      ? []
      : [['time', `${formatDuration(milliseconds)}, ${formatDuration(milliseconds / done)} each`]]),
    ...(cost === null ? [] : [['cost', cost.toFixed(4)]]),
  ];
}
