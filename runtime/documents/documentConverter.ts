// Files as text for the rest of the runtime: a small pool of warm document workers with limits of size, time and memory.
// What a format looks like is the business of the converters inside the worker.
import { failure } from '../support/errors.ts';
import { abortReason } from './abortReason.ts';
import type { ConversionLimits } from './conversionExchange.ts';
import type { ThreadOptions } from './conversionThread.ts';
import { ConversionThread } from './conversionThread.ts';
import type { BytesConverter, DocumentFile, DocumentReader, DocumentText } from './document.ts';
import { readDocumentBytes } from './documentBytes.ts';
import type { WorkerSettings } from './workerMessages.ts';

export const defaultLimits: ConversionLimits = {
  milliseconds: 20_000,
  slowMilliseconds: 60_000,
  memoryMegabytes: 1_536,
};

export interface DocumentConverterOptions {
  /** The built worker, `dist/documentWorker.mjs`. */
  readonly workerFile: URL;
  readonly settings: WorkerSettings;
  readonly limits?: ConversionLimits;
  /** Conversions at the same time; further ones wait. */
  readonly maxThreads: number;
}

export class DocumentConverter implements DocumentReader, BytesConverter {
  readonly #threadOptions: ThreadOptions;
  readonly #idle: ConversionThread[] = [];
  readonly #busy = new Set<ConversionThread>();
  readonly #waiting: ((thread: ConversionThread) => void)[] = [];
  readonly #closed = new AbortController();
  #freeSlots: number;

  constructor(options: DocumentConverterOptions) {
    const { workerFile, settings, limits = defaultLimits, maxThreads } = options;
    this.#threadOptions = { workerFile, settings, limits };
    this.#freeSlots = maxThreads;
  }

  async read(file: DocumentFile, signal: AbortSignal): Promise<DocumentText> {
    const { bytes, note } = await readDocumentBytes(file.hostPath, file.name, signal);
    const text = await this.convert({ name: file.name, bytes, member: file.member }, signal);
    return note === null ? text : { ...text, notes: [note, ...(text.notes ?? [])] };
  }

  /**
   * Converts bytes that are already at hand; they are handed over and must not be used afterwards.
   * @throws DocumentError, an AbortError when the signal fired, or FailureError `tool/document-worker`
   */
  async convert(
    source: {
      readonly name: string;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly member: string | null;
    },
    signal: AbortSignal,
  ): Promise<DocumentText> {
    const ended = AbortSignal.any([signal, this.#closed.signal]);
    const thread = await this.#acquire(ended);
    try {
      return await thread.run(source, ended);
    } finally {
      this.#release(thread);
    }
  }

  /** Kills the workers; conversions under way, waiting or asked for later end with FailureError `tool/closed`. */
  async close(): Promise<void> {
    this.#closed.abort(failure('tool', 'closed', 'The reader of documents was closed.'));
    const threads = [...this.#idle, ...this.#busy];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  async #acquire(signal: AbortSignal): Promise<ConversionThread> {
    signal.throwIfAborted();
    const thread = this.#idle.pop() ?? this.#newThread() ?? (await this.#wait(signal));
    this.#busy.add(thread);
    return thread;
  }

  /** In the order of arrival; who gives up leaves the queue. */
  #wait(signal: AbortSignal): Promise<ConversionThread> {
    return new Promise((resolve, reject) => {
      const take = (thread: ConversionThread): void => {
        signal.removeEventListener('abort', leave);
        resolve(thread);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(abortReason(signal));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(take);
    });
  }

  #newThread(): ConversionThread | null {
    if (this.#freeSlots === 0) return null;
    this.#freeSlots -= 1;
    return new ConversionThread(this.#threadOptions);
  }

  #release(thread: ConversionThread): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(thread);
      return;
    }
    this.#busy.delete(thread);
    this.#idle.push(thread);
  }
}
