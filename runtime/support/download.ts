// Fetches one file whose checksum is known. What an earlier attempt left is continued, and only a verified file appears
// under its final name. Where to fetch from, and whether a person agreed, is decided by the caller.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'undici';
import { errorMessage, isAbort, systemCode } from './errors.ts';
import { withFileLock } from './fileLock.ts';
import type { OnProgress } from './progress.ts';

export interface DownloadRequest {
  readonly url: string;
  /** Final path. The unfinished part lies beside it as `<path>.part`. */
  readonly path: string;
  /** Lower-case hex. */
  readonly sha256: string;
  /** What to call this in progress messages, for example `Fetching numpy`. */
  readonly activity: string;
}

export interface DownloadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** A connection that sends nothing for this long counts as broken. Default 30 s. */
  readonly stallMilliseconds?: number;
  /** Pause before the second attempt; doubled before the third. Default 1 s. */
  readonly retryMilliseconds?: number;
}

export type DownloadProblem =
  /** No connection, or it broke and stayed broken. */
  | 'unreachable'
  /** The address answered with an error status. */
  | 'refused'
  /** A web page came instead of the file. */
  | 'not-the-file'
  | 'wrong-checksum'
  /** The file could not be written, for example because the disk is full. */
  | 'cannot-write';

/** The file could not be fetched. The message names the address and says what to do. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly problem: DownloadProblem;

  constructor(problem: DownloadProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

const attempts = 3;
const writeErrors = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EEXIST',
  'ENOTDIR',
  'EISDIR',
]);

/**
 * Makes the file exist at its final path with the right content; does nothing when it already does.
 * Proxy settings of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY) are honoured.
 * @throws DownloadError, or the abort reason of the signal
 */
export async function download(request: DownloadRequest, options: DownloadOptions): Promise<void> {
  await makeFolder(request);
  if ((await sha256Of(request.path)) === request.sha256) return;
  const connection = await connect();
  try {
    await withFileLock(`${request.path}.lock`, options.signal, async () => {
      if ((await sha256Of(request.path)) === request.sha256) return;
      await fetchWithRetries(request, options, connection);
      await rename(partOf(request), request.path);
    });
  } finally {
    await connection.close();
  }
}

interface Connection {
  readonly get: (
    url: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** The client is a megabyte of code, so it is loaded when something is really fetched. */
async function connect(): Promise<Connection> {
  // A bundle gives the whole of a CommonJS package as its default only.
  const { EnvHttpProxyAgent, fetch } = (await import('undici')).default;
  const dispatcher = new EnvHttpProxyAgent();
  return {
    get: (url, headers, signal) => fetch(url, { headers, signal, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}

/** Lower-case hex SHA-256 of a file, or null when there is none. */
export async function sha256Of(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

async function makeFolder(request: DownloadRequest): Promise<void> {
  try {
    await mkdir(path.dirname(request.path), { recursive: true });
  } catch (error) {
    throw toDownloadError(request, error);
  }
}

async function fetchWithRetries(
  request: DownloadRequest,
  options: DownloadOptions,
  connection: Connection,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetchPart(request, options, connection);
      await verify(request);
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      const problem = toDownloadError(request, error);
      // A part of another file (a newer upload, a damaged disk) cannot be continued; start over once.
      const startOver = problem.problem === 'wrong-checksum' && attempt === 1;
      if (attempt === attempts || !(startOver || problem.problem === 'unreachable')) throw problem;
    }
    const pause = (options.retryMilliseconds ?? 1000) * 2 ** (attempt - 1);
    await delay(pause, undefined, { signal: options.signal });
  }
}

async function fetchPart(
  request: DownloadRequest,
  options: DownloadOptions,
  connection: Connection,
): Promise<void> {
  const have = await sizeOf(partOf(request));
  const stall = new AbortController();
  const response = await connection.get(
    request.url,
    have > 0 ? { range: `bytes=${have}-` } : {},
    AbortSignal.any([options.signal, stall.signal]),
  );
  // The part already holds the whole file, or more than it: verification tells.
  if (response.status === 416) return;
  checkResponse(request, response);
  const start = response.status === 206 ? have : 0;
  if (start === 0 && have > 0) await truncate(partOf(request), 0);
  await writeBody(request, response, start, options, stall);
}

function checkResponse(request: DownloadRequest, response: Response): void {
  if (response.status >= 500 || response.status === 429) {
    throw new DownloadError('unreachable', `${request.url} answered ${response.status}.`);
  }
  if (!response.ok) {
    throw new DownloadError(
      'refused',
      `${request.url} answered ${response.status} ${response.statusText}. The file may have moved; check the address.`,
    );
  }
  if (response.headers.get('content-type')?.startsWith('text/html') === true) {
    throw new DownloadError(
      'not-the-file',
      `${request.url} answered with a web page instead of the file. A proxy or a login page may stand in between; open the address in a browser.`,
    );
  }
}

async function writeBody(
  request: DownloadRequest,
  response: Response,
  start: number,
  options: DownloadOptions,
  stall: AbortController,
): Promise<void> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isNaN(length) ? null : start + length;
  const stallMilliseconds = options.stallMilliseconds ?? 30_000;
  const report = (done: number): void =>
    options.onProgress({ activity: request.activity, done, total, unit: 'bytes' });
  const file = await open(partOf(request), 'a');
  const timer = setTimeout(() => stall.abort(new Error('no data came')), stallMilliseconds);
  try {
    let done = start;
    report(done);
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      await file.writeFile(chunk as Uint8Array);
      done += (chunk as Uint8Array).byteLength;
      report(done);
    }
  } finally {
    clearTimeout(timer);
    await file.close();
  }
}

async function verify(request: DownloadRequest): Promise<void> {
  const found = await sha256Of(partOf(request));
  if (found === request.sha256) return;
  await rm(partOf(request), { force: true });
  throw new DownloadError(
    'wrong-checksum',
    `What came from ${request.url} has checksum ${found ?? 'none'} instead of ${request.sha256} and was deleted. Try again later or use another source.`,
  );
}

function toDownloadError(request: DownloadRequest, error: unknown): DownloadError {
  if (error instanceof DownloadError) return error;
  const code = systemCode(error);
  if (code !== null && writeErrors.has(code)) {
    return new DownloadError(
      'cannot-write',
      `${partOf(request)} cannot be written (${code}). Make room or choose another cache folder.`,
      { cause: error },
    );
  }
  return new DownloadError(
    'unreachable',
    `${request.url} cannot be reached (${reasonOf(error)}). Check the connection; what has arrived is kept and continued.`,
    { cause: error },
  );
}

/** fetch wraps the real reason as its cause. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  if (isAbort(error)) return 'the connection was cut';
  return errorMessage(error);
}

const partOf = (request: DownloadRequest): string => `${request.path}.part`;

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
