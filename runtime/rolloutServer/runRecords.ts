// What the server writes into the folder of a run beside the state: the trajectories of each train step in a file of their own, and
// one line for each group. What a crash left of steps that are sampled again is taken away first.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TrajectoryRecord } from '../contract/trajectory.ts';
import { GroupRecord } from '../contract/training/runFolder.ts';
import type { TrajectorySink } from '../rollout/trajectorySink.ts';
import { replaceFile } from '../store/atomicFile.ts';
import { JsonLinesWriter } from '../store/jsonLinesWriter.ts';
import { readLines } from '../store/lineReader.ts';
import { writeFailure } from '../store/storeErrors.ts';
import { TrajectoryStore, trajectorySuffix } from '../store/trajectoryStore.ts';
import { systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';

/** The trajectories of one train step. */
export class StepTrajectories implements TrajectorySink {
  readonly file: string;
  #store: Promise<TrajectoryStore> | null = null;

  constructor(file: string) {
    this.file = file;
  }

  async append(record: TrajectoryRecord): Promise<void> {
    this.#store ??= TrajectoryStore.open(this.file);
    await (await this.#store).append(record);
  }

  /** Waits for what was appended. */
  async close(): Promise<void> {
    // A store that could not be opened has told so to whoever appended.
    await this.#store?.then(
      (store) => store.close(),
      () => undefined,
    );
  }
}

export class RunRecords {
  readonly #rollouts: string;
  readonly #groups: string;

  constructor(folder: string) {
    this.#rollouts = path.join(folder, 'rollouts');
    this.#groups = path.join(folder, 'groups.jsonl');
  }

  /**
   * An empty file for the trajectories of a step, made with the first of them.
   * @throws FailureError at boundary `store`
   */
  async openTrajectories(step: number): Promise<StepTrajectories> {
    const file = path.join(this.#rollouts, `${step}${trajectorySuffix}`);
    await remove(file);
    return new StepTrajectories(file);
  }

  /** Resolves when the groups are on disk. @throws FailureError at boundary `store` */
  async addGroups(groups: readonly GroupRecord[]): Promise<void> {
    const writer = await JsonLinesWriter.open(this.#groups);
    try {
      await Promise.all(groups.map((group) => writer.append(group)));
    } finally {
      await writer.close();
    }
  }

  /** Forgets what was recorded of this train step and later ones. @throws FailureError at boundary `store` */
  async forgetFrom(step: number): Promise<void> {
    for (const name of await namesIn(this.#rollouts)) {
      if (stepOf(name) >= step) await remove(path.join(this.#rollouts, name));
    }
    const groups = await this.#groupLines();
    const kept = groups.filter((group) => group.step < step);
    if (kept.length < groups.length)
      await replaceFile(
        this.#groups,
        kept.map(({ line }) => line),
      );
  }

  async #groupLines(): Promise<readonly { readonly step: number; readonly line: string }[]> {
    const found: { step: number; line: string }[] = [];
    if (!(await namesIn(path.dirname(this.#groups))).includes(path.basename(this.#groups)))
      return found;
    for await (const { text } of readLines(this.#groups)) {
      const group = text === null ? null : parseJson(GroupRecord, text);
      // A line that a crash tore belongs to a step that is sampled again.
      found.push({ step: group?.ok ? group.value.step : Infinity, line: `${text ?? ''}\n` });
    }
    return found;
  }
}

async function remove(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw writeFailure(file, error);
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The train step that a file of trajectories is of; -1 for a file that is none. */
function stepOf(name: string): number {
  const step = name.endsWith(trajectorySuffix) ? name.slice(0, -trajectorySuffix.length) : '';
  return /^\d+$/.test(step) ? Number(step) : -1;
}
