// Sandboxes and what they run with: the pool, the namespaces that are kept for a person, and the data pack. Heavy parts are imported
// when they are first needed.
import path from 'node:path';
import type { DataPackOffer, PreparationOptions } from './agentRuntime.ts';
import { packageFolder } from './packageFolder.ts';
import { KeptEpisodes } from './rollout/keptEpisodes.ts';
import { TableReader } from './rollout/tableReader.ts';
import type { RuntimeSettings } from './runtimeSettings.ts';
import type { DataPack, DataPackPlace } from './sandbox/dataPack.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import type { SandboxPoolOptions } from './sandbox/sandboxOptions.ts';
import type { Sandboxes } from './sharedSandboxes.ts';
import { errorMessage } from './support/errors.ts';
import type { Log } from './support/log.ts';
import type { OnProgress } from './support/progress.ts';

export async function poolOptions(
  settings: RuntimeSettings,
  onProgress: OnProgress,
): Promise<SandboxPoolOptions> {
  const log = settings.log.topic('sandbox');
  return {
    distDirectory: settings.distDirectory,
    pyodideDirectory: packageFolder('pyodide/pyodide.mjs'),
    cacheDirectory: settings.cacheDirectory,
    processes: 1,
    // A namespace that is kept must not make the next rollout wait.
    workersPerProcess: settings.editor === null ? (settings.rolloutsAtOnce ?? 1) : 2,
    dataPack: await findDataPack(settings),
    onProgress,
    log: (level: 'debug' | 'info' | 'warn', message: string) => log[level](message),
  };
}

export async function openSandboxes(
  settings: RuntimeSettings,
  onProgress: OnProgress,
): Promise<Sandboxes> {
  const { PyodideSandboxPool } = await import('./sandbox/pyodideSandboxPool.ts');
  const pool = new PyodideSandboxPool(await poolOptions(settings, onProgress));
  await pool.warm();
  if (settings.editor === null) return { pool, kept: null, tables: null };
  const kept = keepEpisodes(pool, settings.log);
  return { pool, kept, tables: new TableReader(kept) };
}

function keepEpisodes(pool: SandboxPool, log: Log): KeptEpisodes {
  return new KeptEpisodes({
    pool,
    maxKept: 2,
    maxAgeMilliseconds: 15 * 60_000,
    patienceMilliseconds: 400,
    onProblem: (error) =>
      log.topic('sandbox').warn('A sandbox was not given back', {
        error: errorMessage(error),
      }),
  });
}

export async function hasSnapshot(settings: RuntimeSettings): Promise<boolean> {
  const { SnapshotCache } = await import('./sandbox/snapshotCache.ts');
  const options = await poolOptions(settings, () => undefined);
  const sandbox = path.join(settings.distDirectory, 'sandbox');
  const cache = await SnapshotCache.locate({
    ...options,
    dataPack: options.dataPack ?? null,
    kernelDirectory: path.join(sandbox, 'kernel'),
    builder: path.join(sandbox, 'sandboxChild.mjs'),
    nodePath: options.nodePath ?? process.execPath,
  });
  return (await cache.load()) !== null;
}

export async function findDataPack(settings: RuntimeSettings): Promise<DataPack | null> {
  const { loadDataPack } = await import('./sandbox/dataPack.ts');
  return loadDataPack(dataPackPlace(settings));
}

function dataPackPlace({ cacheDirectory }: RuntimeSettings): DataPackPlace {
  return { cacheDirectory, pyodideDirectory: packageFolder('pyodide/pyodide.mjs') };
}

export async function offerDataPack(settings: RuntimeSettings): Promise<DataPackOffer> {
  const { describeDataPack } = await import('./sandbox/dataPackInstall.ts');
  return describeDataPack(dataPackPlace(settings), settings.env['TOOL_R1_DATA_PACK_URL']);
}

export async function fetchDataPack(
  settings: RuntimeSettings,
  options: PreparationOptions,
): Promise<void> {
  const { installDataPack } = await import('./sandbox/dataPackInstall.ts');
  const source = settings.env['TOOL_R1_DATA_PACK_URL'];
  await installDataPack(dataPackPlace(settings), {
    ...options,
    ...(source === undefined ? {} : { source }),
  });
}
