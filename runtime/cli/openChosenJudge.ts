// Opens the judge that a person named on the command line, showing how its model is fetched, and what it said before.
import { homedir } from 'node:os';
import type { Judge } from '../judge/judge.ts';
import { judgeNames, type JudgeChoice, type JudgeName } from '../judge/judgeChoice.ts';
import { readJudgeFile, type JudgeFile } from '../judge/judgeFile.ts';
import { VerdictCache } from '../store/verdictCache.ts';
import { cacheDirectory } from '../support/cacheDirectory.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { ProgressLine } from './progressLine.ts';

export interface JudgeWish {
  /** `rule`, `gaia-official`, `llm` or `semantic`. */
  readonly judge: string;
  /** Model of the `llm` judge. */
  readonly model: string;
  readonly asks: number;
}

export interface ChosenJudge {
  readonly judge: Judge;
  /** What it said before; null for judges that cost nothing to ask. The caller closes it. */
  readonly cache: VerdictCache | null;
}

/** @throws HumanError for a name that is none */
export async function judgeChoice(
  context: CommandContext,
  wish: JudgeWish,
  taught?: JudgeFile,
): Promise<JudgeChoice> {
  const name = judgeName(wish.judge);
  const { model, asks } = wish;
  if (asks > 1 && name !== 'llm') {
    throw new HumanError(`The ${name} judge says the same every time; leave out --repeats.`);
  }
  return { name, model, asks, taught: taught ?? (await readJudgeFile(context.cwd)) };
}

function judgeName(word: string): JudgeName {
  const name = judgeNames.find((one) => one === word);
  if (name !== undefined) return name;
  throw new HumanError(`There is no judge "${word}". Choose one of ${judgeNames.join(', ')}.`);
}

/** @throws HumanError or FailureError when its model cannot be had */
export async function openChosenJudge(
  context: CommandContext,
  choice: JudgeChoice,
): Promise<ChosenJudge> {
  const { terminal, interrupts, env } = context;
  const progress = new ProgressLine(terminal, () => performance.now());
  const runtime = await context.openRuntime();
  const judge = await runtime.openJudge(choice, {
    signal: interrupts.signal,
    onProgress: progress.show.bind(progress),
  });
  progress.clear();
  if (choice.name !== 'llm') return { judge, cache: null };
  const cache = cacheDirectory({ platform: process.platform, env, homeDirectory: homedir() });
  const place = { cache, judge: judge.identity, asks: choice.asks };
  return { judge, cache: await VerdictCache.open(place) };
}
