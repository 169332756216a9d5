// `tool-r1 judge compare`: two judges on the answers that people labelled, item by item.
import { mcnemarExact } from '../judge/statistics/mcnemar.ts';
import { estimatePair } from '../judge/statistics/estimates.ts';
import { rowsAgainstPeople } from '../labels/report/labelledItems.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import {
  bootstrapSeed,
  findJudge,
  formatEstimate,
  minLabels,
  nameOf,
  readLabelled,
} from './judgeLabelled.ts';
import { sanitise } from './sanitise.ts';

export interface JudgeCompareOptions {
  /** `NAME` or `NAME@VERSION`. */
  readonly first: string;
  readonly second: string;
  readonly files: readonly string[];
  readonly json: boolean;
}

/** Only items that both graded count, so that neither has the easier ones. */
export async function judgeCompareCommand(
  context: CommandContext,
  options: JudgeCompareOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { population, items } = await readLabelled(context, options.files);
  const judges = [options.first, options.second].map((name) => findJudge(population, name));
  const all = judges.map((judge) => rowsAgainstPeople(population, items, judge.index));
  const [a = [], b = []] = all;
  const inB = new Map(b.map((row) => [row.index, row]));
  const pairs = a.flatMap((first) => {
    const second = inB.get(first.index);
    return second === undefined ? [] : [{ first, second }];
  });
  if (pairs.length === 0) {
    throw new HumanError(
      'No labelled answer has verdicts of both. Judge the files with each first.',
    );
  }
  const isRight = ({ left, right }: { left: number; right: number }): boolean => left === right;
  const onlyFirst = pairs.filter((pair) => isRight(pair.first) && !isRight(pair.second)).length;
  const onlySecond = pairs.filter((pair) => isRight(pair.second) && !isRight(pair.first)).length;
  const p = mcnemarExact(onlyFirst, onlySecond);
  const estimates = (['first', 'second'] as const).map((side) =>
    estimatePair(
      pairs.map((pair) => pair[side]),
      bootstrapSeed,
    ),
  );
  if (options.json) {
    const told = judges.map(({ key }, index) => ({ judge: key, ...estimates[index] }));
    terminal.line(JSON.stringify({ judges: told, n: pairs.length, onlyFirst, onlySecond, p }));
    return exitCodes.ok;
  }
  for (const [index, judge] of judges.entries()) {
    const estimate = estimates[index];
    if (estimate === undefined) continue;
    terminal.line(terminal.palette.strong(sanitise(nameOf(judge))));
    terminal.line(`  same as people   ${formatEstimate(estimate.same)}`);
    terminal.line(`  kappa            ${formatEstimate(estimate.kappa)}`);
    terminal.line(`  kappa, quadratic ${formatEstimate(estimate.kappaQuadratic)}`);
  }
  const few = pairs.length < minLabels ? `; fewer than ${minLabels} say little` : '';
  terminal.line(
    `${count(pairs.length, 'answer')} that people labelled and both graded${few}: only the first is right on ${onlyFirst}, only the second on ${onlySecond}; exact McNemar p = ${p.toFixed(3)}`,
  );
  return exitCodes.ok;
}
