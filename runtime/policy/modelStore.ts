// Keeps a pinned file, such as the embedded model, in the cache: finds it, fetches it from the first source that has it, and lets nothing pass that
// does not have the pinned checksum. Which sources there are, and in which order, is decided by the caller.
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { sha256Of } from '../support/download.ts';
import { errorMessage, failure } from '../support/errors.ts';
import { withFileLock } from '../support/fileLock.ts';
import { parseJson } from '../support/parseJson.ts';
import type { OnProgress } from '../support/progress.ts';
import type { PinnedFile } from './embeddedModel.ts';
import type { ModelSource } from './modelSources/modelSource.ts';
import { SourceError } from './modelSources/modelSource.ts';

export interface ModelStoreOptions {
  /** The cache folder of the product. */
  readonly cache: string;
  readonly model: PinnedFile;
  readonly sources: readonly ModelSource[];
}

export interface EnsureOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Written beside the model once its checksum was found right, so that it is not read whole at every start. */
const Stamp = z.object({ sha256: z.string(), bytes: z.number(), modifiedMilliseconds: z.number() });

export class ModelStore {
  /** Where the model lies once it is there. */
  readonly path: string;
  readonly #options: ModelStoreOptions;

  constructor(options: ModelStoreOptions) {
    const { cache, model } = options;
    this.#options = options;
    this.path = path.join(cache, 'models', model.sha256.slice(0, 12), model.fileName);
  }

  /** True when the right file is in the cache. The checksum is computed only when the file is new or was touched. */
  async has(): Promise<boolean> {
    const { bytes, sha256 } = this.#options.model;
    const found = await this.#fileStamp();
    if (found?.bytes !== bytes) return false;
    const known = await this.#readStamp();
    if (known?.sha256 === sha256 && known.modifiedMilliseconds === found.modifiedMilliseconds) {
      return true;
    }
    if ((await sha256Of(this.path)) !== sha256) return false;
    await this.#writeStamp();
    return true;
  }

  /**
   * Makes sure that the model is in the cache and returns its path. Several processes may ask at once: one fetches.
   * @throws FailureError `policy/model-unavailable` that says for each source why it failed, or the abort reason
   */
  async ensure(options: EnsureOptions): Promise<string> {
    if (await this.has()) return this.path;
    await this.#makeFolder();
    await withFileLock(`${this.path}.fetching`, options.signal, async () => {
      if (!(await this.has())) await this.#fetch(options);
    });
    return this.path;
  }

  async #fetch(options: EnsureOptions): Promise<void> {
    const problems: string[] = [];
    for (const source of this.#options.sources) {
      const problem = await this.#tryTo(source, options);
      if (problem === null) return;
      problems.push(`${source.name}: ${problem}`);
    }
    throw this.#unavailable(problems);
  }

  /** Null when the model is in place afterwards, else why not. */
  async #tryTo(source: ModelSource, options: EnsureOptions): Promise<string | null> {
    const { model } = this.#options;
    const target = `${this.path}.incoming`;
    try {
      await source.fetch({ ...options, model, target });
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof SourceError) return error.message;
      return `unexpected problem: ${errorMessage(error)}`;
    }
    const found = await sha256Of(target);
    if (found !== model.sha256) {
      await rm(target, { force: true });
      return `its file has checksum ${found ?? 'none'} instead of ${model.sha256} and was deleted`;
    }
    await rename(target, this.path);
    await this.#writeStamp();
    return null;
  }

  #unavailable(problems: readonly string[]): Error {
    const { title, called, otherwise, fileName, sha256 } = this.#options.model;
    return failure(
      'policy',
      'model-unavailable',
      [
        `${capitalised(called)} ${title} could not be fetched.`,
        ...problems.map((problem) => `  - ${problem}`),
        `Connect to the internet and try again, or put ${fileName} (SHA-256 ${sha256}) at ${this.path},`,
        `or ${otherwise}.`,
      ].join('\n'),
    );
  }

  async #makeFolder(): Promise<void> {
    try {
      await mkdir(path.dirname(this.path), { recursive: true });
    } catch (error) {
      throw failure(
        'policy',
        'cache-not-writable',
        `The cache folder ${this.#options.cache} cannot be written (${errorMessage(error)}). Set TOOL_R1_CACHE to a folder that can.`,
        error,
      );
    }
  }

  async #fileStamp(): Promise<{ bytes: number; modifiedMilliseconds: number } | null> {
    try {
      const stats = await stat(this.path);
      return { bytes: stats.size, modifiedMilliseconds: stats.mtimeMs };
    } catch {
      return null;
    }
  }

  async #readStamp(): Promise<z.infer<typeof Stamp> | null> {
    try {
      const parsed = parseJson(Stamp, await readFile(`${this.path}.verified.json`, 'utf8'));
      return parsed.ok ? parsed.value : null;
    } catch {
      return null;
    }
  }

  async #writeStamp(): Promise<void> {
    const stamp = { sha256: this.#options.model.sha256, ...(await this.#fileStamp()) };
    try {
      await writeFile(`${this.path}.verified.json`, JSON.stringify(stamp));
    } catch {
      // A cache that cannot be written costs one more checksum at the next start, nothing else.
    }
  }
}

function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
