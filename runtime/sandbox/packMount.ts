// The data pack inside a kernel process: where it is mounted, and how its libraries are found before there is a file system.
// A library of functions lives in tables beside the heap, so every interpreter loads the same ones in the same order before its heap
// is made or taken from a snapshot.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DataPack } from './dataPack.ts';
import type { ModuleSettings } from './emscripten.ts';
import type { StagedFile } from './hostFiles.ts';

export const packFolder = '/pack';

export type PackMount = { [Key in 'directory' | 'libraries' | 'imports']: DataPack[Key] };

/** What a kernel process needs to know of a pack, which really lies in `directory`. */
export function packMount({ libraries, imports }: DataPack, directory: string) {
  return { directory, libraries: [...libraries], imports: [...imports] };
}

/** Has Emscripten load the libraries of the pack before Python starts. */
export function loadLibraries(settings: ModuleSettings, pack: PackMount | null): void {
  if (pack === null) return;
  const prefix = `${packFolder}/`;
  const { locateFile } = settings;
  settings.dynamicLibraries = pack.libraries.map((library) => prefix + library);
  settings.locateFile = (name) =>
    name.startsWith(prefix)
      ? path.join(pack.directory, name.slice(prefix.length))
      : locateFile(name);
}

/** Every file of the pack, to be mounted. */
export function packFiles(pack: PackMount): StagedFile[] {
  return readdirSync(pack.directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const { size, mtimeMs } = statSync(file);
      const name = path.relative(pack.directory, file).replaceAll('\\', '/');
      return { name, path: file, bytes: size, modified: mtimeMs };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
