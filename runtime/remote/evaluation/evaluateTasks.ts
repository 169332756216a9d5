// Rolls out the tasks of an evaluation that are still to be done, and writes down each as soon as it has ended.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentRuntime, RolloutRequest } from '../../agentRuntime.ts';
import { JudgeName } from '../../contract/judging.ts';
import type { Recipe } from '../../contract/recipe.ts';
import type { EvaluatedTask } from '../../contract/training/evaluation.ts';
import type { JudgeChoice } from '../../judge/judgeChoice.ts';
import { trainingOf } from '../../recipes/trainingOf.ts';
import { chooseFiles } from '../../support/chosenFiles.ts';
import { FailureError, HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { takeSamples } from '../../training/takeSamples.ts';
import type { SampleWish } from '../../training/taskSampling.ts';
import type { EvaluationStore } from './evaluationStore.ts';
import { HeardFigures } from './heardFigures.ts';

export interface EvaluationMeans {
  readonly runtime: Pick<AgentRuntime, 'run'>;
  readonly store: Pick<EvaluationStore, 'append'>;
  readonly recipe: Recipe;
  /** As `--model` takes it. */
  readonly model: string;
  readonly settingsHash: string;
  /** Tasks in all, those included that are done. */
  readonly total: number;
  /** ISO 8601. */
  readonly now: () => string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** A server on graphics cards answers several at once as fast as one. */
const concurrency = 4;

/**
 * @param records by the hash of the task; gets what is made
 * @throws FailureError when the model or the machinery cannot be used; what was made until then is kept
 */
export async function evaluateTasks(
  wishes: readonly SampleWish[],
  records: Map<string, EvaluatedTask>,
  means: EvaluationMeans,
): Promise<void> {
  const { runtime, store, settingsHash, now, signal, onProgress } = means;
  const { total } = means;
  let done = total - wishes.length;
  const tell = (): void => onProgress({ activity: 'Evaluating', done, total, unit: 'items' });
  const questions = new Map(wishes.map(({ task, taskHash }) => [taskHash, task.question]));
  const heard = new HeardFigures();
  const scratch = await mkdtemp(path.join(tmpdir(), 'tool-r1-evaluation-'));
  try {
    tell();
    const failure = await takeSamples(wishes, {
      ...{ runtime, settingsHash, now, concurrency, signal },
      requestFor: (wish) => requestFor(wish, means, scratch),
      clock: () => performance.now(),
      onEvent: (event) => heard.hear(event),
      onSample: async (sample) => {
        const { taskHash } = sample;
        const about = {
          question: questions.get(taskHash) ?? '',
          figures: heard.take(idOf(taskHash)),
        };
        const record = { ...sample, model: 'checkpoint', ...about };
        await store.append(record, signal);
        records.set(taskHash, record);
        done += 1;
        tell();
      },
    });
    if (failure !== null) throw new FailureError(failure);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function requestFor(
  { task, taskHash, seed }: SampleWish,
  { model, recipe }: EvaluationMeans,
  scratch: string,
): Promise<RolloutRequest> {
  const trajectoryId = idOf(taskHash);
  const judge = judgeOf(recipe);
  const where = { file: null, outputFolder: path.join(scratch, trajectoryId), branch: null };
  const files = await chooseFiles(task.files);
  return { trajectoryId, task, files, model, recipe, seed, judge, ...where };
}

/** As in training: what people taught the judges of a workspace is not counted. */
function judgeOf(recipe: Recipe): JudgeChoice {
  const { judge, judgeModel } = trainingOf(recipe);
  const name = JudgeName.safeParse(judge);
  if (!name.success) throw new HumanError(`The recipe names a judge that is none: ${judge}.`);
  return {
    name: name.data,
    model: judgeModel ?? '',
    asks: 1,
    taught: { version: 1, examples: [] },
  };
}

function idOf(taskHash: string): string {
  return `evaluation-${taskHash.slice(0, 16)}`;
}
