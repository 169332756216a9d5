// The pool of sealed sandboxes: starts kernel processes when they are first needed, lends a clean worker to each episode, and takes
// it back. What a worker does is workerHandle.ts; what an episode does is episodeSandbox.ts.
import { availableParallelism } from 'node:os';
import { systemClock } from '../support/clock.ts';
import { errorMessage, failure } from '../support/errors.ts';
import { EpisodeSandbox } from './episodeSandbox.ts';
import { probeGuarantees } from './guarantees.ts';
import type { StagedFile } from './hostFiles.ts';
import type { LaunchedKernel, Prepared } from './kernelLauncher.ts';
import { KernelLauncher } from './kernelLauncher.ts';
import type { Episode, Guarantee, Sandbox, SandboxPool } from './sandbox.ts';
import type { SandboxLog, SandboxPoolOptions } from './sandboxOptions.ts';
import type { Turn } from './turns.ts';
import { Turns } from './turns.ts';
import { WaitingLine } from './waitingLine.ts';
import type { WorkerHandle } from './workerHandle.ts';
import type { ProcessReport } from './workerProtocol.ts';

/** A thread is replaced when its heap has grown past this, because WebAssembly memory never shrinks. */
const recycleHeapBytes = 128 << 20;
const recycleEpisodes = 200;
/** Processes that ended one after the other without a worker coming up; after that, waiting is pointless. */
const maxFailedStarts = 3;
const never = new AbortController().signal;

export class PyodideSandboxPool implements SandboxPool {
  private readonly options: SandboxPoolOptions;
  private readonly log: SandboxLog;
  private readonly launcher: KernelLauncher;
  private readonly kernels = new Set<LaunchedKernel>();
  private readonly line = new WaitingLine<WorkerHandle>();
  private readonly turns: Turns;
  private prepared: Promise<Prepared> | null = null;
  private guarantees: Promise<readonly Guarantee[]> | null = null;
  private failedStarts = 0;
  private closed = false;

  constructor(options: SandboxPoolOptions) {
    this.options = options;
    this.log = options.log ?? (() => undefined);
    this.launcher = new KernelLauncher(options, this.log);
    this.turns = new Turns(options.turns ?? availableParallelism());
  }

