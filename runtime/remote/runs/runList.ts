// The runs that are there: below workspaces of this computer, and in the mirrors of machines.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { RunListing, RunPlace } from '../../contract/training/runView.ts';
import type { Clock } from '../../support/clock.ts';
import { errorMessage, systemCode } from '../../support/errors.ts';
import type { Log } from '../../support/log.ts';
import type { Machines } from '../machines/machines.ts';
import {
  machineMirrorFiles,
  MirrorRecord,
  mirrorRecordFile,
  readNote,
  runMirrorFolder,
} from '../mirror/mirrorFiles.ts';
import { KnownRun, notSeen } from './knownRun.ts';
import { nameOf } from './runListing.ts';
import { localSource, mirrorSource, type RunSource } from './runSource.ts';

export interface RunListParts {
  readonly machines: Pick<Machines, 'folder'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Listed {
  readonly listing: RunListing;
  readonly createdAt: string;
}

export class RunList {
  readonly #parts: RunListParts;
  readonly #runs = new Map<string, KnownRun>();

  constructor(parts: RunListParts) {
    this.#parts = parts;
  }

  /**
   * Newest first. A run that cannot be read is left out.
   * @param folders of runs of this computer
   */
  async read(
    folders: readonly string[],
    machines: readonly MachineName[],
  ): Promise<readonly RunListing[]> {
    const sources = [
      ...(await Promise.all(folders.map((folder) => this.#local(folder)))).flat(),
      ...(await Promise.all(machines.map((machine) => this.#mirrored(machine)))).flat(),
    ];
    const listed = (await Promise.all(sources.map((source) => this.#listed(source)))).flat();
    return listed
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
      .map(({ listing }) => listing);
  }

  /** @throws HumanError when the run is of a machine that it was not seen on */
  async sourceOf(place: RunPlace): Promise<RunSource> {
    if (place.machine === thisComputer) return localSource(place, this.#parts.clock);
    const folder = runMirrorFolder(this.#parts.machines.folder(place.machine), nameOf(place));
    const record = await readNote(mirrorRecordFile(folder), MirrorRecord);
    if (record?.folder !== place.folder) throw notSeen(place);
    return this.#mirrorSource(place, folder);
  }

  async #listed(source: RunSource): Promise<Listed[]> {
    const key = JSON.stringify(source.place);
    const run = this.#runs.get(key) ?? new KnownRun(source, 'listed');
    this.#runs.set(key, run);
    try {
      await run.refresh();
    } catch (error) {
      const problem = errorMessage(error);
      this.#parts.log.debug('A run cannot be read', { folder: source.folder, problem });
    }
    const listing = run.listing();
    const { job } = run.reader;
    return listing === null || job === null ? [] : [{ listing, createdAt: job.createdAt }];
  }

  async #local(folder: string): Promise<RunSource[]> {
    const names = (await namesIn(folder)).filter((name) => !name.endsWith('.new'));
    return names.map((name) =>
      localSource({ machine: thisComputer, folder: path.join(folder, name) }, this.#parts.clock),
    );
  }

  async #mirrored(machine: MachineName): Promise<RunSource[]> {
    const { runs } = machineMirrorFiles(this.#parts.machines.folder(machine));
    const sources = await Promise.all(
      (await namesIn(runs)).map(async (name) => {
        const folder = path.join(runs, name);
        const record = await readNote(mirrorRecordFile(folder), MirrorRecord);
        if (record === null) return [];
        return [this.#mirrorSource({ machine, folder: record.folder }, folder)];
      }),
    );
    return sources.flat();
  }

  #mirrorSource(place: RunPlace, folder: string): RunSource {
    const { machines, clock } = this.#parts;
    return mirrorSource(place, folder, machines.folder(place.machine), clock);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw error;
  }
}
