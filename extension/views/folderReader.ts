// Reads what the tree shows of each folder, once until something changed. Asks the runtime; knows no VS Code.
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { messageOf } from '../support/problem.ts';
import type { FolderContents } from './explorerNode.ts';

export interface OpenFolder {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** Trajectories looked at for the lists below the tasks. */
const mostRecent = 300;

export class FolderReader {
  readonly #runtime: RuntimeRequests;
  readonly #folders: () => readonly OpenFolder[];
  #reading: Promise<readonly FolderContents[]> | null = null;
  #last: readonly FolderContents[] = [];

  constructor(runtime: RuntimeRequests, folders: () => readonly OpenFolder[]) {
    this.#runtime = runtime;
    this.#folders = folders;
  }

  /** What was read last; empty before the first time. */
  get last(): readonly FolderContents[] {
    return this.#last;
  }

  /** Never rejects: a folder that cannot be read says why. */
  read(): Promise<readonly FolderContents[]> {
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  /** The next `read` looks again. */
  forget(): void {
    this.#reading = null;
  }

  async #readAll(): Promise<readonly FolderContents[]> {
    const folders = await Promise.all(this.#folders().map((folder) => this.#readOne(folder)));
    this.#last = folders;
    return folders;
  }

  async #readOne({ name, path: workspace }: OpenFolder): Promise<FolderContents> {
    try {
      const [{ file, tasks, problems }, { trajectories }] = await Promise.all([
        this.#runtime.request('list-tasks', { workspace }),
        this.#runtime.request('list-recent', { workspace, limit: mostRecent }),
      ]);
      const read = { file, tasks, brokenLines: problems, recent: trajectories };
      return { name, workspace, ...read, problem: null };
    } catch (error) {
      const nothing = { file: null, tasks: [], brokenLines: [], recent: [] };
      return { name, workspace, ...nothing, problem: messageOf(error) };
    }
  }
}
