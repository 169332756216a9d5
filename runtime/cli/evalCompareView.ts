// Evaluations side by side, and two of them compared, for a terminal. What differs in how they were done is said first.
import type { EvaluationComparison, EvaluationReport } from '../contract/evaluation.ts';
import type { EvaluatedSide } from '../evaluate/compareResults.ts';
import { protocolDifferences } from '../evaluate/protocolHash.ts';
import { interval, sentence, shortened, shortHash, signedPoints } from './evalWords.ts';
import { count } from './format.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

/** One line each, with what keeps them from being compared above them. */
export function showTogether(
  terminal: Terminal,
  sides: readonly EvaluatedSide[],
  reports: readonly EvaluationReport[],
): void {
  const { palette } = terminal;
  const fields = differingFields(sides);
  terminal.line(palette.strong('Side by side'));
  if (fields.length > 0) {
    const line = `These do not follow one protocol, so that a difference may be the protocol's. They differ in ${fields.join(', ')}.`;
    sentence(terminal, line, palette.caution);
  }
  const head = ['', 'passed', '95 %', 'rollouts', 'protocol'];
  const rows = reports.map(({ name, all, protocolHash }) => [
    name,
    all.passRate.value === null ? '-' : percent(all.passRate.value),
    interval(all.passRate, percent),
    String(all.rollouts),
    shortHash(protocolHash),
  ]);
  for (const line of textTable([head, ...rows])) terminal.line(sanitise(line));
  terminal.line();
}

function differingFields([first, ...others]: readonly EvaluatedSide[]): string[] {
  if (first === undefined) return [];
  const fields = others.flatMap(({ evaluation }) =>
    protocolDifferences(first.evaluation.protocol, evaluation.protocol).map(({ field }) => field),
  );
  return [...new Set(fields)];
}

const mostNamed = 10;

export function showComparison(terminal: Terminal, comparison: EvaluationComparison): void {
  const { palette } = terminal;
  const { first, second, differences, tasks, leftOut, change, test, won, lost } = comparison;
  terminal.line(palette.strong(sanitise(`${second} against ${first}`)));
  for (const { field, first: one, second: other } of differences) {
    const line = `Other protocol: ${field} is ${shortened(other)}, was ${shortened(one)}`;
    sentence(terminal, line, palette.caution);
  }
  const left = leftOut === 0 ? '' : `; ${count(leftOut, 'other task')} in one of them alone`;
  terminal.line(`${count(tasks, 'task')} that both have${left}`);
  if (test === null || change.value === null) return;
  const p = test.p < 0.001 ? 'p < 0.001' : `p = ${test.p.toFixed(3)}`;
  terminal.line(
    `${signedPoints(change.value)}, ${interval(change, signedPoints)}; ${test.name} ${p}`,
  );
  sentence(terminal, `Interval: ${comparison.interval}.`, palette.faint);
  listTasks(terminal, `Better on ${count(won.length, 'task')}`, won);
  listTasks(terminal, `Worse on ${count(lost.length, 'task')}`, lost);
  terminal.line();
}

function listTasks(terminal: Terminal, title: string, tasks: EvaluationComparison['won']): void {
  terminal.line(title);
  for (const { taskId, question } of tasks.slice(0, mostNamed)) {
    terminal.line(sanitise(`  ${taskId}  ${shortened(question)}`));
  }
  const more = tasks.length - mostNamed;
  if (more > 0) terminal.line(`  and ${count(more, 'more', 'more')}`);
}
