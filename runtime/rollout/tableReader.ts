// Values of a trajectory as tables: from the sandbox that was kept, else from one in which the recorded code ran again.
import type { TablePage } from '../contract/requests.ts';
import type { Trajectory } from '../contract/trajectory.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { KeptEpisodes, KeptNamespace, NamespacePlace } from './keptEpisodes.ts';
import { rebuildNamespace, type NamespaceServices } from './rebuildNamespace.ts';

export interface TableQuestion {
  readonly place: NamespacePlace;
  readonly name: string;
  readonly offset: number;
  readonly limit: number;
  /** The trajectory with what its code needs; asked only when the namespace is gone. */
  readonly open: () => Promise<RecordedCode>;
}

export interface RecordedCode extends Omit<NamespaceServices, 'acquire'> {
  readonly trajectory: Trajectory;
  readonly files: ChosenFiles;
}

const readMilliseconds = 5000;

export class TableReader {
  readonly #kept: KeptEpisodes;
  /** Namespaces on their way, so that two pages of one table do not run the code twice. */
  readonly #rebuilding = new Map<string, Promise<void>>();

  constructor(kept: KeptEpisodes) {
    this.#kept = kept;
  }

  /** @throws HumanError when there is no such table, FailureError for broken machinery, or the signal's abort reason */
  async read(question: TableQuestion, signal: AbortSignal): Promise<TablePage> {
    const { place } = question;
    const key = `${place.trajectoryId}#${place.step}`;
    for (;;) {
      const reading = this.#kept.use(place, (namespace) => readFrom(namespace, question));
      if (reading !== null) return reading;
      const others = this.#rebuilding.get(key);
      if (others === undefined) break;
      await settled(others, signal);
    }
    const own = this.#rebuild(question, signal);
    this.#rebuilding.set(
      key,
      own.then(
        () => void this.#rebuilding.delete(key),
        () => void this.#rebuilding.delete(key),
      ),
    );
    return own;
  }

  async #rebuild(question: TableQuestion, signal: AbortSignal): Promise<TablePage> {
    const { place, open } = question;
    const { trajectory, files, tools, callTool } = await open();
    const acquire = this.#kept.acquire.bind(this.#kept);
    const wish = { trajectory, files, step: place.step };
    const sandbox = await rebuildNamespace(wish, { tools, callTool, acquire }, signal);
    const namespace = { place, sandbox, files, rebuilt: true };
    try {
      return await readFrom(namespace, question);
    } finally {
      this.#kept.keep(namespace);
    }
  }
}

async function readFrom(
  { sandbox, rebuilt }: KeptNamespace,
  { name, offset, limit }: TableQuestion,
): Promise<TablePage> {
  const result = await sandbox.readTable({
    name,
    offset,
    limit,
    timeoutMilliseconds: readMilliseconds,
  });
  if (!result.ok) throw new HumanError(result.problem);
  return { ...result.table, offset, rebuilt };
}

/** Waits for somebody else's work, whatever becomes of it. */
function settled(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('The request was cancelled.', 'AbortError'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    const done = () => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    work.then(done, done);
  });
}
