// The pool of sealed sandboxes: starts kernel processes when they are first needed, lends a clean worker to each episode, and takes
// it back. What a worker does is workerHandle.ts; what an episode does is episodeSandbox.ts.
import path from 'node:path';
import { systemClock } from '../support/clock.ts';
import { errorMessage, failure } from '../support/errors.ts';
import { EpisodeSandbox } from './episodeSandbox.ts';
import type { LaunchPlan } from './nodeFlags.ts';
import { planLaunch } from './nodeFlags.ts';
import { firstPipe, ProcessHandle } from './processHandle.ts';
import type { Episode, Guarantee, Sandbox, SandboxPool } from './sandbox.ts';
import type { SandboxLog, SandboxPoolOptions } from './sandboxOptions.ts';
import { buildSnapshot } from './snapshotBuilder.ts';
import type { Snapshot } from './snapshotCache.ts';
import { SnapshotCache } from './snapshotCache.ts';
import { packMount } from './packMount.ts';
import { StagingArea } from './stagingArea.ts';
import { WorkerHandle } from './workerHandle.ts';
import type { ProcessReport, ServeCommand } from './workerProtocol.ts';

/** A thread is replaced when its heap has grown past this, because WebAssembly memory never shrinks. */
const recycleHeapBytes = 128 << 20;
const recycleEpisodes = 200;
/** Address space that a checkpoint may take; memory is used only as far as the heap of the episode goes. */
const maxCheckpointBytes = 1 << 30;

interface Started {
  readonly plan: LaunchPlan;
  readonly snapshot: Snapshot | null;
  readonly staging: StagingArea;
}

interface Waiter {
  readonly give: (worker: WorkerHandle) => void;
  readonly fail: (error: Error) => void;
}

export class PyodideSandboxPool implements SandboxPool {
  private readonly options: SandboxPoolOptions;
  private readonly log: SandboxLog;
  private readonly processes = new Set<ProcessHandle>();
  private readonly idle: WorkerHandle[] = [];
  private readonly waiters: Waiter[] = [];
  private started: Promise<Started> | null = null;
  private guarantees: Promise<readonly Guarantee[]> | null = null;
  private closed = false;

  constructor(options: SandboxPoolOptions) {
    this.options = options;
    this.log = options.log ?? (() => undefined);
  }

  /** Starts the processes ahead of the first episode. */
  async warm(): Promise<void> {
    await this.start();
  }

  async acquire(episode: Episode, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted();
    const { staging } = await this.start();
    const files = await staging.stage(episode.files);
    try {
      const worker = await this.takeIdle(signal);
      return await this.lend(worker, episode, files);
    } catch (error) {
      await staging.release(episode.files);
      throw error;
    }
  }

  async probe(): Promise<readonly Guarantee[]> {
    this.guarantees ??= this.start().then(() => []);
    return this.guarantees;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const gone = closedFailure();
    for (const waiter of this.waiters.splice(0)) waiter.fail(gone);
    const started = await this.started?.catch(() => null);
    await Promise.all([...this.processes].map((process) => process.end()));
    await started?.staging.close();
  }

  private async lend(
    worker: WorkerHandle,
    episode: Episode,
    files: Awaited<ReturnType<StagingArea['stage']>>,
  ): Promise<Sandbox> {
    const { staging } = await this.start();
    const sandbox = new EpisodeSandbox({
      worker,
      episode,
      files,
      guard: this.options.guard ?? true,
      clock: systemClock,
      onRelease: async () => {
        await this.takeBack(worker);
        await staging.release(episode.files);
      },
    });
    try {
      await sandbox.begin();
    } catch (error) {
      await this.takeBack(worker);
      throw error;
    }
    return sandbox;
  }

  private async takeIdle(signal: AbortSignal): Promise<WorkerHandle> {
    const worker = this.idle.shift();
    if (worker !== undefined) return worker;
    if (this.closed) throw closedFailure();
    return new Promise<WorkerHandle>((resolve, reject) => {
      const stop = (): void => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(new DOMException('The wait for a sandbox was stopped.', 'AbortError'));
      };
      const waiter: Waiter = {
        give: (given) => {
          signal.removeEventListener('abort', stop);
          resolve(given);
        },
        fail: reject,
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiters.push(waiter);
    });
  }

  private offer(worker: WorkerHandle): void {
    const waiter = this.waiters.shift();
    if (waiter === undefined) this.idle.push(worker);
    else waiter.give(worker);
  }

  /** Resets a worker, or has it replaced when it has grown too large. */
  private async takeBack(worker: WorkerHandle): Promise<void> {
    if (this.closed) return;
    try {
      const exchange = await worker.request({ op: 'reset' });
      const heapBytes = exchange.kind === 'done' ? exchange.end.heapBytes : 0;
      worker.episodes += 1;
      if (heapBytes > recycleHeapBytes || worker.episodes >= recycleEpisodes) {
        worker.replace();
        await worker.ready();
      }
      this.offer(worker);
    } catch (error) {
      this.log('warn', `a sandbox was not taken back: ${errorMessage(error)}`);
    }
  }

