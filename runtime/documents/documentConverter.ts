// Files as text for the rest of the runtime: a small pool of warm document workers with limits of size, time and memory.
// What a format looks like is the business of the converters inside the worker.
import { ConversionThread } from './conversionThread.ts';
import type { ThreadOptions } from './conversionThread.ts';
import type { ConversionLimits } from './conversionExchange.ts';
import type { DocumentFile, DocumentReader, DocumentText } from './document.ts';
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

export class DocumentConverter implements DocumentReader {
  readonly #threadOptions: ThreadOptions;
  readonly #idle: ConversionThread[] = [];
  readonly #busy = new Set<ConversionThread>();
  readonly #waiting: ((thread: ConversionThread) => void)[] = [];
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
    const thread = await this.#acquire();
    try {
      return await thread.run(source, signal);
    } finally {
      this.#release(thread);
    }
  }

  /** Kills the workers; conversions under way end with an error. */
  async close(): Promise<void> {
    const threads = [...this.#idle, ...this.#busy];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #acquire(): Promise<ConversionThread> {
    const thread = this.#idle.pop() ?? this.#newThread();
    if (thread === null) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#busy.add(thread);
    return Promise.resolve(thread);
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
