// Evaluates checkpoints where they are served, with the agent of this computer, and compares two of them.
import path from 'node:path';
import type * as z from 'zod';
import type { AgentRuntime } from '../../agentRuntime.ts';
import type { Recipe } from '../../contract/recipe.ts';
import type { EvaluatedTask } from '../../contract/training/evaluation.ts';
import type { trainingRequests } from '../../contract/training/trainingRequests.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { hashTasks, type HashedTask } from '../../evaluate/taskHashes.ts';
import { readTrainingTasks, refuseUnanswered } from '../../launch/trainingTasks.ts';
import { trainingOf } from '../../recipes/trainingOf.ts';
import { failure, HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { settingsHash } from '../../training/taskSampling.ts';
import { isOffline } from '../link/remoteProblem.ts';
import type { ServedCheckpoints } from '../serving/servedCheckpoints.ts';
import { compareEvaluations } from './compareEvaluations.ts';
import { type EvaluatedCheckpointParts, findEvaluated } from './evaluatedCheckpoint.ts';
import { evaluateTasks } from './evaluateTasks.ts';
import { evaluationKey, heldOutOf, openWishes } from './evaluationRecords.ts';
import { EvaluationStore } from './evaluationStore.ts';
import { newestEvaluated } from './newestEvaluated.ts';

type Answer<Name extends keyof typeof trainingRequests> = z.infer<
  (typeof trainingRequests)[Name]['result']
>;
export type EvaluationAnswer = Answer<'evaluate-checkpoint'>;
export type ComparisonAnswer = Answer<'compare-checkpoints'>;

export interface CheckpointEvaluationsParts extends EvaluatedCheckpointParts {
  readonly serving: Pick<ServedCheckpoints, 'borrow'>;
  /** ISO 8601. */
  readonly now: () => string;
}

export interface EvaluateOptions {
  readonly runtime: Pick<AgentRuntime, 'run'>;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface EvaluationWish {
  readonly step: number;
  /** A task file of this computer, absolute. */
  readonly tasks: string;
}

interface OpenEvaluation {
  readonly place: RunPlace;
  readonly step: number;
  readonly recipe: Recipe;
  readonly set: TaskSet;
  readonly store: EvaluationStore;
  /** By the hash of the task; gets what is made. */
  readonly records: Map<string, EvaluatedTask>;
}

/** The tasks of a file under the settings of a run. */
interface TaskSet {
  readonly tasks: readonly HashedTask[];
  readonly settingsHash: string;
  readonly key: string;
}

/** The same for every checkpoint, so that they are compared on the same draws of whatever is drawn. */
const seed = 0;

export class CheckpointEvaluations {
  readonly #parts: CheckpointEvaluationsParts;

  constructor(parts: CheckpointEvaluationsParts) {
    this.#parts = parts;
  }

  /**
   * Rolls each task out once at temperature 0, with the recipe of the run; answers at once where that was done, and from the copy on
   * this computer where the machine cannot be reached. Broken off, it goes on where it was when it is called again.
   * @throws HumanError when the run, the checkpoint or the tasks cannot be used, or some of them could not be scored
   * @throws FailureError at boundary `remote`, `store` or `policy`
   */
  async evaluate(
    place: RunPlace,
    wish: EvaluationWish,
    options: EvaluateOptions,
  ): Promise<EvaluationAnswer> {
    const { signal } = options;
    const found = await findEvaluated(this.#parts, place, wish.step, signal);
    const { link, checkpoint, recipe, copy, offline } = found;
    const set = await taskSet(wish.tasks, recipe, signal);
    const { folder } = checkpoint;
    const store = new EvaluationStore({ link, folder, copy, key: set.key });
    const records = offline === null ? await store.read(signal) : await store.readCopy();
    if (openWishes(set.tasks, records).length > 0) {
      if (offline !== null) throw offline;
      await this.#rollOut({ place, step: wish.step, recipe, set, store, records }, options);
    }
    refuseUnscored([...records.values()]);
    const heldOut = heldOutOf(records.values(), trainingOf(recipe).passScore);
    const tasksFile = path.basename(wish.tasks);
    const summary = { version: 1, key: set.key, tasksFile, heldOut } as const;
    await copy.keepNewest(summary);
    const isThere = offline === null && (await unlessOffline(store.publish(summary, signal)));
    return { checkpoint: { ...checkpoint, heldOut }, fromCopy: !isThere };
  }

  /**
   * By what was evaluated last of both.
   * @throws HumanError when they were not evaluated on the same tasks
   * @throws FailureError at boundary `remote` or `store`
   */
  async compare(
    place: RunPlace,
    { first, second }: { readonly first: number; readonly second: number },
    signal: AbortSignal,
  ): Promise<ComparisonAnswer> {
    const one = await newestEvaluated(this.#parts, place, first, signal);
    const other = await newestEvaluated(this.#parts, place, second, signal);
    if (one.key !== other.key) {
      const files = [...new Set([one.tasksFile, other.tasksFile])].join(' and ');
      throw new HumanError(
        `Checkpoints ${first} and ${second} were evaluated on different tasks (${files}). Evaluate both on the same file.`,
      );
    }
    const { passScore } = trainingOf(one.recipe);
    const compared = compareEvaluations(one.records, other.records, passScore);
    return { ...compared, fromCopy: one.fromCopy || other.fromCopy };
  }

  /** What was made until something broke is kept, and goes to the machine as far as it can. */
  async #rollOut(
    { place, step, recipe, set, store, records }: OpenEvaluation,
    options: EvaluateOptions,
  ): Promise<void> {
    const { tasks, settingsHash: hash } = set;
    const { now } = this.#parts;
    try {
      await this.#whileServed(place, step, options, (model) =>
        evaluateTasks(openWishes(tasks, records), records, {
          ...{ ...options, store, recipe, model, settingsHash: hash, now, total: tasks.length },
        }),
      );
    } finally {
      await store.close(options.signal);
    }
  }

  /** Served for nobody else, it is not served afterwards. */
  async #whileServed(
    place: RunPlace,
    step: number,
    { signal, onProgress }: EvaluateOptions,
    work: (model: string) => Promise<void>,
  ): Promise<void> {
    const use = await this.#parts.serving.borrow(place, step, { signal, onProgress });
    try {
      await work(use.server.model);
    } catch (error) {
      const why = use.server.problem();
      if (why === null || signal.aborted) throw error;
      throw failure('remote', 'not-served', `${why} Call it again to go on where it was.`, error);
    } finally {
      await use.giveBack();
    }
  }
}

async function taskSet(file: string, recipe: Recipe, signal: AbortSignal): Promise<TaskSet> {
  const all = { ...trainingOf(recipe).difficultyFilter, enabled: false };
  const { tasks: read } = await readTrainingTasks(file, all, signal);
  refuseUnanswered(file, read);
  const { tasks, tasksHash } = await hashTasks(read, signal);
  const hash = settingsHash({ model: 'checkpoint', recipe, seed });
  return { tasks, settingsHash: hash, key: evaluationKey(tasksHash, hash) };
}

/** False where the machine cannot be reached: then it is kept here until the next time. */
async function unlessOffline(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isOffline(error)) return false;
    throw error;
  }
}

/** A share of some of the tasks would be taken for one of all of them. */
function refuseUnscored(records: readonly EvaluatedTask[]): void {
  const unscored = records.filter(({ correctness }) => correctness === null);
  const [first] = unscored;
  if (first === undefined) return;
  throw new HumanError(
    `${unscored.length} of ${records.length} tasks could not be scored: ${first.cause ?? 'nobody said why'} The others are kept; call it again to try these again.`,
  );
}