  /** The kernel processes that run now, for those who measure them. */
  get processIds(): number[] {
    return [...this.kernels].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]));
  }

  /** Starts the processes ahead of the first episode and builds the snapshot where there is none; workers come up in the background. */
  async warm(): Promise<void> {
    const { snapshot } = await this.start();
    await snapshot;
  }

  async acquire(episode: Episode, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted();
    const { staging } = await this.start();
    const files = await staging.stage(episode.files);
    const giveBackFiles = () => staging.release(episode.files);
    try {
      const { worker, turn } = await this.takeWorker(signal);
      return await this.lend(worker, { episode, files, giveBackFiles }).finally(turn.end);
    } catch (error) {
      await giveBackFiles();
      throw error;
    }
  }

  async probe(): Promise<readonly Guarantee[]> {
    this.guarantees ??= this.prepare().then((prepared) =>
      probeGuarantees({ prepared, launcher: this.launcher }),
    );
    return this.guarantees;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.turns.lift();
    this.line.fail(closedFailure());
    const prepared = await this.prepared?.catch(() => null);
    // What builds it ends by itself.
    await prepared?.snapshot;
    await Promise.all([...this.kernels].map((kernel) => kernel.process.end()));
    await prepared?.staging.close();
  }

  /** A worker and the turn to begin with it. Nobody holds a turn while waiting for a worker: those who have one need turns. */
  private async takeWorker(
    signal: AbortSignal,
  ): Promise<{ readonly worker: WorkerHandle; readonly turn: Turn }> {
    const turn = await this.turns.toBegin(signal);
    const worker = this.closed || signal.aborted ? null : this.line.takeFree();
    if (worker !== null) return { worker, turn };
    turn.end();
    signal.throwIfAborted();
    if (this.closed) throw closedFailure();
    const given = await this.line.take(signal);
    return { worker: given, turn: await this.turns.toBegin(signal) };
  }

  private async lend(
    worker: WorkerHandle,
    wanted: {
      readonly episode: Episode;
      readonly files: readonly StagedFile[];
      readonly giveBackFiles: () => Promise<void>;
    },
  ): Promise<Sandbox> {
    const sandbox = new EpisodeSandbox({
      worker,
      episode: wanted.episode,
      files: wanted.files,
      guard: this.options.guard ?? true,
      checkpoints: this.options.checkpoints ?? 'each-step',
      clock: systemClock,
      turns: this.turns,
      onRelease: async () => {
        await this.takeBack(worker);
        await wanted.giveBackFiles();
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

  /** Resets a worker, or has it replaced when it has grown too large. */
  private async takeBack(worker: WorkerHandle): Promise<void> {
    if (this.closed || worker.isBroken) return;
    try {
      await worker.whenReady();
      const turn = await this.turns.forStep(never);
      const exchange = await worker.request({ op: 'reset' }).finally(turn.end);
      const heapBytes = exchange.kind === 'done' ? exchange.end.heapBytes : 0;
      worker.episodes += 1;
      if (heapBytes > recycleHeapBytes || worker.episodes >= recycleEpisodes) {
        worker.replace();
        await worker.whenReady();
      }
      this.line.offer(worker);
    } catch (error) {
      this.log('warn', `a sandbox was not taken back: ${errorMessage(error)}`);
    }
  }

  private async prepare(): Promise<Prepared> {
    if (this.closed) throw closedFailure();
    if (this.prepared !== null) return this.prepared;
    const prepared = this.launcher.prepare();
    this.prepared = prepared;
    prepared.catch(() => {
      // A full disk may have room again; the next caller tries anew.
      this.prepared = null;
    });
    return prepared;
  }

  private async start(): Promise<Prepared> {
    const prepared = await this.prepare();
    if (this.closed) throw closedFailure();
    while (this.kernels.size < this.options.processes) this.startProcess(prepared);
    return prepared;
  }

  private startProcess(prepared: Prepared): void {
    const { workersPerProcess } = this.options;
    const kernel = this.launcher.launch(prepared, workersPerProcess, {
      onReport: (report, launched) => this.onReport(report, launched),
      onEnd: (reason, ended) => this.onEnd(prepared, reason, ended),
    });
    this.kernels.add(kernel);
    void this.serve(kernel, prepared);
  }

  private async serve(kernel: LaunchedKernel, prepared: Prepared): Promise<void> {
    const command = await this.launcher.serveCommand(prepared, this.options.workersPerProcess);
    // It may have ended meanwhile, and another may be in its place.
    if (this.kernels.has(kernel) && !this.closed) kernel.process.send(command);
  }

  private onReport(report: ProcessReport, { process, workers }: LaunchedKernel): void {
    const worker =
      'worker' in report && report.worker !== null ? workers[report.worker] : undefined;
    switch (report.type) {
      case 'ready':
        this.failedStarts = 0;
        if (worker?.onReady() === 'first') this.line.offer(worker);
        return;
      case 'ended':
        worker?.onEnded();
        return;
      case 'frame':
        worker?.receive(report.bytes);
        return;
      case 'failed':
        this.log('warn', `a sandbox thread ended: ${report.message}`);
        // One that died by itself is replaced; one that never came up takes its process with it, which is started again.
        if (worker?.wasReady === true) worker.replace();
        else void process.end();
        return;
      case 'built':
      case 'probed':
        return;
    }
  }

  private onEnd(prepared: Prepared, reason: string, ended: LaunchedKernel): void {
    this.kernels.delete(ended);
    for (const worker of ended.workers) {
      this.line.withdraw(worker);
      worker.onBroken(reason);
    }
    if (this.closed) return;
    this.log('warn', `a sandbox process ${reason}`);
    if (!ended.workers.some((worker) => worker.wasReady)) this.failedStarts += 1;
    if (this.failedStarts < maxFailedStarts) this.startProcess(this.withoutBadSnapshot(prepared));
    else this.giveUp(reason);
  }

  /** A process that never came up may have had a snapshot that does not fit; a plain boot needs none. */
  private withoutBadSnapshot(prepared: Prepared): Prepared {
    if (this.failedStarts === 0 || prepared.snapshotFile === null) return prepared;
    this.log('warn', 'the snapshot does not start, so sandboxes boot plainly');
    const plain = { ...prepared, snapshotFile: null, snapshot: Promise.resolve(null) };
    this.prepared = Promise.resolve(plain);
    return plain;
  }

  /** Those who wait are told; whoever comes later makes the pool try again. */
  private giveUp(reason: string): void {
    this.line.fail(
      failure(
        'sandbox',
        'no-start',
        `The Python sandbox does not start: its process ${reason}. "Tool-R1: Check This Machine" in the editor and \`tool-r1 doctor\` in a terminal show what is missing.`,
      ),
    );
  }
}

function closedFailure(): Error {
  return failure('sandbox', 'closed', 'The sandboxes are closed.');
}
