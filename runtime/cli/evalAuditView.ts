// An audit of a protocol as a table for a terminal.
import type { Evaluation, ProtocolAudit } from '../contract/evaluation.ts';
import { interval, points, sentence, signedPoints } from './evalWords.ts';
import { count } from './format.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

const names = {
  history: 'history',
  thinking: 'thinking of earlier turns',
  prompt: 'prompt rules',
  syntax: 'output syntax',
} as const;

export function showAudit(
  terminal: Terminal,
  { protocol }: Evaluation,
  { base, passRate, seeds, rows, unvaried }: ProtocolAudit,
): void {
  const { palette } = terminal;
  terminal.line(palette.strong(sanitise(`${protocol.model.name} on ${protocol.data.name}`)));
  const score = passRate.value === null ? '-' : percent(passRate.value);
  const head = ['', 'passed', 'change', '95 %', 'p', 'p of all (Holm)', 'tasks'];
  const asIs = [`as it is (${base})`, score];
  const table = textTable([head, asIs, chanceRow(seeds), ...rows.map(rowOf)]);
  for (const line of table) terminal.line(sanitise(line));
  for (const { field, reason } of unvaried) {
    sentence(terminal, `${names[field]} was not varied: ${reason}.`, palette.caution);
  }
  const about =
    'Each row changes one field and is paired by task with the protocol as it is; other seeds tell what chance does.';
  sentence(terminal, about, palette.faint);
}

function chanceRow({ rates, peakToPeak, deviation }: ProtocolAudit['seeds']): string[] {
  const name = `other seeds (${rates.length})`;
  if (peakToPeak === null || deviation === null) return [name, '', 'one seed tells nothing'];
  return [name, '', `${points(peakToPeak)} apart`, `deviation ${points(deviation)}`];
}

function rowOf(row: ProtocolAudit['rows'][number]): string[] {
  const { field, value, passRate, change, p, adjusted, tasks } = row;
  return [
    `${names[field]}: ${value}`,
    passRate === null ? '-' : percent(passRate),
    change.value === null ? '-' : signedPoints(change.value),
    interval(change, signedPoints),
    p === null ? '-' : p.toFixed(3),
    adjusted === null ? '-' : adjusted.toFixed(3),
    count(tasks, 'task'),
  ];
}
