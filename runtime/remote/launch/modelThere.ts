// The model of a run on its machine: sent from here, fetched there, or there already.
import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';
import type { InstalledProgram } from '../provision/installedProgram.ts';
import { sendFolder } from '../provision/sendFolder.ts';
import type { ModelPlace } from './modelPlace.ts';

export interface ModelOptions {
  /** Its Python holds what fetches models. */
  readonly program: InstalledProgram;
  /** Keys that the machine needs for it. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** @throws HumanError where the machine has no such folder, FailureError at boundary `remote` */
export async function modelThere(
  link: MachineLink,
  place: ModelPlace,
  options: ModelOptions,
): Promise<RemotePath> {
  if (place.kind === 'there') return foundModel(link, place.folder, options.signal);
  if (place.kind === 'fetched') return fetchModel(link, place.name, options);
  const { folder } = place;
  const target = await modelFolder(
    link,
    `${path.basename(folder)}-${await nameOf(folder)}`,
    options,
  );
  const activity = `Sending the model ${path.basename(folder)}`;
  await sendFolder(link, folder, target, { ...options, activity });
  return target;
}

async function foundModel(
  link: MachineLink,
  named: string,
  signal: AbortSignal,
): Promise<RemotePath> {
  const { home, host } = await link.home(signal);
  const folder = path.posix.normalize(named.replace(/^~/, home));
  const look = { folders: [folder], files: [], followed: [], pids: [] };
  const { entries } = await link.look(look, signal);
  if (entries[folder]?.some(({ name }) => name === 'config.json')) return folder;
  throw new HumanError(
    `Neither this computer nor ${host} has a model folder ${named}. Name a folder with a Hugging Face model: config.json, weights and tokenizer.`,
  );
}

const fetching =
  'import sys; from huggingface_hub import snapshot_download; snapshot_download(sys.argv[1], local_dir=sys.argv[2])';

/** Goes on where it was cut off, as the library does. https://huggingface.co/docs/huggingface_hub/guides/download */
async function fetchModel(
  link: MachineLink,
  name: string,
  options: ModelOptions,
): Promise<RemotePath> {
  const { program, secrets, signal, onProgress } = options;
  const target = await modelFolder(link, name.replace('/', '--'), options);
  onProgress({ activity: `Fetching ${name} on the machine`, done: 0, total: null, unit: 'bytes' });
  const argv = [program.python, '-c', fetching, name, target];
  const ended = await link.run({ argv, env: { ...program.env, ...secrets }, signal });
  if (ended.code === 0) return target;
  throw programFailure(link.machine, ended, {
    code: 'unsuitable',
    what: `The machine could not fetch ${name}`,
    advice: 'Name a folder with the model instead, here or there.',
  });
}

async function modelFolder(
  link: MachineLink,
  name: string,
  { signal }: ModelOptions,
): Promise<RemotePath> {
  const { folder } = await link.home(signal);
  return path.posix.join(folder, 'models', name);
}

const sampledBytes = 65_536;

/** Names the model by sizes and beginnings of its files: to read all of its weights takes minutes. */
async function nameOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) {
    const file = path.join(folder, name);
    const found = await stat(file);
    if (!found.isFile()) continue;
    hash.update(`${name}\0${found.size}\0${found.mtimeMs}\0`);
    hash.update(await beginning(file));
  }
  return hash.digest('hex').slice(0, 12);
}

async function beginning(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampledBytes), 0, sampledBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
