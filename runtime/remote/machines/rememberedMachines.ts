// The machines that were attached, as files of the cache folder: machines/<name>/machine.json. The folder of a machine also keeps
// what was seen of its runs; that is others' business, and is left when a machine is detached.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Timestamp } from '../../contract/ids.ts';
import { MachineFacts, MachineName } from '../../contract/machine.ts';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';

export const RememberedMachine = z.looseObject({
  version: z.literal(1),
  name: MachineName,
  attachedAt: Timestamp,
  /** When it was heard last by whoever wrote this. */
  lastSeenAt: Timestamp.nullable(),
  facts: MachineFacts.nullable(),
});
export type RememberedMachine = z.infer<typeof RememberedMachine>;

const fileName = 'machine.json';

export class RememberedMachines {
  readonly #folder: string;
  readonly #randomHex: () => string;

  /** @param folder of all machines */
  constructor(folder: string, randomHex: () => string) {
    this.#folder = folder;
    this.#randomHex = randomHex;
  }

  folderOf(name: MachineName): string {
    return path.join(this.#folder, encodeName(name));
  }

  /** By name. A file that cannot be read as it should is no machine. */
  async list(): Promise<RememberedMachine[]> {
    const folders = await readdir(this.#folder).catch(nothingThere);
    const read = await Promise.all(folders.map((folder) => this.#read(folder)));
    const machines = read.filter((machine) => machine !== null);
    return machines.sort((one, other) => one.name.localeCompare(other.name));
  }

  find(name: MachineName): Promise<RememberedMachine | null> {
    return this.#read(encodeName(name));
  }

  /** Whole or not at all: several processes read it. */
  async write(machine: RememberedMachine): Promise<void> {
    const folder = this.folderOf(machine.name);
    await mkdir(folder, { recursive: true });
    const partial = path.join(folder, `${fileName}.${this.#randomHex()}.part`);
    await writeFile(partial, `${JSON.stringify(machine, null, 2)}\n`);
    await rename(partial, path.join(folder, fileName));
  }

  async forget(name: MachineName): Promise<void> {
    await rm(path.join(this.folderOf(name), fileName), { force: true });
  }

  async #read(folder: string): Promise<RememberedMachine | null> {
    const file = path.join(this.#folder, folder, fileName);
    const text = await readFile(file, 'utf8').catch(() => null);
    const parsed = text === null ? null : parseJson(RememberedMachine, text);
    return parsed?.ok === true ? parsed.value : null;
  }
}

/** A name of a folder on every system: letters, digits, `-`, `_` and inner dots stay, all else becomes `%xx`. */
export function encodeName(name: MachineName): string {
  const encoded = encodeURIComponent(name).replace(/[!'()*~]/g, hexOf);
  return encoded.replace(/^\.+|\.+$/g, (dots) => dots.replaceAll('.', hexOf));
}

function hexOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;
}

function nothingThere(error: unknown): string[] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}
