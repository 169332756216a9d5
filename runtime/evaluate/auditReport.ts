// What an audit found: how far chance and each field of the protocol move the score. Pure.
import type { ProtocolAudit } from '../contract/evaluation.ts';
import { holmAdjusted } from '../judge/statistics/holm.ts';
import type { AuditVariant, AuditVariants } from './auditVariants.ts';
import { compareResults, type EvaluatedSide } from './compareResults.ts';
import { meanOf } from './passRate.ts';
import { reportOf } from './report.ts';

export interface AuditedSide extends Pick<AuditVariant, 'field' | 'value'> {
  readonly side: EvaluatedSide;
}

export function auditReport(
  base: EvaluatedSide,
  others: readonly AuditedSide[],
  unvaried: AuditVariants['unvaried'],
): ProtocolAudit {
  const { name, all, seeds, peakToPeak } = reportOf(base.evaluation, base.lines);
  const rates = seeds.flatMap(({ passRate }) => passRate ?? []);
  return {
    base: name,
    passRate: all.passRate,
    seeds: { rates, peakToPeak, deviation: deviationOf(rates) },
    rows: withAdjusted(others.map((other) => rowOf(base, other))),
    unvaried: [...unvaried],
  };
}

type Row = ProtocolAudit['rows'][number];

function rowOf(base: EvaluatedSide, { field, value, side }: AuditedSide): Row {
  const { secondRate: passRate, change, tasks, test } = compareResults(base, side);
  const evaluation = side.evaluation.name;
  return { field, value, evaluation, passRate, tasks, change, p: test?.p ?? null, adjusted: null };
}

function withAdjusted(rows: readonly Row[]): Row[] {
  const adjusted = holmAdjusted(rows.flatMap(({ p }) => p ?? [])).values();
  return rows.map((row) =>
    row.p === null ? row : { ...row, adjusted: adjusted.next().value ?? null },
  );
}

function deviationOf(rates: readonly number[]): number | null {
  if (rates.length < 2) return null;
  const mean = meanOf(rates);
  const squares = rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
  return Math.sqrt(squares / (rates.length - 1));
}
