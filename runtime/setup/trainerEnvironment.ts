// The Python environment of the trainer: made once in the cache folder for the state of its lock file, then kept. pip is used
// as it is set up on the machine, so that a mirror or a proxy in its settings holds here too; uv, which is quicker and has settings
// of its own, comes first where it is there.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withFileLock } from '../support/fileLock.ts';
import type { OnProgress } from '../support/progress.ts';
import { helperFailure } from './helperFailure.ts';
import { findTrainerPython, type FoundPython } from './trainerPython.ts';
import { runCommand, type WatchedOptions } from './watchedCommand.ts';

export interface TrainerEnvironmentOptions {
  /** The product's cache folder. */
  readonly cacheFolder: string;
  /** Holds requirements.lock, and requirements-cuda.lock for what graphics cards need beside it. */
  readonly trainerFolder: string;
  readonly device: 'cpu' | 'cuda';
  readonly platform: NodeJS.Platform;
  /** `TOOL_R1_WHEELS` names a folder with all wheels, for a machine without network. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Lies in an environment that is whole, and holds what it was made from. */
const stampName = '.made-from';

/**
 * The Python that has what the trainer needs.
 * @throws HumanError when there is no Python that is new enough, or when pip fails
 * @throws FailureError `store/disk-full`
 */
export async function prepareTrainerEnvironment(
  options: TrainerEnvironmentOptions,
): Promise<string> {
  const wanted = await wantedBy(options);
  const found = await findTrainerPython(options);
  const madeFrom = createHash('sha256')
    .update([...wanted.locks, found.version, options.platform, process.arch].join('\0'))
    .digest('hex');
  const folder = path.join(options.cacheFolder, 'trainer', madeFrom.slice(0, 16));
  const python = pythonOf(folder, options.platform);
  if (await isMade(folder, madeFrom)) return python;
  await mkdir(path.dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, options.signal, async () => {
    if (await isMade(folder, madeFrom)) return;
    await make(folder, found, wanted, options);
    await writeFile(path.join(folder, stampName), madeFrom);
  });
  return python;
}

/**
 * Installs the packages of a lock file into a folder of their own, for `PYTHONPATH`: tools that test what is in an environment
 * without being part of it.
 * @throws HumanError when pip fails
 * @throws FailureError `store/disk-full`
 */
export async function prepareTools(
  python: string,
  lockFile: string,
  options: TrainerEnvironmentOptions,
): Promise<string> {
  const lock = await readFile(lockFile, 'utf8');
  const madeFrom = createHash('sha256').update(`${python}\0${lock}`).digest('hex');
  const folder = path.join(options.cacheFolder, 'trainer', `tools-${madeFrom.slice(0, 16)}`);
  if (await isMade(folder, madeFrom)) return folder;
  await mkdir(path.dirname(folder), { recursive: true });
  await withFileLock(`${folder}.lock`, options.signal, async () => {
    if (await isMade(folder, madeFrom)) return;
    await rm(folder, { recursive: true, force: true });
    const target = ['--no-deps', '--target', folder];
    await install(python, target, { lockFiles: [lockFile], packages: packagesOf(lock) }, options);
    await writeFile(path.join(folder, stampName), madeFrom);
  });
  return folder;
}

interface Wanted {
  readonly lockFiles: readonly string[];
  /** Number of packages in them. */
  readonly packages: number;
}

async function wantedBy({
  trainerFolder,
  device,
}: TrainerEnvironmentOptions): Promise<Wanted & { readonly locks: readonly string[] }> {
  const names = ['requirements.lock', ...(device === 'cuda' ? ['requirements-cuda.lock'] : [])];
  const lockFiles = names.map((name) => path.join(trainerFolder, name));
  const locks = await Promise.all(lockFiles.map((file) => readFile(file, 'utf8')));
  return { lockFiles, locks, packages: packagesOf(locks.join('\n')) };
}

async function isMade(folder: string, madeFrom: string): Promise<boolean> {
  const stamp = await readFile(path.join(folder, stampName), 'utf8').catch(() => null);
  return stamp === madeFrom;
}

/** The folder of an environment cannot be renamed: its programs hold its path. So the stamp is what makes it whole. */
async function make(
  folder: string,
  found: FoundPython,
  wanted: Wanted,
  options: TrainerEnvironmentOptions,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const venv = await runCommand([...found.command, '-m', 'venv', folder], watched(options));
  if (venv.code !== 0) {
    throw await helperFailure(venv, {
      what: 'Python cannot make an environment',
      advice: 'On Debian and Ubuntu: sudo apt-get install python3-venv',
      folder: path.dirname(folder),
    });
  }
  const python = pythonOf(folder, options.platform);
  if (await installedByUv(python, wanted, options)) return;
  await install(python, ['--no-compile'], wanted, options);
}

/** False where there is no uv, or where it failed: pip may have settings that uv does not read. */
async function installedByUv(
  python: string,
  { lockFiles }: Wanted,
  options: TrainerEnvironmentOptions,
): Promise<boolean> {
  const { code } = await runCommand(['uv', '--version'], watched(options));
  if (code !== 0) return false;
  options.onProgress({ activity: 'Installing the trainer', done: 0, total: null, unit: 'items' });
  const command = [
    'uv',
    'pip',
    'install',
    '--quiet',
    '--python',
    python,
    ...wheels(options),
  ] as const;
  const ending = await runCommand([...command, ...requirements(lockFiles)], watched(options));
  return ending.code === 0;
}

function requirements(lockFiles: readonly string[]): string[] {
  return lockFiles.flatMap((file) => ['-r', file]);
}

async function install(
  python: string,
  extra: readonly string[],
  { lockFiles, packages }: Wanted,
  options: TrainerEnvironmentOptions,
): Promise<void> {
  const onLine = followPip(packages, options.onProgress);
  const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar', 'off'];
  const ending = await runCommand(
    [
      python,
      '-m',
      'pip',
      'install',
      ...quiet,
      ...extra,
      ...wheels(options),
      ...requirements(lockFiles),
    ],
    { ...watched(options), onLine },
  );
  if (ending.code === 0) return;
  throw await helperFailure(ending, {
    what: 'pip could not install what the trainer needs',
    advice: 'Is the network there? Without one, name a folder with the wheels by TOOL_R1_WHEELS.',
    folder: options.cacheFolder,
  });
}

/** pip names each package when it gets to it, and writes them all to the disk at the end, which takes the longest. */
function followPip(packages: number, onProgress: OnProgress): (line: string) => void {
  let fetched = 0;
  return (line) => {
    if (/^\s*Collecting /.test(line)) {
      fetched = Math.min(fetched + 1, packages);
      onProgress({
        activity: 'Fetching the trainer',
        done: fetched,
        total: packages,
        unit: 'items',
      });
    } else if (line.startsWith('Installing collected packages')) {
      onProgress({ activity: 'Installing the trainer', done: 0, total: null, unit: 'items' });
    }
  };
}

/**
 * From the folder of `TOOL_R1_WHEELS` alone where it is set. `TOOL_R1_WHEEL_INDEX` is asked beside the usual index: that of PyTorch's
 * wheels for processors spares 3 GB of CUDA where there is no graphics card.
 */
function wheels({ env }: TrainerEnvironmentOptions): string[] {
  const [folder, index] = [env['TOOL_R1_WHEELS'] ?? '', env['TOOL_R1_WHEEL_INDEX'] ?? ''];
  if (folder !== '') return ['--no-index', '--find-links', folder];
  return index === '' ? [] : ['--extra-index-url', index];
}

function watched({ env, signal }: TrainerEnvironmentOptions): WatchedOptions {
  return { env, signal };
}

function pythonOf(folder: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? path.join(folder, 'Scripts', 'python.exe')
    : path.join(folder, 'bin', 'python');
}

function packagesOf(lock: string): number {
  return lock.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
}
