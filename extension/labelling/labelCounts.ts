// What is left to label in each folder, for the tree: from a queue that is opened when the tree first asks, and kept open so that
// counting again is quick.
import type { LabelsLeft } from '../views/labelNodes.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { type LabelRuntime, OpenQueue } from './openQueue.ts';
import type { Rater } from './rater.ts';

export interface LabelCountsParts {
  readonly runtime: LabelRuntime;
  readonly rater: Pick<Rater, 'known'>;
  readonly log: Log;
}

export class LabelCounts implements Disposable {
  readonly #parts: LabelCountsParts;
  readonly #owned = new Disposables();
  /** By person and folder. */
  readonly #queues = new Map<string, OpenQueue>();

  constructor(parts: LabelCountsParts) {
    this.#parts = parts;
  }

  /** Null when it is not known who labels, or when the folder cannot be read. */
  async left(workspace: string): Promise<LabelsLeft | null> {
    const { runtime, rater, log } = this.#parts;
    try {
      const name = await rater.known(workspace);
      if (name === null) return null;
      const handle = await this.#queueOf(workspace, name).handle();
      const { total, labelled, conflicts } = await runtime.request('read-labelling', { handle });
      return { items: total - labelled, conflicts };
    } catch (error) {
      log.warn(`${workspace}: ${messageOf(error)}`);
      return null;
    }
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #queueOf(workspace: string, name: string): OpenQueue {
    const key = `${name}\n${workspace}`;
    const known = this.#queues.get(key);
    if (known !== undefined) return known;
    const { runtime, log } = this.#parts;
    const rater = () => Promise.resolve(name);
    const population = { workspace, files: [] };
    const queue = this.#owned.add(new OpenQueue({ runtime, population, rater, log }));
    this.#queues.set(key, queue);
    return queue;
  }
}
