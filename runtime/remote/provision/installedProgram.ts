// What the last provision left on a machine: which program, which Node, which Python. Kept there, so that every window and every
// computer that attaches the machine sees the same.
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink, RemoteHome } from '../link/machineLink.ts';
import { programCli, programTrainer } from './programFiles.ts';

const InstalledRecord = z.looseObject({
  version: z.literal(1),
  program: z.string(),
  node: z.string(),
  python: z.string(),
});

export interface InstalledProgram {
  /** What is in the program. */
  readonly hash: string;
  /** Node there, and the file of our command line. */
  readonly argv: readonly [node: string, cli: string];
  /** Holds supervisor.py and the package of the trainer. */
  readonly trainerFolder: string;
  /** With what the trainer needs. */
  readonly python: string;
  /** For whatever of ours is started there. */
  readonly env: Readonly<Record<string, string>>;
}

/** Null where nothing is installed, or where a part of it is gone. One round trip. */
export async function installedProgram(
  link: MachineLink,
  signal: AbortSignal,
): Promise<InstalledProgram | null> {
  const home = await link.home(signal);
  const file = recordFile(home);
  const { files } = await link.look(
    { folders: [], files: [{ path: file, stamp: null }], followed: [], pids: [] },
    signal,
  );
  const parsed = parseJson(InstalledRecord, files[0]?.text ?? '');
  if (!parsed.ok) return null;
  const { program, node, python } = parsed.value;
  return (await allThere(link, [cliOf(home, program), node, python], signal))
    ? installed(home, { hash: program, node, python })
    : null;
}

/** @throws FailureError at boundary `remote` */
export async function recordInstalled(
  link: MachineLink,
  found: { readonly hash: string; readonly node: string; readonly python: string },
  signal: AbortSignal,
): Promise<InstalledProgram> {
  const home = await link.home(signal);
  const { hash, node, python } = found;
  const text = `${JSON.stringify({ version: 1, program: hash, node, python })}\n`;
  await link.put({ bytes: Buffer.from(text) }, recordFile(home), { signal });
  return installed(home, found);
}

export function programFolder({ folder }: Pick<RemoteHome, 'folder'>, hash: string): string {
  return path.posix.join(folder, 'program', hash);
}

/** Of everything that runs there: the caches of an account's own tools are left alone. */
export function programEnv({ folder }: Pick<RemoteHome, 'folder'>): Record<string, string> {
  return { TOOL_R1_CACHE: path.posix.join(folder, 'cache') };
}

export function cliOf(home: Pick<RemoteHome, 'folder'>, hash: string): string {
  return path.posix.join(programFolder(home, hash), programCli);
}

/** A program without slash is found by the search path, and is believed to be there. */
async function allThere(
  link: MachineLink,
  files: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const named = files.filter((file) => file.includes('/'));
  const folders = [...new Set(named.map((file) => path.posix.dirname(file)))];
  const { entries } = await link.look({ folders, files: [], followed: [], pids: [] }, signal);
  return named.every((file) =>
    entries[path.posix.dirname(file)]?.some(({ name }) => name === path.posix.basename(file)),
  );
}

function recordFile({ folder }: RemoteHome): string {
  return path.posix.join(folder, 'installed.json');
}

function installed(
  home: RemoteHome,
  { hash, node, python }: { readonly hash: string; readonly node: string; readonly python: string },
): InstalledProgram {
  return {
    hash,
    argv: [node, cliOf(home, hash)],
    trainerFolder: path.posix.join(programFolder(home, hash), programTrainer),
    python,
    env: { ...programEnv(home), TOOL_R1_TRAINER_PYTHON: python },
  };
}
