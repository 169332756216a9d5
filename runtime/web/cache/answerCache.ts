// Answers of sites on disk, one file each, for all processes of this computer: written beside and renamed, so that a reader finds
// a whole file or none. A cache that cannot be read or written costs time and nothing else.
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Clock } from '../../support/clock.ts';
import { errorMessage, systemCode } from '../../support/errors.ts';
import type { Log } from '../../support/log.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { WebResponse } from '../web.ts';

export interface AnswerCacheParts {
  /** Made when something is kept. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly clock: Clock;
  /** A name that nobody else uses. */
  readonly newName: () => string;
  readonly log: Log;
}

/** First line of a file; the body follows it as it is. */
const headSchema = z.object({
  version: z.literal(1),
  /** Milliseconds since 1970. */
  expires: z.number(),
  url: z.string(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  bodyBytes: z.number().int(),
});

const lineEnd = 0x0a;
/** Part of the limit that may be written before the folder is looked through again. */
const writtenShare = 1 / 16;
/** What is removed when the limit is passed, so that not every answer passes it again. */
const keptShare = 0.8;
/** Drafts that are older were left by a process that died. */
const draftMilliseconds = 60 * 60 * 1000;

export class AnswerCache {
  readonly #parts: AnswerCacheParts;
  /** Bytes until the folder is looked through; it is at the first answer. */
  #untilTidied = 0;

  constructor(parts: AnswerCacheParts) {
    this.#parts = parts;
  }

  /** Null when there is none that may still be given. @param key hexadecimal */
  async find(key: string): Promise<WebResponse | null> {
    try {
      return this.#read(await readFile(this.#fileOf(key)));
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') this.#complain('read', error);
      return null;
    }
  }

  async keep(key: string, response: WebResponse, milliseconds: number): Promise<void> {
    const { folder, newName } = this.#parts;
    const draft = path.join(folder, `${newName()}.new`);
    const expires = this.#now() + milliseconds;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.#tidyWhenDue(response.body.length);
      await writeFile(draft, contentOf(response, expires));
      // The time of the file tells when it is of no use any more, so that tidying need not read it.
      await utimes(draft, expires / 1000, expires / 1000);
      await rename(draft, this.#fileOf(key));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      this.#complain('written', error);
    }
  }

  #read(content: Buffer): WebResponse | null {
    const end = content.indexOf(lineEnd);
    const head = parseJson(headSchema, content.subarray(0, Math.max(end, 0)).toString());
    const body = content.subarray(end + 1);
    if (!head.ok || body.length !== head.value.bodyBytes) return null;
    if (head.value.expires <= this.#now()) return null;
    const { url, status, headers } = head.value;
    return { url, status, headers, body: new Uint8Array(body), source: 'cache' };
  }

  async #tidyWhenDue(bytes: number): Promise<void> {
    this.#untilTidied -= bytes;
    if (this.#untilTidied > 0) return;
    this.#untilTidied = this.#parts.maxBytes * writtenShare;
    const files = await this.#files();
    const now = this.#now();
    const useless = files.filter((file) =>
      file.isDraft ? file.time < now - draftMilliseconds : file.time <= now,
    );
    const useful = files.filter((file) => !file.isDraft && file.time > now);
    for (const { file } of [...useless, ...this.#tooMany(useful)]) await rm(file, { force: true });
  }

  /** Those that expire first, until the others are well below the limit. */
  #tooMany(files: readonly CachedFile[]): CachedFile[] {
    const { maxBytes } = this.#parts;
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes <= maxBytes) return [];
    const gone: CachedFile[] = [];
    for (const file of [...files].sort((a, b) => a.time - b.time)) {
      if (bytes <= maxBytes * keptShare) break;
      bytes -= file.bytes;
      gone.push(file);
    }
    return gone;
  }

  async #files(): Promise<CachedFile[]> {
    const names = await readdir(this.#parts.folder);
    const found = await Promise.all(
      names.map((name) => cachedFile(path.join(this.#parts.folder, name))),
    );
    return found.filter((file) => file !== null);
  }

  #fileOf(key: string): string {
    return path.join(this.#parts.folder, `${key}.answer`);
  }

  #now(): number {
    return Date.parse(this.#parts.clock.now());
  }

  #complain(verb: string, error: unknown): void {
    this.#parts.log.warn(`an answer of the web could not be ${verb} in the cache`, {
      folder: this.#parts.folder,
      problem: errorMessage(error),
    });
  }
}

interface CachedFile {
  readonly file: string;
  readonly bytes: number;
  /** When an answer expires, when a draft was begun; milliseconds since 1970. */
  readonly time: number;
  readonly isDraft: boolean;
}

/** Null for one that another process has just removed, and for what is none of ours. */
async function cachedFile(file: string): Promise<CachedFile | null> {
  const isDraft = file.endsWith('.new');
  if (!isDraft && !file.endsWith('.answer')) return null;
  try {
    const { size, mtimeMs } = await stat(file);
    return { file, bytes: size, time: mtimeMs, isDraft };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function contentOf({ url, status, headers, body }: WebResponse, expires: number): Buffer {
  const head = { version: 1, expires, url, status, headers, bodyBytes: body.length };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}
