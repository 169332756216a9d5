// `tool-r1 eval --ablations`: the rows of a paper's ablation on a benchmark, with models that are there or that are trained for it.
import type { AblationTable } from '../contract/evaluation.ts';
import { ablationRows, type AblationRow, type AblationRows } from '../evaluate/ablationRows.ts';
import { ablationTable } from '../evaluate/ablationTable.ts';
import type { EvaluatedSide } from '../evaluate/compareResults.ts';
import { HumanError } from '../support/errors.ts';
import { refuseElsewhere, trainedModel, type AblationTraining } from './ablationTraining.ts';
import type { CommandContext } from './command.ts';
import { planEval } from './evalPlan.ts';
import { evaluateModel, type EvalCall } from './evalRun.ts';
import { interval, sentence, signedPoints } from './evalWords.ts';
import { exitCodeOfError, exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export interface EvalAblationsCall extends EvalCall {
  /** Null where the models are there. */
  readonly training: Omit<AblationTraining, 'recipe'> | null;
}

const usualRecipe = 'tool-r1-paper';

/** Row by row: what is trained and rolled out already is not done again. All rows are evaluated under one protocol. */
export async function evalAblationsCommand(
  context: CommandContext,
  call: EvalAblationsCall,
): Promise<ExitCode> {
  const { terminal } = context;
  const recipe = call.recipe ?? usualRecipe;
  const rows = ablationRows(recipe);
  const modelOf = chosenModels(context, call, rows);
  const plan = await planEval(context, { ...call, recipe });
  const sides: EvaluatedSide[] = [];
  for (const [place, row] of rows.rows.entries()) {
    const model = await modelOf(row, place);
    terminal.message(`Evaluating the row ${row.row} (${model})`);
    const { side, failure } = await evaluateModel(context, call, plan, model);
    if (failure !== null) return exitCodeOfError(failure);
    sides.push(side);
  }
  const table = ablationTable(rows, sides);
  if (call.json) terminal.line(JSON.stringify({ type: 'ablations', ...table }));
  else show(terminal, plan.benchmark.name, table);
  return exitCodes.ok;
}

type ModelOf = (row: AblationRow, place: number) => Promise<string>;

/** @throws HumanError when the models fit no rows */
function chosenModels(
  context: CommandContext,
  { models, training, name, compare }: EvalAblationsCall,
  { recipe, table, rows }: AblationRows,
): ModelOf {
  if (name !== null || compare.length > 0) {
    throw new HumanError(
      'The rows of an ablation have names of their own. Leave --name and --compare out.',
    );
  }
  if (training !== null && models.length === 0) {
    refuseElsewhere(training);
    return (row) => trainedModel(context, { ...training, recipe }, row);
  }
  const given = models.values();
  if (training === null && models.length === rows.length) {
    return (row) => Promise.resolve(given.next().value ?? row.row);
  }
  throw new HumanError(
    `${table} has ${count(rows.length, 'row')}: ${rows.map(({ row }) => row).join('; ')}. Name a --model for each in this order, or have them trained with --train-tasks FILE --train-model FOLDER.`,
  );
}

function show(terminal: Terminal, benchmark: string, { table, rows }: AblationTable): void {
  const { palette } = terminal;
  terminal.line(palette.strong(sanitise(`${table} on ${benchmark}`)));
  const head = ['', 'passed', '95 %', 'to the row above', '95 %', 'p', 'p of all (Holm)', 'paper'];
  const cells = rows.map((one) => [
    one.row,
    one.passRate.value === null ? '-' : percent(one.passRate.value),
    interval(one.passRate, percent),
    one.change?.value == null ? '' : signedPoints(one.change.value),
    one.change === null ? '' : interval(one.change, signedPoints),
    one.p === null ? '' : one.p.toFixed(3),
    one.adjusted === null ? '' : one.adjusted.toFixed(3),
    one.paper === null ? '' : `${one.paper.toFixed(2)} %`,
  ]);
  for (const line of textTable([head, ...cells])) terminal.line(sanitise(line));
  const about = 'The column of the paper is of its own model, data and number of runs (one).';
  sentence(terminal, about, palette.faint);
}
