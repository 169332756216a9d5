// `tool-r1 judge check`: whether a judge agrees with people well enough, told by the exit code, for use in CI.
import type { Estimate } from '../contract/agreement.ts';
import { estimatePair, type PairEstimates } from '../judge/statistics/estimates.ts';
import { rowsAgainstPeople } from '../labels/report/labelledItems.ts';
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

export interface JudgeCheckOptions {
  readonly files: readonly string[];
  /** `NAME` or `NAME@VERSION`; null takes the judge that rewards come from. */
  readonly judge: string | null;
  readonly minKappa: number;
  readonly weighting: KappaChoice;
  readonly json: boolean;
}

export const kappaChoices = ['none', 'linear', 'quadratic'] as const;
export type KappaChoice = (typeof kappaChoices)[number];

/** The estimate counts, not the lower end of its interval. */
export async function judgeCheckCommand(
  context: CommandContext,
  options: JudgeCheckOptions,
): Promise<ExitCode> {
  const { terminal } = context;
  const { population, items } = await readLabelled(context, options.files);
  const judge = findJudge(population, options.judge);
  const rows = rowsAgainstPeople(population, items, judge.index);
  const kappa = kappaOf(estimatePair(rows, bootstrapSeed), options.weighting);
  const enough = rows.length >= minLabels;
  const passes = enough && kappa.value !== null && kappa.value >= options.minKappa;
  const { minKappa } = options;
  if (options.json) {
    const { key } = judge;
    terminal.line(JSON.stringify({ judge: key, n: rows.length, kappa, minKappa, passes }));
  } else {
    const { good, bad } = terminal.palette;
    const mark = passes ? good('passes') : bad('fails');
    const why = enough
      ? `kappa ${formatEstimate(kappa)} on ${count(rows.length, 'label')}, at least ${minKappa} asked for`
      : `only ${count(rows.length, 'label')} on its verdicts; ${minLabels} are needed. Label more: tool-r1 label`;
    terminal.line(`${mark}  ${sanitise(nameOf(judge))}: ${why}`);
  }
  return passes ? exitCodes.ok : exitCodes.belowKappa;
}

function kappaOf(pair: PairEstimates, weighting: KappaChoice): Estimate {
  switch (weighting) {
    case 'none':
      return pair.kappa;
    case 'linear':
      return pair.kappaLinear;
    case 'quadratic':
      return pair.kappaQuadratic;
  }
}
