// What an evaluation is to do, from the command line: the benchmark with its hashes, the recipe and the judge.
import path from 'node:path';
import { BenchmarkKind, type TokenPrices } from '../contract/evaluation.ts';
import { Id } from '../contract/ids.ts';
import type { Recipe } from '../contract/recipe.ts';
import { benchmarks } from '../evaluate/benchmark.ts';
import type { GaiaSplit } from '../evaluate/gaiaFolder.ts';
import { readBenchmark, type Benchmark } from '../evaluate/readBenchmark.ts';
import { hashTasks, type HashedTasks } from '../evaluate/taskHashes.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { judgeChoice } from './openChosenJudge.ts';
import type { Reach } from './reach.ts';

export interface EvalOptions {
  /** A file of tasks, or the folder of a copy of GAIA. */
  readonly tasks: string;
  readonly models: readonly string[];
  /** Null takes what the tasks look like. */
  readonly benchmark: string | null;
  readonly split: GaiaSplit;
  /** Null takes that of the benchmark. */
  readonly recipe: string | null;
  /** Each `path=value`. */
  readonly changes: readonly string[];
  readonly judge: string | null;
  readonly judgeModel: string;
  readonly seeds: number;
  readonly samples: number;
  readonly concurrency: number;
  /** Of the evaluation; null makes one. */
  readonly name: string | null;
  /** Names of evaluations that are there already. */
  readonly compare: readonly string[];
  /** Of a million tokens; null where nobody said. */
  readonly priceIn: number | null;
  readonly priceOut: number | null;
  readonly reach: Reach;
  readonly json: boolean;
}

export interface EvalPlan {
  readonly benchmark: Benchmark;
  readonly hashed: HashedTasks;
  readonly recipe: Recipe;
  readonly judge: JudgeChoice;
  readonly seeds: readonly number[];
  readonly prices: TokenPrices | null;
}

/** @throws HumanError of one line, or FailureError at boundary `store` */
export async function planEval(context: CommandContext, options: EvalOptions): Promise<EvalPlan> {
  const { cwd, interrupts } = context;
  refuseOptions(options);
  const kind = kindOf(options.benchmark);
  const wish = { place: path.resolve(cwd, options.tasks), kind, split: options.split };
  const benchmark = await readBenchmark(wish, interrupts.signal);
  const recipe = await readRecipe(options.recipe ?? usualRecipe(benchmark), cwd, options.changes);
  const name = options.judge ?? benchmarks[benchmark.kind].judge;
  const taught = { version: 1 as const, examples: [] };
  const judge = await judgeChoice(
    context,
    { judge: name, model: options.judgeModel, asks: 1 },
    taught,
  );
  const seeds = Array.from({ length: options.seeds }, (_, seed) => seed);
  const hashed = await hashTasks(benchmark.tasks, interrupts.signal);
  return { benchmark, hashed, recipe, judge, seeds, prices: pricesOf(options) };
}

function refuseOptions({ name, models }: EvalOptions): void {
  if (name !== null && !Id.safeParse(name).success) {
    throw new HumanError(`"${name}" cannot be a --name. Use letters, digits, ".", "_" and "-".`);
  }
  if (name !== null && models.length > 1) {
    throw new HumanError(
      'One --name cannot be of several models. Leave it out, or take one model.',
    );
  }
}

function kindOf(word: string | null): BenchmarkKind | null {
  if (word === null) return null;
  const kind = BenchmarkKind.safeParse(word);
  if (kind.success) return kind.data;
  throw new HumanError(
    `There is no kind of benchmark "${word}". Choose one of ${BenchmarkKind.options.join(', ')}.`,
  );
}

function usualRecipe({ kind, tasks }: Benchmark): string {
  const names = [...new Set(tasks.map((task) => benchmarks[kind].recipe(task)))];
  const [first, second] = names;
  if (first !== undefined && second === undefined) return first;
  throw new HumanError(
    `Some of the tasks are for the recipe ${names.join(', others for ')}. Take them apart, or say which with --recipe.`,
  );
}

function pricesOf({ priceIn, priceOut }: EvalOptions): TokenPrices | null {
  if (priceIn === null && priceOut === null) return null;
  if (priceIn !== null && priceOut !== null) return { input: priceIn, output: priceOut };
  throw new HumanError('A cost needs both prices: --price-in and --price-out.');
}
