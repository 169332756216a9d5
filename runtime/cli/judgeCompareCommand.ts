// `tool-r1 judge compare`: two judges on the answers that people labelled, item by item.
import type { GradedRow } from '../judge/statistics/gradedRow.ts';
import { estimatePair, type PairEstimates } from '../judge/statistics/estimates.ts';
import { mcnemarExact } from '../judge/statistics/mcnemar.ts';
import type { KnownJudge } from '../labels/judgeTable.ts';
import { rowsAgainstPeople } from '../labels/report/labelledItems.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import {
  bootstrapSeed,
  findJudge,
  formatEstimate,
  type LabelledPopulation,
  minLabels,
  nameOf,
  readLabelled,
} from './judgeLabelled.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';

export interface JudgeCompareOptions {
  /** `NAME` or `NAME@VERSION`. */
  readonly first: string;
  readonly second: string;
  readonly files: readonly string[];
  readonly json: boolean;
}

interface Side {
  readonly judge: KnownJudge;
  readonly estimates: PairEstimates;
}

interface Comparison {
  readonly sides: readonly Side[];
  /** Answers that people labelled and both graded. */
  readonly n: number;
  /** Answers on which only that judge says what people say. */
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Exact, two-sided. */
  readonly p: number;
}

/** Only items that both graded count, so that neither has the easier ones. */
export async function judgeCompareCommand(
  context: CommandContext,
  { first, second, files, json }: JudgeCompareOptions,
): Promise<ExitCode> {
  const labelled = await readLabelled(context, files);
  const comparison = compare(
    labelled,
    findJudge(labelled.population, first),
    findJudge(labelled.population, second),
  );
  if (json) context.terminal.line(JSON.stringify(plain(comparison)));
  else show(context.terminal, comparison);
  return exitCodes.ok;
}

function compare(labelled: LabelledPopulation, first: KnownJudge, second: KnownJudge): Comparison {
  const pairs = pairsOf(labelled, first, second);
  if (pairs.length === 0) throw nothingToCompare(labelled, first, second);
  const onlyFirst = pairs.filter(([a, b]) => isRight(a) && !isRight(b)).length;
  const onlySecond = pairs.filter(([a, b]) => isRight(b) && !isRight(a)).length;
  const side = (judge: KnownJudge, rows: readonly GradedRow[]): Side => ({
    judge,
    estimates: estimatePair(rows, bootstrapSeed),
  });
  return {
    sides: [
      side(
        first,
        pairs.map(([row]) => row),
      ),
      side(
        second,
        pairs.map(([, row]) => row),
      ),
    ],
    n: pairs.length,
    onlyFirst,
    onlySecond,
    p: mcnemarExact(onlyFirst, onlySecond),
  };
}

/** What each of them says of the same answers, beside what people say. */
function pairsOf(
  { population, items }: LabelledPopulation,
  first: KnownJudge,
  second: KnownJudge,
): (readonly [GradedRow, GradedRow])[] {
  const others = new Map(
    rowsAgainstPeople(population, items, second.index).map((row) => [row.index, row]),
  );
  return rowsAgainstPeople(population, items, first.index).flatMap((row) => {
    const other = others.get(row.index);
    return other === undefined ? [] : [[row, other] as const];
  });
}

function nothingToCompare(
  { items }: LabelledPopulation,
  first: KnownJudge,
  second: KnownJudge,
): HumanError {
  if (items.length === 0) {
    return new HumanError('No answer of these files is labelled yet. Label some: tool-r1 label');
  }
  const labelled = count(items.length, 'labelled answer');
  return new HumanError(
    `Of ${labelled} none has a verdict of both ${first.key} and ${second.key}. Judge the files with each first: tool-r1 judge FILE --judge NAME`,
  );
}

function isRight({ left, right }: GradedRow): boolean {
  return left === right;
}

function plain({ sides, ...figures }: Comparison): object {
  const judges = sides.map(({ judge, estimates }) => ({ judge: judge.key, ...estimates }));
  return { judges, ...figures };
}

function show(terminal: Terminal, { sides, n, onlyFirst, onlySecond, p }: Comparison): void {
  for (const { judge, estimates } of sides) {
    terminal.line(terminal.palette.strong(sanitise(nameOf(judge))));
    terminal.line(`  same as people   ${formatEstimate(estimates.same)}`);
    terminal.line(`  kappa            ${formatEstimate(estimates.kappa)}`);
    terminal.line(`  kappa, quadratic ${formatEstimate(estimates.kappaQuadratic)}`);
  }
  const few = n < minLabels ? `; fewer than ${minLabels} say little` : '';
  terminal.line(
    `${count(n, 'answer')} that people labelled and both graded${few}: only the first is right on ${onlyFirst}, only the second on ${onlySecond}; exact McNemar p = ${p.toFixed(3)}`,
  );
}
