// `tool-r1 eval`: how well models do on a benchmark, each as an evaluation that is kept with its protocol, and how they differ.
import { compareResults, type EvaluatedSide } from '../evaluate/compareResults.ts';
import { evaluationFolder } from '../evaluate/evaluationFiles.ts';
import { reportOf } from '../evaluate/report.ts';
import type { CommandContext } from './command.ts';
import { showComparison, showTogether } from './evalCompareView.ts';
import { planEval } from './evalPlan.ts';
import { evaluateModel, type EvalCall } from './evalRun.ts';
import { readNamedEvaluation } from './evalSides.ts';
import { showEvaluation } from './evalView.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { shortPath } from './shortPath.ts';

export async function evalCommand(context: CommandContext, call: EvalCall): Promise<ExitCode> {
  const { signal } = context.interrupts;
  const others: EvaluatedSide[] = [];
  for (const name of call.compare) {
    others.push(await readNamedEvaluation(context.cwd, name, signal));
  }
  const plan = await planEval(context, call);
  const sides: EvaluatedSide[] = [];
  for (const model of call.models) {
    const { side, failure } = await evaluateModel(context, call, plan, model);
    if (failure !== null) return exitCodeOfError(failure);
    sides.push(side);
  }
  tell(context, [...others, ...sides], call.json);
  return exitCodes.ok;
}

/** Each by itself, then the first against every other one. */
function tell({ terminal, cwd }: CommandContext, sides: readonly EvaluatedSide[], json: boolean) {
  const reports = sides.map(({ evaluation, lines }) => reportOf(evaluation, lines));
  const [first, ...others] = sides;
  const comparisons =
    first === undefined ? [] : others.map((other) => compareResults(first, other));
  if (json) {
    for (const report of reports) terminal.line(JSON.stringify({ type: 'report', ...report }));
    for (const one of comparisons) terminal.line(JSON.stringify({ type: 'comparison', ...one }));
    return;
  }
  for (const [place, report] of reports.entries()) {
    const evaluation = sides[place]?.evaluation;
    if (evaluation === undefined) continue;
    showEvaluation(terminal, evaluation, report, evaluationFolderName(cwd, report.name));
  }
  if (sides.length > 1) showTogether(terminal, sides, reports);
  for (const comparison of comparisons) showComparison(terminal, comparison);
}

function evaluationFolderName(cwd: string, name: string): string {
  return shortPath(cwd, evaluationFolder(cwd, name));
}