  private async start(): Promise<Started> {
    if (this.closed) throw closedFailure();
    this.started ??= this.startAll();
    return this.started;
  }

  private async startAll(): Promise<Started> {
    const { cacheDirectory, nodePath, processes } = this.options;
    const plan = await planLaunch(nodePath ?? process.execPath);
    const sessions = path.join(cacheDirectory, 'sandbox', 'sessions');
    const staging = await StagingArea.open(sessions, this.log);
    const snapshot = await this.findSnapshot(plan);
    const started = { plan, snapshot, staging };
    for (let index = 0; index < processes; index += 1) this.startProcess(started);
    return started;
  }

  private startProcess(started: Started): void {
    const { workersPerProcess } = this.options;
    const workers: WorkerHandle[] = [];
    const process = new ProcessHandle({
      plan: started.plan,
      entry: this.file('sandboxChild.mjs'),
      readable: this.readable(started.snapshot, started.staging),
      pipes: this.relay === 'pipes' ? workersPerProcess : 0,
      onReport: (report) => this.onReport(workers, report),
      onEnd: (reason) => {
        this.processes.delete(process);
        for (const worker of workers) this.drop(worker, reason);
        if (this.closed) return;
        if (workers.some((worker) => worker.wasReady)) this.startProcess(started);
        else this.failWaiters(reason);
      },
      log: this.log,
    });
    this.processes.add(process);
    for (let index = 0; index < workersPerProcess; index += 1) {
      const pipe = this.relay === 'pipes' ? process.pipe(index) : null;
      workers.push(new WorkerHandle(process, index, pipe));
    }
    process.send({ ...this.command(started.snapshot), type: 'serve' });
  }

  private onReport(workers: readonly WorkerHandle[], report: ProcessReport): void {
    if (!('worker' in report) || report.worker === null) {
      if (report.type === 'failed') this.failWaiters(report.message);
      return;
    }
    const worker = workers[report.worker];
    if (worker === undefined) return;
    if (report.type === 'ready') {
      const first = !worker.wasReady;
      worker.onReady();
      if (first) this.offer(worker);
    } else if (report.type === 'ended') worker.onEnded();
    else if (report.type === 'frame') worker.receive(report.bytes);
    else {
      this.drop(worker, report.message);
      if (!worker.wasReady) this.failWaiters(report.message);
    }
  }

  /** A sandbox that does not start now will not start for those who wait either. */
  private failWaiters(reason: string): void {
    this.log('warn', `a sandbox did not start: ${reason}`);
    if (this.processes.size > 0 && this.idle.length > 0) return;
    const error = failure(
      'sandbox',
      'no-start',
      `The Python sandbox does not start: ${reason}. Run \`tool-r1 doctor\` to see what is missing.`,
    );
    for (const waiter of this.waiters.splice(0)) waiter.fail(error);
  }

  private drop(worker: WorkerHandle, reason: string): void {
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    worker.onBroken(reason);
  }

  private async findSnapshot(plan: LaunchPlan): Promise<Snapshot | null> {
    const { onProgress, dataPack, cacheDirectory, pyodideDirectory } = this.options;
    const kernelDirectory = this.file('kernel');
    try {
      const cache = await SnapshotCache.locate({
        cacheDirectory,
        pyodideDirectory,
        kernelDirectory,
        dataPack: dataPack ?? null,
      });
      const found = await cache.load();
      if (found !== null) return found;
      const launch = {
        plan,
        entry: this.file('sandboxChild.mjs'),
        readable: this.readable(null, null),
        log: this.log,
      };
      const built = await buildSnapshot(
        launch,
        this.command(null),
        onProgress ?? (() => undefined),
      );
      return await cache.store(built);
    } catch (error) {
      this.log('warn', `no snapshot, so sandboxes start slowly: ${errorMessage(error)}`);
      return null;
    }
  }

  private command(snapshot: Snapshot | null): Omit<ServeCommand, 'type'> {
    const { pyodideDirectory, workersPerProcess, dataPack } = this.options;
    return {
      pyodideDirectory,
      workerFile: this.file('sandboxWorker.mjs'),
      kernelDirectory: this.file('kernel'),
      pack: dataPack == null ? null : packMount(dataPack),
      snapshot,
      workers: workersPerProcess,
      relay: this.relay,
      firstDescriptor: firstPipe,
      maxHeapBytes: maxCheckpointBytes,
    };
  }

  private get relay(): 'pipes' | 'messages' {
    return process.platform === 'win32' ? 'messages' : 'pipes';
  }

  private readable(snapshot: Snapshot | null, staging: StagingArea | null): string[] {
    const { pyodideDirectory, distDirectory, dataPack } = this.options;
    return [
      pyodideDirectory,
      path.join(distDirectory, 'sandbox'),
      ...(dataPack == null ? [] : [dataPack.directory]),
      ...(snapshot === null ? [] : [snapshot.file]),
      ...(staging === null ? [] : [staging.folder]),
    ];
  }

  private file(name: string): string {
    return path.join(this.options.distDirectory, 'sandbox', name);
  }
}

function closedFailure(): Error {
  return failure('sandbox', 'closed', 'The sandboxes are closed.');
}
