// One evaluation from the terminal: prepares it, rolls out what is missing with a bar, and says what is kept when it is broken off.
import type { Evaluation, EvaluationResult, TokenPrices } from '../contract/evaluation.ts';
import type { EvaluatedSide } from '../evaluate/compareResults.ts';
import { countedResults, plannedPlaces } from '../evaluate/countedResults.ts';
import { beginEvaluation, evaluationFolder, readResults } from '../evaluate/evaluationFiles.ts';
import { prepareEvaluation } from '../evaluate/prepareEvaluation.ts';
import {
  costOf,
  missingPlaces,
  runEvaluation,
  type EvaluationRun,
} from '../evaluate/runEvaluation.ts';
import { reachOf as reachedBy } from '../rolloutRequest.ts';
import { FailureError, isAbort } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import type { EvalOptions, EvalPlan } from './evalPlan.ts';
import { EvalProgress } from './evalProgress.ts';
import { count } from './format.ts';
import { ProgressLine } from './progressLine.ts';
import { shortPath } from './shortPath.ts';

export interface EvalCall extends EvalOptions {
  readonly runtimeVersion: string;
}

export interface Evaluated {
  readonly side: EvaluatedSide;
  /** Why it was given up; null when everything was tried. */
  readonly failure: FailureError | null;
}

/** Goes on with the evaluation of a model under a plan, or begins it. @throws HumanError or FailureError of what cannot be used */
export async function evaluateModel(
  context: CommandContext,
  call: EvalCall,
  plan: EvalPlan,
  model: string,
): Promise<Evaluated> {
  const wanted = await prepare(context, call, plan, model);
  const folder = evaluationFolder(context.cwd, wanted.name);
  const evaluation = await beginEvaluation(folder, wanted);
  const lines = await linesOf(context, folder);
  const tasks = new Map(plan.hashed.tasks.map(({ task, hash }) => [hash, task]));
  const { recipe, judge, prices } = plan;
  const reach = reachedBy(call.reach);
  const run = { evaluation, folder, tasks, recipe, judge, reach, prices };
  const failure = await makeMissing(context, call, run, lines);
  return { side: { evaluation, lines: priced(lines, prices) }, failure };
}

/** What was rolled out before anybody said a price is priced now. */
function priced(lines: readonly EvaluationResult[], prices: TokenPrices | null) {
  if (prices === null) return lines;
  return lines.map((line) => ({ ...line, cost: costOf(line, prices) }));
}

async function prepare(
  context: CommandContext,
  { samples, name, concurrency, runtimeVersion, reach }: EvalCall,
  { benchmark, hashed, recipe, judge, seeds }: EvalPlan,
  model: string,
): Promise<Evaluation> {
  const { terminal, interrupts, now } = context;
  const runtime = await context.openRuntime(concurrency);
  const progress = new ProgressLine(terminal, () => performance.now());
  try {
    return await prepareEvaluation(
      {
        ...{ benchmark, hashed, recipe, judge, model, seeds, samplesPerSeed: samples, name },
        reach: reachedBy(reach),
      },
      {
        ...{ runtime, runtimeVersion, now: now(), signal: interrupts.signal },
        onProgress: progress.show.bind(progress),
      },
    );
  } finally {
    progress.clear();
  }
}

async function linesOf(
  { terminal, interrupts }: CommandContext,
  folder: string,
): Promise<EvaluationResult[]> {
  const { results, broken } = await readResults(folder, interrupts.signal);
  if (broken > 0) {
    terminal.message(
      `${folder}: ${count(broken, 'line')} of results cannot be read; what was there is done again.`,
    );
  }
  return [...results];
}

/** Adds to `lines` what it makes; gives why it was given up, or null. */
async function makeMissing(
  context: CommandContext,
  { concurrency }: EvalCall,
  run: EvaluationRun,
  lines: EvaluationResult[],
): Promise<FailureError | null> {
  const { terminal, interrupts, now, randomHex, openRuntime } = context;
  const { evaluation } = run;
  const before = countedResults(evaluation, lines).filter((one) => one.correctness !== null);
  const { passScore } = evaluation.protocol;
  const amounts = { total: plannedPlaces(evaluation).length, before, passScore };
  const progress = new EvalProgress(terminal, amounts, () => performance.now());
  try {
    const failure = await runEvaluation(run, missingPlaces(evaluation, lines), {
      ...{ runtime: await openRuntime(concurrency), concurrency, now, randomHex },
      ...{ clock: () => performance.now(), signal: interrupts.signal },
      onEvent: (event) => {
        if (event.type === 'progress-reported') progress.prepare(event);
      },
      onResult: (result) => {
        lines.push(result);
        progress.show(result);
      },
    });
    progress.clear();
    if (failure !== null) tellKept(context, run, lines, `${failure.message}\n`);
    return failure === null ? null : new FailureError(failure);
  } catch (error) {
    progress.clear();
    if (isAbort(error)) tellKept(context, run, lines, '');
    throw error;
  }
}

function tellKept(
  { terminal, cwd }: CommandContext,
  { evaluation, folder }: EvaluationRun,
  lines: readonly EvaluationResult[],
  why: string,
): void {
  const done = countedResults(evaluation, lines).length;
  const total = plannedPlaces(evaluation).length;
  terminal.message(
    `${why}${done} of ${count(total, 'rollout')} are kept in ${shortPath(cwd, folder)}. The same command goes on.`,
  );
}
