// One request to a document worker and everything that can end it: its answer, a time limit, a cancel, the worker's death.
import type { Worker } from 'node:worker_threads';
import { errorMessage, failure } from '../support/errors.ts';
import { check } from '../support/parseJson.ts';
import { abortReason } from './abortReason.ts';
import type { DocumentText } from './document.ts';
import { DocumentError } from './document.ts';
import type { ToWorker } from './workerMessages.ts';
import { FromWorker } from './workerMessages.ts';

export interface ConversionRequest {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly member: string | null;
}

export interface ConversionLimits {
  /** Time for one conversion. */
  readonly milliseconds: number;
  /** Time for one conversion that uses OCR or speech recognition, counted from its start. */
  readonly slowMilliseconds: number;
  /** Heap of the worker. */
  readonly memoryMegabytes: number;
}

/** What a cancelled conversion gets to end by itself before its worker is killed. */
const cancelGraceMilliseconds = 250;

export class ConversionExchange {
  readonly #worker: Worker;
  readonly #request: ConversionRequest;
  readonly #limits: ConversionLimits;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #cancelled = false;
  #workerIsLost = false;
  #resolve: (text: DocumentText) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(worker: Worker, request: ConversionRequest, limits: ConversionLimits) {
    this.#worker = worker;
    this.#request = request;
    this.#limits = limits;
  }

  /** True when the worker is dead, stuck or in an unknown state and must not be used again. */
  get workerIsLost(): boolean {
    return this.#workerIsLost;
  }

  /** @throws DocumentError, an AbortError when the signal fired, or FailureError `tool/document-worker` */
  async run(signal: AbortSignal): Promise<DocumentText> {
    const result = new Promise<DocumentText>((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
    });
    const onMessage = (raw: unknown): void => this.#receive(raw);
    const onError = (error: unknown): void => this.#lose(this.#workerError(error));
    const onExit = (): void => this.#lose(workerFailure('it ended in the middle of a file'));
    const onAbort = (): void => this.#cancel(signal);
    this.#worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort);
    try {
      this.#send();
      return await result;
    } finally {
      clearTimeout(this.#timer);
      signal.removeEventListener('abort', onAbort);
      this.#worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
  }

  #send(): void {
    const message: ToWorker = { kind: 'convert', ...this.#request };
    this.#setLimit(this.#limits.milliseconds);
    this.#worker.postMessage(message, [this.#request.bytes.buffer]);
  }

  #receive(raw: unknown): void {
    const message = check(FromWorker, raw);
    if (!message.ok) this.#lose(workerFailure(message.problem));
    else if (message.value.id === this.#request.id) this.#act(message.value);
  }

  #act(message: FromWorker): void {
    switch (message.kind) {
      case 'slow':
        this.#setLimit(this.#limits.slowMilliseconds);
        break;
      case 'done':
        this.#resolve(message.text);
        break;
      case 'refused':
        this.#reject(new DocumentError(message.problem, message.message, { cause: message.cause }));
        break;
      case 'cancelled':
        this.#reject(new DOMException('The conversion was cancelled.', 'AbortError'));
        break;
      case 'broken':
        this.#lose(workerFailure(message.message));
        break;
    }
  }

  #setLimit(milliseconds: number): void {
    if (this.#cancelled) return;
    clearTimeout(this.#timer);
    const left = milliseconds - (performance.now() - this.#started);
    this.#timer = setTimeout(() => this.#lose(this.#tooSlow(milliseconds)), Math.max(0, left));
  }

  #cancel(signal: AbortSignal): void {
    this.#cancelled = true;
    const message: ToWorker = { kind: 'cancel', id: this.#request.id };
    this.#worker.postMessage(message);
    clearTimeout(this.#timer);
    const error = abortReason(signal);
    this.#timer = setTimeout(() => this.#lose(error), cancelGraceMilliseconds);
  }

  #lose(error: unknown): void {
    this.#workerIsLost = true;
    this.#reject(error);
  }

  #tooSlow(milliseconds: number): DocumentError {
    return new DocumentError(
      'too-slow',
      `${this.#request.name} could not be read within ${milliseconds / 1000} s and was given up. ` +
        'Try a smaller file or a part of it.',
    );
  }

  #workerError(error: unknown): Error {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      return new DocumentError(
        'too-large',
        `${this.#request.name} needs more than ${this.#limits.memoryMegabytes} MB of memory to read and was given up. ` +
          'Try a smaller file or a part of it.',
      );
    }
    return workerFailure(errorMessage(error), error);
  }
}

function workerFailure(what: string, cause?: unknown): Error {
  return failure('tool', 'document-worker', `The document worker stopped: ${what}.`, cause);
}
