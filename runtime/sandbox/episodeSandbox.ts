// One episode in one worker, seen from the host: runs steps, watches their time, stops them when asked, and brings the episode back
// when a step had to be stopped by force.
import { setMaxListeners } from 'node:events';
import type * as z from 'zod';
import type { OutputFile, Recovery, Variable } from '../contract/observation.ts';
import type { ToolSignature } from '../contract/tool.ts';
import type { Clock } from '../support/clock.ts';
import { failure, FailureError, toFailure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { Quarantine } from './quarantine.ts';
import type {
  CallTool,
  Episode,
  Sandbox,
  StepOptions,
  StepResult,
  TableResult,
  TableWish,
} from './sandbox.ts';
import { StepReport } from './stepReport.ts';
import { stepResult } from './stepResult.ts';
import { TableReport, tableResult } from './tableReport.ts';
import { ToolBridge } from './toolBridge.ts';
import type { Turn, Turns } from './turns.ts';
import type { Exchange, WorkerHandle } from './workerHandle.ts';
import type { StagedFile } from './hostFiles.ts';

/** A worker stops by itself 400 ms after an interrupt; past this it will not. */
const forceAfterLimit = 1500;
const forceAfterCancel = 550;
const watchInterval = 50;
const idleMilliseconds = 3;
const decoder = new TextDecoder();

export interface EpisodeParts {
  readonly worker: WorkerHandle;
  readonly episode: Episode;
  readonly files: readonly StagedFile[];
  readonly guard: boolean;
  readonly checkpoints: 'each-step' | 'when-idle';
  readonly clock: Clock;
  readonly turns: Turns;
  /** Gives the worker back to the pool. */
  readonly onRelease: () => Promise<void>;
}

export class EpisodeSandbox implements Sandbox {
  private readonly parts: EpisodeParts;
  private readonly tools: ReadonlyMap<string, ToolSignature>;
  private quarantine: Quarantine;
  private callTool: CallTool;
  private variables: readonly Variable[] = [];
  private steps = 0;
  private released = false;
  private busy = false;
  private idleTimer: NodeJS.Timeout | undefined;
  private keeping: Promise<void> = Promise.resolve();
  /** Set while the episode moves to a fresh thread. */
  private moving: Promise<Recovery> | null = null;

  constructor(parts: EpisodeParts) {
    const { episode } = parts;
    this.parts = parts;
    this.tools = new Map(episode.tools.map((tool) => [tool.name, tool]));
    this.callTool = episode.callTool;
    this.quarantine = openQuarantine(episode, episode.quarantine);
  }

  get isAlive(): boolean {
    return !this.released && !this.parts.worker.isBroken;
  }

  /**
   * Opens the episode in the worker.
   * @throws FailureError when the worker cannot begin it
   */
  async begin(): Promise<void> {
    const exchange = await this.sendBegin(false);
    if (exchange.kind === 'done' && exchange.end.end === 'returned') return;
    const reason = exchange.kind === 'done' ? exchange.end.message : 'the worker ended';
    throw failure('sandbox', 'no-begin', `The sandbox could not begin the task: ${reason}.`);
  }

  async run(code: string, options: StepOptions): Promise<StepResult> {
    return this.alone(async () => {
      const turn = await this.parts.turns.forStep(options.signal);
      return this.runStep(code, options, turn).finally(turn.end);
    });
  }

  async readTable(wish: TableWish): Promise<TableResult> {
    const exchange = await this.alone(() => this.askTable(wish));
    if (exchange.kind === 'ended')
      return { ok: false, problem: `${wish.name} took too long to read.` };
    const { end, cause, message } = exchange.end;
    if (end === 'aborted' && cause === 'checkpoint') {
      return { ok: false, problem: `${wish.name} cannot be shown: ${message}.` };
    }
    const report = parseReport(TableReport, exchange);
    const result = report === null ? null : tableResult(report, wish);
    return (
      result ?? { ok: false, problem: `${wish.name} cannot be read: its own code got in the way.` }
    );
  }

  handOver({ callTool, quarantine }: Pick<Episode, 'callTool' | 'quarantine'>): void {
    this.callTool = callTool;
    this.quarantine = openQuarantine(this.parts.episode, quarantine);
  }

  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    clearTimeout(this.idleTimer);
    await this.keeping;
    await this.moving?.catch(() => undefined);
    await this.parts.onRelease();
  }

  /** One at a time: a second user has made a mistake. */
  private async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.released) throw failure('sandbox', 'released', 'This sandbox was released already.');
    if (this.busy) throw failure('sandbox', 'busy', 'This sandbox is running a step already.');
    this.busy = true;
    clearTimeout(this.idleTimer);
    try {
      await this.keeping;
      await this.moving;
      return await work();
    } finally {
      this.busy = false;
      if (this.parts.checkpoints === 'when-idle') this.keepWhenIdle();
    }
  }

  /** A worker that does not come back is replaced, and the episode goes on in the new one. */
  private async askTable(wish: TableWish): Promise<Exchange> {
    const { worker } = this.parts;
    const force = setTimeout(() => worker.replace(), wish.timeoutMilliseconds + forceAfterLimit);
    try {
      // A tool that is called by the value that is looked at gets no answer but this.
      const exchange = await worker.request({ op: 'table', ...wish }, () =>
        worker.answer({ interrupt: true }),
      );
      if (exchange.kind === 'ended') await this.move(false);
      return exchange;
    } finally {
      clearTimeout(force);
    }
  }

  private keepWhenIdle(): void {
    this.idleTimer = setTimeout(() => {
      this.keeping = this.parts.worker.request({ op: 'keep' }).then(
        () => undefined,
        () => undefined,
      );
    }, idleMilliseconds);
  }

  private async runStep(code: string, options: StepOptions, turn: Turn): Promise<StepResult> {
    const { worker, clock } = this.parts;
    this.steps += 1;
    const started = clock.monotonic();
    const broken: { error?: unknown } = {};
    const bridge = this.openBridge(options, (error) => {
      broken.error = error;
      worker.cancel();
    });
    const stopWatching = this.watch(bridge, options);
    let exchange: Exchange;
    try {
      exchange = await worker.request(this.stepRequest(code, options), (frame) => {
        // Python waits for the tool now.
        turn.end();
        bridge.take(frame);
      });
    } finally {
      stopWatching();
    }
    if ('error' in broken) throw new FailureError(toFailure(broken.error, 'tool'));
    const cancelled = options.signal.aborted;
    const recovery = exchange.kind === 'ended' ? await this.move(cancelled) : 'none';
    const result = stepResult({
      report: parseReport(StepReport, exchange),
      end: exchange.kind === 'done' ? exchange.end : null,
      cancelled,
      timeoutMilliseconds: options.timeoutMilliseconds,
      recovery,
      finalAnswer: bridge.finalAnswer,
      toolCalls: bridge.records,
      toolViolations: bridge.violations,
      outputFiles: await this.keepOutputs(exchange),
      variablesBefore: this.variables,
      milliseconds: Math.max(0, clock.monotonic() - started - bridge.milliseconds),
    });
    this.variables = result.variables;
    return result;
  }

  private stepRequest(code: string, options: StepOptions) {
    return {
      op: 'step' as const,
      step: options.step ?? this.steps,
      code,
      timeoutMilliseconds: options.timeoutMilliseconds,
      maxOutput: options.maxOutputCharacters,
      keep: this.parts.checkpoints === 'each-step',
    };
  }

  private openBridge(options: StepOptions, onBroken: (error: unknown) => void): ToolBridge {
    const { worker, episode, clock } = this.parts;
    return new ToolBridge({
      tools: this.tools,
      maxCalls: episode.settings.maxToolCallsPerStep,
      callTool: this.callTool,
      clock,
      options,
      reply: (answer) => worker.answer(answer),
      onBroken,
    });
  }

  /** Enforces the time limit and the cancel from outside, for code that does not stop by itself. */
  private watch(bridge: ToolBridge, options: StepOptions): () => void {
    const { worker, clock } = this.parts;
    const started = clock.monotonic();
    let cancelledAt = Number.POSITIVE_INFINITY;
    const cancel = (): void => {
      cancelledAt = clock.monotonic();
      worker.cancel();
      bridge.stop();
    };
    const look = (): void => {
      const now = clock.monotonic();
      const charged = now - started - bridge.millisecondsSoFar;
      const overdue = charged > options.timeoutMilliseconds + forceAfterLimit;
      if (overdue || now - cancelledAt > forceAfterCancel) worker.replace();
    };
    const timer = setInterval(look, watchInterval);
    // Many episodes may share one signal; that is no leak.
    setMaxListeners(0, options.signal);
    options.signal.addEventListener('abort', cancel, { once: true });
    if (options.signal.aborted) setImmediate(cancel);
    return () => {
      clearInterval(timer);
      options.signal.removeEventListener('abort', cancel);
      bridge.stop();
    };
  }

  /** Takes the episode to the fresh thread. A person who cancelled does not wait for it; the next step does. */
  private async move(cancelled: boolean): Promise<Recovery> {
    const hadSteps = this.steps > 1;
    const moving = this.sendBegin(true).then((exchange): Recovery => {
      this.moving = null;
      if (exchange.kind === 'ended' || exchange.end.end !== 'returned') {
        throw failure(
          'sandbox',
          'no-recovery',
          'The sandbox could not be brought back. Start the task again.',
        );
      }
      return exchange.end.recovery === 'lost' && !hadSteps ? 'moved' : exchange.end.recovery;
    });
    this.moving = moving;
    if (!cancelled) return moving;
    moving.catch(() => undefined);
    return 'moved';
  }

  private async sendBegin(adopt: boolean): Promise<Exchange> {
    const { worker, episode, files, guard } = this.parts;
    return worker.request({
      op: 'begin',
      seed: episode.seed,
      guard,
      tools: [...episode.tools],
      allowedImports: [...episode.settings.allowedImports],
      files: [...files],
      maxMemoryBytes: episode.settings.maxMemoryBytes,
      maxFileBytes: episode.settings.maxFileBytes,
      collectOutputs: episode.quarantine !== null,
      adopt,
    });
  }

  private async keepOutputs(exchange: Exchange): Promise<OutputFile[]> {
    if (exchange.kind === 'ended') return [];
    const kept: OutputFile[] = [];
    for (const [index, { name, bytes }] of exchange.end.outputs.entries()) {
      kept.push(await this.quarantine.keep(name, bytes, exchange.outputs[index] ?? null));
    }
    return kept;
  }
}

function openQuarantine({ settings }: Episode, folder: string | null): Quarantine {
  return new Quarantine(folder, {
    maxFiles: settings.maxOutputFiles,
    maxBytes: settings.maxFileBytes,
  });
}

/** What Python reported, when it came back by itself and its report can be read. */
function parseReport<Schema extends z.ZodType>(
  schema: Schema,
  exchange: Exchange,
): z.output<Schema> | null {
  if (exchange.kind === 'ended' || exchange.report === null || exchange.end.end !== 'returned') {
    return null;
  }
  const report = parseJson(schema, decoder.decode(exchange.report));
  return report.ok ? report.value : null;
}
