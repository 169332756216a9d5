// Gets kernel processes going: finds out how they can be started here, has the snapshot at hand, and launches them with lines to their
// workers. Who uses the workers is not its business.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../support/errors.ts';
import type { LaunchPlan } from './nodeFlags.ts';
import { planLaunch } from './nodeFlags.ts';
import { packMount } from './packMount.ts';
import { firstPipe, ProcessHandle } from './processHandle.ts';
import type { SandboxLog, SandboxPoolOptions } from './sandboxOptions.ts';
import { buildSnapshot } from './snapshotBuilder.ts';
import type { Snapshot } from './snapshotCache.ts';
import { SnapshotCache } from './snapshotCache.ts';
import { StagingArea } from './stagingArea.ts';
import { WorkerHandle } from './workerHandle.ts';
import type { ProcessReport, ServeCommand } from './workerProtocol.ts';

/** Address space that a checkpoint may take; memory is used only as far as the heap of the episode goes. */
const maxCheckpointBytes = 1 << 30;

/** Where things really lie: a permission for a link says nothing about what it leads to. */
interface Places {
  readonly pyodide: string;
  readonly dist: string;
  readonly pack: string | null;
}

/** What is found out once, before the first process. */
export interface Prepared {
  readonly places: Places;
  readonly plan: LaunchPlan;
  /** Where the snapshot lies or will lie; null when there is to be none. */
  readonly snapshotFile: string | null;
  /**
   * Resolves when the snapshot is checked, or built where there was none: as long as a process takes to start, or seconds. Null
   * when none could be made; interpreters then boot plainly. Never rejects.
   */
  readonly snapshot: Promise<Snapshot | null>;
  readonly staging: StagingArea;
}

export interface LaunchedKernel {
  readonly process: ProcessHandle;
  readonly workers: readonly WorkerHandle[];
}

export interface KernelListener {
  readonly onReport: (report: ProcessReport, kernel: LaunchedKernel) => void;
  readonly onEnd: (reason: string, kernel: LaunchedKernel) => void;
}

export class KernelLauncher {
  private readonly options: SandboxPoolOptions;
  private readonly log: SandboxLog;

  constructor(options: SandboxPoolOptions, log: SandboxLog) {
    this.options = options;
    this.log = log;
  }

  /** @throws Error when the cache folder cannot be written, so that no file can be shown to code */
  async prepare(): Promise<Prepared> {
    const { cacheDirectory, nodePath } = this.options;
    const sessions = path.join(cacheDirectory, 'sandbox', 'sessions');
    const planning = planLaunch(nodePath ?? process.execPath);
    const [places, staging] = await Promise.all([
      this.findPlaces(),
      StagingArea.open(sessions, this.log),
    ]);
    const [plan, cache] = await Promise.all([planning, this.findCache(places)]);
    return {
      places,
      plan,
      staging,
      snapshotFile: cache?.file ?? null,
      snapshot: cache === null ? Promise.resolve(null) : this.findSnapshot(cache, places, plan),
    };
  }

  /** Starts a process; its workers report one by one when they are ready. */
  launch(prepared: Prepared, count: number, listener: KernelListener): LaunchedKernel {
    const relay = this.options.relay ?? platformRelay;
    const workers: WorkerHandle[] = [];
    const handle = new ProcessHandle({
      plan: prepared.plan,
      entry: entryOf(prepared.places),
      readable: readable(prepared.places, prepared),
      pipes: relay === 'pipes' ? count : 0,
      onReport: (report) => listener.onReport(report, kernel),
      onEnd: (reason) => listener.onEnd(reason, kernel),
      log: this.log,
    });
    const kernel: LaunchedKernel = { process: handle, workers };
    for (let index = 0; index < count; index += 1) {
      workers.push(new WorkerHandle(handle, index, relay === 'pipes' ? handle.pipe(index) : null));
    }
    return kernel;
  }

  /** What the process is told first. It starts while the snapshot is still being checked. */
  async serveCommand(prepared: Prepared, workers: number): Promise<ServeCommand> {
    return { ...this.command(prepared.places, await prepared.snapshot, workers), type: 'serve' };
  }

  private async findPlaces(): Promise<Places> {
    const { pyodideDirectory, distDirectory, dataPack } = this.options;
    return {
      pyodide: await realpath(pyodideDirectory),
      dist: path.join(await realpath(distDirectory), 'sandbox'),
      pack: dataPack === null || dataPack === undefined ? null : await realpath(dataPack.directory),
    };
  }

  /** Null when sandboxes are to boot without a snapshot, or when there is no place for one. */
  private async findCache(places: Places): Promise<SnapshotCache | null> {
    const { dataPack, cacheDirectory } = this.options;
    if (this.options.snapshot === false) return null;
    try {
      return await SnapshotCache.locate({
        cacheDirectory: await realpath(cacheDirectory),
        pyodideDirectory: places.pyodide,
        builder: entryOf(places),
        kernelDirectory: path.join(places.dist, 'kernel'),
        dataPack: dataPack ?? null,
        nodePath: this.options.nodePath ?? process.execPath,
      });
    } catch (error) {
      return this.withoutSnapshot(error);
    }
  }

  private async findSnapshot(
    cache: SnapshotCache,
    places: Places,
    plan: LaunchPlan,
  ): Promise<Snapshot | null> {
    try {
      return (await cache.load()) ?? (await this.buildSnapshot(cache, places, plan));
    } catch (error) {
      return this.withoutSnapshot(error);
    }
  }

  private async buildSnapshot(
    cache: SnapshotCache,
    places: Places,
    plan: LaunchPlan,
  ): Promise<Snapshot> {
    const launch = { plan, entry: entryOf(places), readable: readable(places), log: this.log };
    const onProgress = this.options.onProgress ?? (() => undefined);
    return cache.store(await buildSnapshot(launch, this.command(places, null, 1), onProgress));
  }

  private withoutSnapshot(error: unknown): null {
    this.log('warn', `no snapshot, so sandboxes start slowly: ${errorMessage(error)}`);
    return null;
  }

  private command(
    places: Places,
    snapshot: Snapshot | null,
    workers: number,
  ): Omit<ServeCommand, 'type'> {
    const { dataPack, relay } = this.options;
    return {
      pyodideDirectory: places.pyodide,
      workerFile: path.join(places.dist, 'sandboxWorker.mjs'),
      kernelDirectory: path.join(places.dist, 'kernel'),
      pack:
        dataPack === null || dataPack === undefined || places.pack === null
          ? null
          : packMount(dataPack, places.pack),
      snapshot,
      workers,
      relay: relay ?? platformRelay,
      firstDescriptor: firstPipe,
      maxHeapBytes: maxCheckpointBytes,
    };
  }
}

/** Reading an inherited pipe in a blocking way is proven on POSIX only. */
const platformRelay = process.platform === 'win32' ? 'messages' : 'pipes';

function entryOf(places: Places): string {
  return path.join(places.dist, 'sandboxChild.mjs');
}

/** What a process may read. */
function readable(places: Places, prepared?: Pick<Prepared, 'snapshotFile' | 'staging'>): string[] {
  const optional = [places.pack, prepared?.snapshotFile, prepared?.staging.folder];
  return [places.pyodide, places.dist, ...optional.filter((place) => typeof place === 'string')];
}
