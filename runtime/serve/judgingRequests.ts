// Answers `judge-trajectories` and tells how far it is.
import type { AgentRuntime } from '../agentRuntime.ts';
import { readJudgeFile } from '../judge/judgeFile.ts';
import { openChosenJudge } from '../labels/judging/chosenJudge.ts';
import { judgeStored, readStoredAnswers } from '../labels/judging/judgeStored.ts';
import { judgingFigures } from '../labels/judging/judgingFigures.ts';
import { trajectoryFiles } from '../store/workspaceTrajectories.ts';
import { HumanError } from '../support/errors.ts';
import type { Notify, Params, RequestHandlers, Result } from './requestHandlers.ts';
import { progressOf } from './workRequests.ts';

export interface JudgingServices {
  readonly runtime: Pick<AgentRuntime, 'openJudge'>;
  /** The cache folder of the product. */
  readonly cacheDirectory: string;
  readonly notify: Notify;
}

/** Answers that a model judges at the same time. */
const concurrency = 4;

export function judgingHandlers(
  services: JudgingServices,
): Pick<RequestHandlers, 'judge-trajectories'> {
  return { 'judge-trajectories': (params, signal) => judgeTrajectories(services, params, signal) };
}

async function judgeTrajectories(
  { runtime, cacheDirectory, notify }: JudgingServices,
  params: Params<'judge-trajectories'>,
  signal: AbortSignal,
): Promise<Result<'judge-trajectories'>> {
  const { workspace, judge: name, model, callId } = params;
  const onProgress = progressOf(callId, notify);
  const stored = await readStoredAnswers(await filesOf(params), signal);
  const choice = { name, model, asks: 1, taught: await readJudgeFile(workspace) };
  const opening = { openJudge: runtime.openJudge.bind(runtime), cacheDirectory };
  const { judge, cache } = await openChosenJudge(choice, opening, { signal, onProgress });
  try {
    const options = { judge, cache, asks: 1, again: false, concurrency, signal, onProgress };
    const outcome = await judgeStored(stored.answers, options);
    const { trajectories, levels, unscored, appended, left } = judgingFigures(outcome);
    return {
      ...{ judge: judge.identity, trajectories, levels, unscored, appended, left },
      ungradable: stored.ungradable,
      live: stored.live.length,
      problem: outcome.failure?.message ?? stored.problems[0] ?? null,
    };
  } finally {
    await cache?.close();
  }
}

async function filesOf({
  workspace,
  files,
}: Params<'judge-trajectories'>): Promise<readonly string[]> {
  if (files.length > 0) return files;
  const found = await trajectoryFiles(workspace);
  if (found.length > 0) return found.map(({ file }) => file);
  throw new HumanError(
    `${workspace} has no trajectories yet. Run agent tasks with a reference answer first.`,
  );
}
