// Opens the judge that a person named on the command line, showing how its model is fetched, and what it said before.
import { homedir } from 'node:os';
import { JudgeName } from '../contract/judging.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { readJudgeFile, type JudgeFile } from '../judge/judgeFile.ts';
import { openChosenJudge as openJudge, type ChosenJudge } from '../labels/judging/chosenJudge.ts';
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
  const name = JudgeName.safeParse(word);
  if (name.success) return name.data;
  throw new HumanError(
    `There is no judge "${word}". Choose one of ${JudgeName.options.join(', ')}.`,
  );
}

/** @throws HumanError or FailureError when its model cannot be had */
export async function openChosenJudge(
  context: CommandContext,
  choice: JudgeChoice,
): Promise<ChosenJudge> {
  const { terminal, interrupts, env } = context;
  const progress = new ProgressLine(terminal, () => performance.now());
  const runtime = await context.openRuntime();
  const opening = {
    openJudge: runtime.openJudge.bind(runtime),
    cacheDirectory: cacheDirectory({ platform: process.platform, env, homeDirectory: homedir() }),
  };
  const onProgress = progress.show.bind(progress);
  const chosen = await openJudge(choice, opening, { signal: interrupts.signal, onProgress });
  progress.clear();
  return chosen;
}
