// The host's hold on one worker: sends a request, gathers the frames that belong to it, replaces the worker when it must go.
import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import type { Frame } from './frames.ts';
import { FrameReader, jsonFrame } from './frames.ts';
import type { ProcessHandle } from './processHandle.ts';
import type { WorkerRequest } from './workerProtocol.ts';
import { RequestEnd } from './workerProtocol.ts';

const decoder = new TextDecoder();
const tokenBytes = 16;
const bootMilliseconds = 60_000;
/** What is no step runs no code of the policy and is done in milliseconds; a thread that takes longer is stuck. */
const choreMilliseconds = 20_000;

/** What a request brought back. A worker that was replaced in the middle gives `ended`. */
export type Exchange =
  | {
      readonly kind: 'done';
      readonly end: RequestEnd;
      readonly report: Uint8Array | null;
      readonly outputs: readonly Uint8Array[];
    }
  | { readonly kind: 'ended' };

/** Gets the frames of tool calls as they come. */
export type OnToolFrame = (frame: Frame) => void;

interface Running {
  readonly id: number;
  readonly onToolFrame: OnToolFrame;
  readonly outputs: Uint8Array[];
  report: Uint8Array | null;
  readonly resolve: (exchange: Exchange) => void;
  readonly reject: (error: Error) => void;
}

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class WorkerHandle {
  readonly index: number;
  /** Episodes that this thread has served. */
  episodes = 0;
  /** Whether a thread of this worker ever came up. */
  wasReady = false;

  private readonly process: ProcessHandle;
  private readonly pipe: Duplex | null;
  private readonly reader = new FrameReader();
  private running: Running | null = null;
  private starting: Waiting = waiting();
  private token: Uint8Array | null = null;
  /** Whether a thread waits for requests now. */
  private isUp = false;
  private lastId = 0;
  private broken: Error | null = null;

  /** @param pipe the worker's own line; null sends frames through the main thread of the process */
  constructor(process: ProcessHandle, index: number, pipe: Duplex | null) {
    this.process = process;
    this.index = index;
    this.pipe = pipe;
    pipe?.on('data', (bytes: Buffer) => this.receive(bytes));
  }

  get isBroken(): boolean {
    return this.broken !== null;
  }

  /** As `ready`, however long it takes. */
  async whenReady(): Promise<void> {
    await this.starting.promise;
  }

  /** Resolves when the thread can take a request. */
  async ready(): Promise<void> {
    if (!this.isUp) await withTimeout(this.starting.promise);
  }

  /**
   * Sends a request and waits for its end.
   * @throws FailureError when the process is gone
   */
  async request(request: WithoutId, onToolFrame: OnToolFrame = () => undefined): Promise<Exchange> {
    await this.ready();
    if (this.broken !== null) throw this.broken;
    this.lastId += 1;
    const id = this.lastId;
    const exchange = new Promise<Exchange>((resolve, reject) => {
      this.running = { id, onToolFrame, outputs: [], report: null, resolve, reject };
      this.write(jsonFrame('Q', { ...request, id }));
    });
    // Steps have a time limit of their own.
    return request.op === 'step' ? exchange : this.guardChore(exchange);
  }

  private async guardChore(exchange: Promise<Exchange>): Promise<Exchange> {
    const timer = setTimeout(() => this.replace(), choreMilliseconds);
    try {
      return await exchange;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Answers the tool call that Python waits for. */
  answer(value: unknown): void {
    this.write(jsonFrame('A', value));
  }

  /** Stops the running request softly, or its sleep at once. */
  cancel(): void {
    if (this.running === null) return;
    this.process.send({ type: 'cancel', worker: this.index, id: this.running.id });
  }

  /**
   * Ends the thread and starts another; the running request gives `ended`. Does nothing while the thread is being ended already:
   * it may end by itself before its process hears of it, and the process then says that it failed.
   */
  replace(): void {
    if (this.token !== null || this.broken !== null) return;
    // Those who wait for a thread that never came up wait for the next one.
    if (this.isUp) this.starting = waiting();
    this.isUp = false;
    this.starting.promise.catch(() => undefined);
    this.token = randomBytes(tokenBytes);
    this.episodes = 0;
    this.running?.resolve({ kind: 'ended' });
    this.running = null;
    // Wakes a thread that waits for a tool or for work, so that it can end.
    this.write(jsonFrame('A', { interrupt: true }));
    this.write(jsonFrame('Q', { op: 'exit', id: 0 }));
    this.process.send({ type: 'replace', worker: this.index, token: this.token });
  }

  /** The old thread is gone: what comes until the token was its. */
  onEnded(): void {
    if (this.token === null) return;
    if (this.pipe !== null) {
      this.reader.skipTo(this.token);
      this.pipe.write(this.token);
    }
    this.token = null;
  }

  /** A thread can take requests. Says whether it is the first of this worker. */
  onReady(): 'first' | 'again' {
    const which = this.wasReady ? 'again' : 'first';
    this.wasReady = true;
    this.isUp = true;
    this.starting.resolve();
    return which;
  }

  /** The process or the thread is gone for good. */
  onBroken(reason: string): void {
    this.broken = failure(
      'sandbox',
      'process-ended',
      `A sandbox process ${reason}. The step in flight is lost; start the task again.`,
    );
    this.starting.reject(this.broken);
    this.starting.promise.catch(() => undefined);
    this.running?.reject(this.broken);
    this.running = null;
  }

  receive(bytes: Uint8Array): void {
    for (const frame of this.reader.add(bytes)) this.take(frame);
  }

  private take(frame: Frame): void {
    const { running } = this;
    if (running === null) {
      // A thread that is being ended must not wait for a tool: nothing else wakes it.
      if (isToolFrame(frame)) this.answer({ interrupt: true });
      return;
    }
    if (isToolFrame(frame)) running.onToolFrame(frame);
    else if (frame.kind === 'F') running.outputs.push(frame.payload);
    else if (frame.kind === 'E') this.finish(running, frame);
    else running.report = frame.payload;
  }

  private finish(running: Running, frame: Frame): void {
    const end = parseJson(RequestEnd, decoder.decode(frame.payload));
    if (!end.ok) {
      this.onBroken(`sent an unreadable result (${end.problem})`);
      return;
    }
    if (end.value.id !== running.id) return;
    this.running = null;
    const { report, outputs } = running;
    running.resolve({ kind: 'done', end: end.value, report, outputs });
  }

  private write(frame: Uint8Array): void {
    if (this.pipe === null) this.process.send({ type: 'frame', worker: this.index, bytes: frame });
    else this.pipe.write(frame);
  }
}

/** A request as its sender knows it; the handle numbers them. */
type WithoutId = WorkerRequest extends infer Each
  ? Each extends WorkerRequest
    ? Omit<Each, 'id'>
    : never
  : never;

function isToolFrame({ kind }: Frame): boolean {
  return kind === 'T' || kind === 'P';
}

function waiting(): Waiting {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}

async function withTimeout(promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        failure('sandbox', 'slow-start', 'A sandbox did not start within a minute. Try again.'),
      );
    }, bootMilliseconds);
  });
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
