// The host's side of one document worker: starts it when first needed, gives it one conversion at a time, and kills it
// when a conversion went wrong in a way that leaves it unusable. The next conversion then starts a fresh one.
import { Worker } from 'node:worker_threads';
import type { ConversionLimits, ConversionRequest } from './conversionExchange.ts';
import { ConversionExchange } from './conversionExchange.ts';
import type { DocumentText } from './document.ts';
import type { WorkerSettings } from './workerMessages.ts';

export interface ThreadOptions {
  /** The built worker, `dist/documentWorker.mjs`. */
  readonly workerFile: URL;
  readonly settings: WorkerSettings;
  readonly limits: ConversionLimits;
}

export class ConversionThread {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #nextId = 1;
  #convertedBytes = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * Runs one conversion; the bytes are handed over and must not be used afterwards.
   * @throws DocumentError, an AbortError when the signal fired, or FailureError `tool/document-worker`
   */
  async run(request: Omit<ConversionRequest, 'id'>, signal: AbortSignal): Promise<DocumentText> {
    signal.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    this.#convertedBytes += request.bytes.length;
    const exchange = new ConversionExchange(
      worker,
      { ...request, id: this.#takeId() },
      this.#options.limits,
    );
    worker.ref();
    try {
      return await exchange.run(signal);
    } finally {
      worker.unref();
      if (exchange.workerIsLost || this.#convertedBytes > recycleBytes) await this.close();
    }
  }

  /** Kills the worker; the thread can be used again. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#convertedBytes = 0;
    await worker?.terminate();
  }

  #takeId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  #start(): Worker {
    const { workerFile, settings, limits } = this.#options;
    const worker = new Worker(workerFile, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytes },
      env: {},
      execArgv: [],
      // Libraries print warnings about damaged files; none of them may reach the terminal.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // The conversion under way has listeners of its own; without one, an idle worker's error would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

/** After this much input a worker is replaced, since its heap and the WebAssembly memories of libraries never shrink. */
const recycleBytes = 512_000_000;
