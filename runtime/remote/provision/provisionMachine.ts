// Brings to a machine what runs need there. Each part is looked for first, so that a second call does nothing and one after a
// break goes on where that left it.
import path from 'node:path';
import { formatBytes } from '../../support/formatBytes.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink } from '../link/machineLink.ts';
import {
  cliOf,
  installedProgram,
  programEnv,
  programFolder,
  recordInstalled,
  type InstalledProgram,
} from './installedProgram.ts';
import { nodeThere } from './nodeThere.ts';
import { nodePlatform, type NodePlatform } from './platform.ts';
import { programArchive, programHash } from './programArchive.ts';
import { programFiles, type ProgramFile } from './programFiles.ts';
import { sendFolder } from './sendFolder.ts';
import { runSetup } from './setupScript.ts';
import { trainerThere } from './trainerThere.ts';

export interface ProgramParts {
  /** The folder of the bundles on this computer. */
  readonly dist: string;
  /** Holds the programs in Python that prepare a machine. */
  readonly trainerFolder: string;
  /** The product's cache folder. */
  readonly cacheFolder: string;
  /** A folder of wheels on this computer, sent to machines without network; null where they have one. */
  readonly wheels: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ProvisionOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Provisioned {
  readonly program: InstalledProgram;
  readonly sentBytes: number;
  /** For a person, in the order in which it was done; empty where all was there. */
  readonly did: readonly string[];
}

/** @throws FailureError at boundary `remote`, HumanError where this computer lacks something */
export async function provisionMachine(
  link: MachineLink,
  parts: ProgramParts,
  options: ProvisionOptions,
): Promise<Provisioned> {
  const { system, architecture } = await link.home(options.signal);
  const platform = nodePlatform(system, architecture);
  const files = await programFiles(parts.dist, platform);
  const hash = await programHash(files, parts.cacheFolder);
  const before = await installedProgram(link, options.signal);
  if (before?.hash === hash) return { program: before, sentBytes: 0, did: [] };
  return bring(link, { parts, files, hash, platform }, options);
}

interface Wanted {
  readonly parts: ProgramParts;
  readonly files: readonly ProgramFile[];
  readonly hash: string;
  readonly platform: NodePlatform;
}

async function bring(
  link: MachineLink,
  wanted: Wanted,
  options: ProvisionOptions,
): Promise<Provisioned> {
  const { hash } = wanted;
  const { signal, onProgress } = options;
  const home = await link.home(signal);
  const wheels = await wheelsThere(link, wanted, options);
  // Node comes from elsewhere, so both can be fetched at the same time.
  const [program, node] = await both(
    sendProgram(link, wanted, options),
    nodeThere(link, {
      ...wanted.parts,
      platform: wanted.platform,
      wheels: wheels.folder,
      signal,
      onProgress: (done, total) =>
        onProgress({ activity: 'Sending Node', done, total, unit: 'bytes' }),
    }),
  );
  const python = await trainerThere(link, {
    program: [node.node, cliOf(home, hash)],
    device: await deviceThere(link, signal),
    env: {
      ...programEnv(home),
      ...(wheels.folder === null ? {} : { TOOL_R1_WHEELS: wheels.folder }),
    },
    signal,
    onProgress,
  });
  const installed = await recordInstalled(link, { hash, node: node.node, python }, signal);
  const sentBytes = wheels.sentBytes + program.sentBytes + node.sentBytes;
  const did = [...program.did, `Node: ${node.node}`, `Python of the trainer: ${python}`];
  return { program: installed, sentBytes, did };
}

/** With cards the trainer needs more packages, and those that the processor needs are among them. */
async function deviceThere(link: MachineLink, signal: AbortSignal): Promise<'cpu' | 'cuda'> {
  // By a shell, for which a missing program is an exit code.
  const { code, stdout } = await link.run({ argv: ['/bin/sh', '-c', 'nvidia-smi -L'], signal });
  return code === 0 && stdout.startsWith('GPU ') ? 'cuda' : 'cpu';
}

/** The program, unless it is there from before. */
async function sendProgram(
  link: MachineLink,
  { parts, files, hash, platform }: Wanted,
  { signal, onProgress }: ProvisionOptions,
): Promise<{ readonly sentBytes: number; readonly did: readonly string[] }> {
  const home = await link.home(signal);
  const folder = programFolder(home, hash);
  const above = path.posix.dirname(folder);
  const look = { folders: [above], files: [], followed: [], pids: [] };
  const { entries } = await link.look(look, signal);
  if (entries[above]?.some(({ name }) => name === hash)) return { sentBytes: 0, did: [] };
  onProgress({ activity: 'Packing the program', done: 0, total: null, unit: 'bytes' });
  const archive = await programArchive(files, hash, { cacheFolder: parts.cacheFolder, signal });
  const target = `${folder}.tar.gz`;
  let sentBytes = 0;
  await link.put({ file: archive }, target, {
    signal,
    onProgress: ({ done, total }) => {
      sentBytes = done;
      onProgress({ activity: 'Sending the program', done, total, unit: 'bytes' });
    },
  });
  await runSetup(link, ['unpack', target, folder], { ...parts, signal });
  return { sentBytes, did: [`Sent the program (${formatBytes(sentBytes)})`, ...leftOut(platform)] };
}

/** Packages with native code are here for this kind of computer only. */
function leftOut({ os, cpu }: NodePlatform): string[] {
  if (os === process.platform && cpu === process.arch) return [];
  return [
    `Left out what is made for ${process.platform}-${process.arch}: pictures and the semantic judge do not work on ${os}-${cpu}`,
  ];
}

async function wheelsThere(
  link: MachineLink,
  { parts: { wheels } }: Wanted,
  { signal, onProgress }: ProvisionOptions,
): Promise<{ readonly folder: string | null; readonly sentBytes: number }> {
  if (wheels === null) return { folder: null, sentBytes: 0 };
  const { folder } = await link.home(signal);
  const target = path.posix.join(folder, 'wheels');
  const activity = 'Sending the wheels';
  const sentBytes = await sendFolder(link, wheels, target, { activity, signal, onProgress });
  return { folder: target, sentBytes };
}

/** Waits for both, also when one fails, so that nothing goes on behind the caller's back. */
async function both<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
