// `tool-r1 label agreement`: how far judges, the rule and people agree, as tables.
import path from 'node:path';
import type {
  AgreementReport,
  Estimate,
  JudgeAgainstPeople,
  PairAgreement,
} from '../contract/agreement.ts';
import { enoughLabels, levelOrder } from '../contract/agreement.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { openLabelling } from './labelCommand.ts';
import { sanitise } from './sanitise.ts';
import { textTable } from './textTable.ts';
import type { Terminal } from './terminal.ts';

export interface LabelAgreementOptions {
  readonly files: readonly string[];
  readonly json: boolean;
}

export async function labelAgreementCommand(
  context: CommandContext,
  { files, json }: LabelAgreementOptions,
): Promise<ExitCode> {
  const { cwd, interrupts, terminal } = context;
  const labelling = openLabelling(context);
  const request = { workspace: cwd, files: files.map((file) => path.resolve(cwd, file)) };
  const report = await labelling.agreement(request, interrupts.signal);
  if (json) terminal.line(JSON.stringify(report));
  else print(terminal, report);
  return exitCodes.ok;
}

function print(terminal: Terminal, report: AgreementReport): void {
  const { palette } = terminal;
  const { trajectories, items, labelledItems, rubric } = report;
  terminal.line(
    `${labelledItems} of ${items} items labelled, from ${trajectories} trajectories, rubric version ${rubric.version}`,
  );
  section(terminal, 'Agreement, with 95 % intervals', pairTable(report.pairs));
  for (const judge of report.judges) printMatrix(terminal, judge);
  if (report.drift.length > 0) {
    const rows = report.drift.map(({ name, n, same, kappa }) => [
      name,
      String(n),
      percent(same, n),
      number(kappa, n),
    ]);
    section(terminal, 'Apart, never pooled', [['what', 'n', 'same', 'kappa'], ...rows]);
  }
  printImpact(terminal, report);
  terminal.line();
  for (const remark of report.remarks) terminal.line(palette.faint(sanitise(remark)));
}

function pairTable(pairs: readonly PairAgreement[]): string[][] {
  const head = ['who', 'n', 'same', 'kappa', 'linear', 'quadratic', 'alpha'];
  const rows = pairs.map(({ left, right, n, ...figures }) => [
    `${left.name} / ${right.name}`,
    String(n),
    percent(figures.same, n),
    number(figures.kappa, n),
    number(figures.kappaLinear, n),
    number(figures.kappaQuadratic, n),
    number(figures.alpha, n),
  ]);
  return [head, ...rows];
}

function printMatrix(
  terminal: Terminal,
  { judge, n, counts, quality, flipRate }: JudgeAgainstPeople,
) {
  if (n === 0) return;
  const rows = levelOrder.map((level, row) => {
    const { precision, recall } = quality[row] ?? { precision: nothing, recall: nothing };
    const cells = (counts[row] ?? []).map(String);
    return [level, ...cells, percent(precision, n), percent(recall, n)];
  });
  const head = [`${judge.name} says`, ...levelOrder.map((level) => `people ${level}`)];
  section(terminal, `${judge.name} against people, ${count(n, 'item')}`, [
    [...head, 'precision', 'recall'],
    ...rows,
  ]);
  if (flipRate !== null) {
    terminal.line(`Asked again it gave another verdict in ${percent(flipRate, enoughLabels)}.`);
  }
}

const nothing: Estimate = { value: null, low: null, high: null };

function printImpact(terminal: Terminal, { impact, labelledItems }: AgreementReport): void {
  if (impact === null) return;
  const { meanReward, passRate, window, advantages } = impact;
  const n = labelledItems;
  const share = (value: number | null) => (value === null ? '-' : `${(100 * value).toFixed(1)} %`);
  const mean = meanReward.judged === null ? '-' : meanReward.judged.toFixed(2);
  section(terminal, 'If people were right', [
    ['what', 'as judged', 'corrected'],
    ['mean reward', mean, number(meanReward.corrected, n)],
    ['pass rate', share(passRate.judged), percent(passRate.corrected, n)],
    ['tasks from 0.2 to 0.8', String(window.judged), number(window.corrected, n, 0)],
    [
      'trajectories pushed the other way',
      '',
      `${advantages.otherSign} of ${advantages.trajectories} in groups with labels`,
    ],
  ]);
}

function section(terminal: Terminal, title: string, rows: readonly (readonly string[])[]): void {
  terminal.line();
  terminal.line(terminal.palette.strong(sanitise(title)));
  for (const line of textTable(rows)) terminal.line(sanitise(line));
}

function number(estimate: Estimate, n: number, digits = 2): string {
  return shown(estimate, n, (value) => value.toFixed(digits));
}

function percent(estimate: Estimate, n: number): string {
  return shown(estimate, n, (value) => `${(100 * value).toFixed(1)} %`);
}

function shown(
  { value, low, high }: Estimate,
  n: number,
  format: (value: number) => string,
): string {
  if (n < enoughLabels) return 'not enough labels';
  if (value === null) return 'undefined';
  return low === null || high === null
    ? format(value)
    : `${format(value)} (${format(low)} to ${format(high)})`;
}
