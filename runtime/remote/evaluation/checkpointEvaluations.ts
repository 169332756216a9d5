// Evaluates checkpoints where they are served, with the agent of this computer, and compares two of them.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { AgentRuntime } from '../../agentRuntime.ts';
import type { MachineName } from '../../contract/machine.ts';
import type { Recipe } from '../../contract/recipe.ts';
import type { Task } from '../../contract/task.ts';
import { type EvaluatedTask, EvaluationSummary } from '../../contract/training/evaluation.ts';
import type { CheckpointListing, RunPlace } from '../../contract/training/runView.ts';
import { readTrainingTasks, refuseUnanswered } from '../../launch/trainingTasks.ts';
import { trainingOf } from '../../recipes/trainingOf.ts';
import { failure, HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { parseJson } from '../../support/parseJson.ts';
import { missingSamples, settingsHash } from '../../training/taskSampling.ts';
import { newestEvaluation } from '../checkpoints/checkpointFiles.ts';
import { readThere } from '../checkpoints/readThere.ts';
import type { RunCheckpoints } from '../checkpoints/runCheckpoints.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { ServedCheckpoints } from '../serving/servedCheckpoints.ts';
import { compareEvaluations, type CheckpointComparison } from './compareEvaluations.ts';
import { evaluateTasks } from './evaluateTasks.ts';
import { evaluationKey, heldOutOf } from './evaluationRecords.ts';
import { EvaluationStore } from './evaluationStore.ts';

export interface CheckpointEvaluationsParts {
  readonly link: (machine: MachineName) => MachineLink;
  readonly checkpoints: Pick<RunCheckpoints, 'find'>;
  readonly serving: Pick<ServedCheckpoints, 'borrow'>;
  /** Folder of this computer for evaluations that are not finished. */
  readonly folder: string;
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

/** The same for every checkpoint, so that they are compared on the same draws of whatever is drawn. */
const seed = 0;

export class CheckpointEvaluations {
  readonly #parts: CheckpointEvaluationsParts;

  constructor(parts: CheckpointEvaluationsParts) {
    this.#parts = parts;
  }

  /**
   * Rolls each task out once at temperature 0, with the recipe of the run; answers at once where that was done. Broken off, it goes
   * on where it was when it is called again.
   * @throws HumanError when the run, the checkpoint or the tasks cannot be used, or some of them could not be scored
   * @throws FailureError at boundary `remote`, `store` or `policy`
   */
  async evaluate(
    place: RunPlace,
    wish: EvaluationWish,
    options: EvaluateOptions,
  ): Promise<CheckpointListing> {
    const { signal } = options;
    const checkpoint = await this.#parts.checkpoints.find(place, wish.step, signal);
    const recipe = await this.#recipeOf(place, signal);
    const tasks = await readTasks(wish.tasks, recipe, signal);
    const hash = settingsHash({ model: 'checkpoint', recipe, seed });
    const key = evaluationKey(tasks, hash);
    const store = this.#storeOf(place, checkpoint, key);
    const records = await store.read(signal);
    const wishes = missingSamples(tasks, [...records.values()], { samples: 1, seed });
    if (wishes.length > 0) {
      await this.#whileServed(place, wish.step, options, (model) =>
        evaluateTasks(wishes, records, {
          ...{ ...options, store, recipe, model, settingsHash: hash, now: this.#parts.now },
          total: tasks.length,
        }),
      );
    }
    refuseUnscored([...records.values()]);
    const heldOut = heldOutOf(records.values(), trainingOf(recipe).passScore);
    const summary = { tasksFile: path.basename(wish.tasks), heldOut };
    await store.publish(records, summary, signal);
    return { ...checkpoint, heldOut };
  }

  /**
   * By what was evaluated last of both.
   * @throws HumanError when they were not evaluated on the same tasks
   * @throws FailureError at boundary `remote`
   */
  async compare(
    place: RunPlace,
    { first, second }: { readonly first: number; readonly second: number },
    signal: AbortSignal,
  ): Promise<CheckpointComparison> {
    const recipe = await this.#recipeOf(place, signal);
    const one = await this.#newest(place, first, signal);
    const other = await this.#newest(place, second, signal);
    if (one.key !== other.key) {
      const files = [...new Set([one.tasksFile, other.tasksFile])].join(' and ');
      throw new HumanError(
        `Checkpoints ${first} and ${second} were evaluated on different tasks (${files}). Evaluate both on the same file.`,
      );
    }
    const records = [one, other].map(({ store }) => store.read(signal));
    const [before = new Map(), after = new Map()] = await Promise.all(records);
    return compareEvaluations(before, after, trainingOf(recipe).passScore);
  }

  async #newest(place: RunPlace, step: number, signal: AbortSignal) {
    const checkpoint = await this.#parts.checkpoints.find(place, step, signal);
    const link = this.#parts.link(place.machine);
    const text = await readThere(link, newestEvaluation(checkpoint.folder), signal);
    const parsed = parseJson(EvaluationSummary, text);
    if (!parsed.ok) {
      throw new HumanError(
        `Checkpoint ${step} was not evaluated yet. Evaluate it first; both on the same tasks.`,
      );
    }
    const { key, tasksFile } = parsed.value;
    return { key, tasksFile, store: this.#storeOf(place, checkpoint, key) };
  }

  /** Greedy: the same answers each time. */
  async #recipeOf({ machine, folder }: RunPlace, signal: AbortSignal): Promise<Recipe> {
    const { job } = await readRunThere(this.#parts.link(machine), folder, signal);
    return { ...job.recipe, agent: { ...job.recipe.agent, temperature: 0 } };
  }

  #storeOf({ machine }: RunPlace, { folder }: CheckpointListing, key: string): EvaluationStore {
    const name = createHash('sha256')
      .update(JSON.stringify([machine, folder]))
      .digest('hex');
    const localFolder = path.join(this.#parts.folder, name.slice(0, 16));
    return new EvaluationStore({ link: this.#parts.link(machine), folder, key, localFolder });
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

async function readTasks(
  file: string,
  recipe: Recipe,
  signal: AbortSignal,
): Promise<readonly Task[]> {
  const all = { ...trainingOf(recipe).difficultyFilter, enabled: false };
  const { tasks } = await readTrainingTasks(file, all, signal);
  refuseUnanswered(file, tasks);
  return tasks;
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
