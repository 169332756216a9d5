// The tree: gives VS Code the nodes, and hears what changes them. What nodes there are and how they look is decided in pure
// files beside this one.
import type { RunEvent } from '../../runtime/contract/events.ts';
import type { Disposable } from '../support/disposable.ts';
import { Listeners } from '../support/listeners.ts';
import { Debounce } from './debounce.ts';
import type { ExplorerNode, TaskNode } from './explorerNode.ts';
import { allTaskNodes, childNodes, parentNode, rootNodes, taskNodeOf } from './explorerTree.ts';
import { checkpointNodes, type ReadCheckpoints } from './checkpointNodes.ts';
import type { TrainingReader } from './trainingReader.ts';
import { labelNodes, type LabelsLeft } from './labelNodes.ts';
import type { FolderReader } from './folderReader.ts';
import type { LookMoment } from './nodeLook.ts';
import { RunningRollouts } from './runningRollouts.ts';

export interface ExplorerParts {
  readonly reader: FolderReader;
  readonly training: TrainingReader;
  /** Asked when the checkpoints of a run are opened. */
  readonly checkpoints: ReadCheckpoints;
  readonly now: () => Date;
  /** Why the chosen model cannot be asked; null when it can, or when nobody knows. */
  readonly modelProblem: () => string | null;
  readonly isTrusted: () => boolean;
  /** Folders that are not on this machine's disk, where nothing can be read. */
  readonly virtualFolders: () => readonly string[];
  /** What is left to label in a folder; null where it cannot be told. Asked when the section is opened. */
  readonly labelsLeft: (workspace: string) => Promise<LabelsLeft | null>;
  /** Told after each reading, so that the welcome text shows no sooner. */
  readonly onRead: (isEmpty: boolean) => void;
  readonly onError: (error: unknown) => void;
}

/** How long changes of files are gathered before the tree is read again. */
const gatherMilliseconds = 300;

export class Explorer implements Disposable {
  readonly #parts: ExplorerParts;
  readonly #changed: Listeners<null>;
  readonly #running = new RunningRollouts();
  readonly #gather: Debounce;

  constructor(parts: ExplorerParts) {
    this.#parts = parts;
    this.#changed = new Listeners(parts.onError);
    this.#gather = new Debounce(gatherMilliseconds, () => this.refresh());
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  async children(node: ExplorerNode | undefined): Promise<readonly ExplorerNode[]> {
    if (node?.kind === 'run' && node.section === 'checkpoints') {
      return checkpointNodes(node.run, this.#parts.checkpoints);
    }
    const [folders, training] = await Promise.all([
      this.#parts.reader.read(),
      this.#parts.training.read(),
    ]);
    if (node?.kind === 'section' && node.section === 'labels') {
      return labelNodes(folders, this.#parts.labelsLeft);
    }
    if (node !== undefined) return childNodes(node, folders, training);
    const roots = rootNodes(folders, training);
    this.#parts.onRead(roots.length === 0);
    return roots;
  }

  parent(node: ExplorerNode): ExplorerNode | null {
    return parentNode(node, this.#parts.reader.last);
  }

  get moment(): LookMoment {
    return { now: this.#parts.now(), running: this.#running.ids };
  }

  async tasks(): Promise<readonly TaskNode[]> {
    return allTaskNodes(await this.#parts.reader.read());
  }

  /** Reads again and gives the node of a task, for example one that was just added. */
  async taskNode(workspace: string, taskId: string): Promise<TaskNode | null> {
    this.refresh();
    return taskNodeOf(workspace, taskId, await this.#parts.reader.read());
  }

  /** Stands above the tree; the welcome texts say the same where the tree is empty. */
  get message(): string | undefined {
    const { reader, training, isTrusted, modelProblem, virtualFolders } = this.#parts;
    const [virtual] = virtualFolders();
    if (virtual !== undefined) {
      return `${virtual} is not on this machine's disk, so its tasks and trajectories cannot be read.`;
    }
    if (rootNodes(reader.last, training.last).length === 0) return undefined;
    if (!isTrusted()) return 'Restricted Mode: nothing is run here.';
    const problem = modelProblem();
    return problem === null ? undefined : `The chosen model cannot be asked. ${problem}`;
  }

  /** Reads everything again. */
  refresh(): void {
    this.#parts.reader.forget();
    this.#parts.training.forget();
    this.#changed.tell(null);
  }

  /** Files below `.tool-r1/` changed. */
  readonly filesChanged = (): void => this.#gather.call();

  readonly hearEvent = (event: Pick<RunEvent, 'type' | 'trajectoryId'>): void => {
    if (this.#running.hear(event)) this.#gather.call();
  };

  /** A run or a machine changed; tasks did not. */
  readonly trainingChanged = (): void => {
    this.#parts.training.forget();
    this.#changed.tell(null);
  };

  /** Does not read again: that would start a runtime which may end at once, and so on. */
  readonly runtimeEnded = (): void => {
    this.#running.clear();
    this.#changed.tell(null);
  };

  /** Only what stands above the tree changed. */
  readonly statusChanged = (): void => this.#changed.tell(null);

  dispose(): void {
    this.#gather.dispose();
  }
}
