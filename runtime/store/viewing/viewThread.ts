// The runtime's side of the thread that reads trajectory files: starts it when a file is first opened, and again when it died.
import { Worker } from 'node:worker_threads';
import type { IndexState } from '../../contract/viewing.ts';
import { errorMessage, failure, FailureError, HumanError } from '../../support/errors.ts';
import type { Log } from '../../support/log.ts';
import { check } from '../../support/parseJson.ts';
import type {
  FileSummary,
  TrajectoryViewer,
  ViewingName,
  ViewingParams,
  ViewingResults,
} from './trajectoryViewer.ts';
import { FileSummaryShape, FromViewer, type ToViewer } from './viewMessages.ts';

export interface ViewThreadOptions {
  /** The built worker, `dist/viewWorker.mjs`. */
  readonly workerFile: URL;
  readonly log: Log;
  /** Heap of the worker; buffers of the file's bytes are not in it. */
  readonly memoryMegabytes?: number;
}

interface Asked {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const defaultMemoryMegabytes = 2048;

export class ViewThread implements TrajectoryViewer {
  readonly #options: ViewThreadOptions;
  readonly #listeners = new Set<(state: IndexState) => void>();
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | null = null;
  #nextId = 1;
  #isClosed = false;

  constructor(options: ViewThreadOptions) {
    this.#options = options;
  }

  async request<Name extends ViewingName>(
    name: Name,
    params: ViewingParams[Name],
  ): Promise<ViewingResults[Name]> {
    const result = await this.#ask((id) => ({ kind: 'request', id, name, params }));
    // The worker runs the same handlers; the server checks the result once more before it is sent.
    return result as ViewingResults[Name];
  }

  async summarise(file: string): Promise<FileSummary> {
    return FileSummaryShape.parse(await this.#ask((id) => ({ kind: 'summarise', id, file })));
  }

  onIndexChanged(listener: (state: IndexState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    this.#rejectAll(stopped('the runtime is closing'));
    await worker?.terminate();
  }

  async #ask(message: (id: number) => ToViewer): Promise<unknown> {
    if (this.#isClosed) throw stopped('the runtime is closing');
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId;
    this.#nextId += 1;
    // An answer that is waited for keeps the process; open files alone do not.
    worker.ref();
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        worker.postMessage(message(id));
      });
    } finally {
      if (this.#asked.size === 0) worker.unref();
    }
  }

  #start(): Worker {
    const { workerFile, memoryMegabytes = defaultMemoryMegabytes } = this.#options;
    const worker = new Worker(workerFile, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      env: {},
      execArgv: [],
    });
    worker.on('message', (raw: unknown) => this.#receive(raw));
    worker.on('error', (error: unknown) => this.#lose(worker, errorMessage(error)));
    worker.on('exit', () => this.#lose(worker, 'it ended'));
    worker.unref();
    return worker;
  }

  #receive(raw: unknown): void {
    const message = check(FromViewer, raw);
    if (!message.ok) {
      this.#options.log.error('The view thread said something strange', {
        problem: message.problem,
      });
      return;
    }
    this.#act(message.value);
  }

  #act(message: FromViewer): void {
    if (message.kind === 'index-changed') {
      for (const listener of this.#listeners) listener(message.state);
      return;
    }
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    switch (message.kind) {
      case 'done':
        asked?.resolve(message.result);
        break;
      case 'failed':
        asked?.reject(new FailureError(message.failure));
        break;
      case 'refused':
        asked?.reject(new HumanError(message.message));
        break;
    }
  }

  #lose(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#options.log.error('The view thread stopped', { why });
    this.#rejectAll(stopped(why));
  }

  #rejectAll(error: Error): void {
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}

function stopped(why: string): FailureError {
  return failure(
    'store',
    'viewer-stopped',
    `Reading trajectory files stopped: ${why}. Close the file and open it again.`,
  );
}
