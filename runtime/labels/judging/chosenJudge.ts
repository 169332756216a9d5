// A judge that a person chose, ready to be asked, with what it said before.
import type { Judge } from '../../judge/judge.ts';
import type { JudgeChoice } from '../../judge/judgeChoice.ts';
import { VerdictCache } from '../../store/verdictCache.ts';
import type { OnProgress } from '../../support/progress.ts';

export interface ChosenJudge {
  readonly judge: Judge;
  /** What it said before; null for judges that cost nothing to ask. The caller closes it. */
  readonly cache: VerdictCache | null;
}

export interface JudgeOpening {
  readonly openJudge: (choice: JudgeChoice, options: JudgePreparation) => Promise<Judge>;
  /** The cache folder of the product. */
  readonly cacheDirectory: string;
}

export interface JudgePreparation {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** @throws HumanError or FailureError when its model cannot be had */
export async function openChosenJudge(
  choice: JudgeChoice,
  { openJudge, cacheDirectory }: JudgeOpening,
  options: JudgePreparation,
): Promise<ChosenJudge> {
  const judge = await openJudge(choice, options);
  if (choice.name !== 'llm') return { judge, cache: null };
  const place = { cache: cacheDirectory, judge: judge.identity, asks: choice.asks };
  return { judge, cache: await VerdictCache.open(place) };
}
