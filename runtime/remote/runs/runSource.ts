// Where the files of a run can be read on this computer, and what is known of the machine that it runs on: the run's own folder
// when it runs here, or its mirror.
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { RunStatus } from '../../contract/training/runFolder.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { isSupervised } from '../../store/runs/readRun.ts';
import type { Clock } from '../../support/clock.ts';
import {
  Heard,
  machineMirrorFiles,
  MirrorRecord,
  mirrorRecordFile,
  readNote,
} from '../mirror/mirrorFiles.ts';
import type { Hearing } from './shownState.ts';

export interface RunSource {
  readonly place: RunPlace;
  /** With the files of the run, on this computer. */
  readonly folder: string;
  /** Null for a run whose folder is gone. */
  look(status: RunStatus | null): Promise<RunLook | null>;
}

export interface RunLook {
  readonly hearing: Hearing;
  readonly checkpoints: readonly number[];
}

/** A run of this computer. */
export function localSource(place: RunPlace, clock: Clock): RunSource {
  return {
    place,
    folder: place.folder,
    async look(status) {
      const names = await readdir(path.join(place.folder, 'checkpoints')).catch(() => []);
      return {
        hearing: {
          isConnected: true,
          heardAt: Date.parse(clock.now()),
          aheadMilliseconds: 0,
          isAlive: status === null ? null : isSupervised(status),
          bootId: status?.host === hostname() ? await ownBootId() : null,
        },
        checkpoints: names.flatMap((name) => {
          const step = /^checkpoint-(\d+)$/.exec(name)?.[1];
          return step === undefined ? [] : [Number(step)];
        }),
      };
    },
  };
}

/** What was heard longer ago tells nothing of now: whoever watched is gone, and nobody watches yet. */
const mostSilenceMilliseconds = 200_000;

/** A run of another machine, by its mirror. */
export function mirrorSource(
  place: RunPlace,
  folder: string,
  machineFolder: string,
  clock: Clock,
): RunSource {
  return {
    place,
    folder,
    async look() {
      const record = await readNote(mirrorRecordFile(folder), MirrorRecord);
      if (record === null || record.isGone) return null;
      const heard = await readNote(machineMirrorFiles(machineFolder).heard, Heard);
      return { hearing: hearingOf(heard, record, clock), checkpoints: record.checkpoints };
    },
  };
}

function hearingOf(heard: Heard | null, { isAlive }: MirrorRecord, clock: Clock): Hearing {
  const heardAt = heard?.heardAt == null ? null : Date.parse(heard.heardAt);
  const silence = Date.parse(clock.now()) - (heardAt ?? 0);
  return {
    isConnected: heard?.connection.state === 'connected' && silence < mostSilenceMilliseconds,
    heardAt,
    aheadMilliseconds: heard?.aheadMilliseconds ?? 0,
    isAlive,
    bootId: heard?.bootId ?? null,
  };
}

/** Null where the system has none. */
async function ownBootId(): Promise<string | null> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null);
  return text?.trim() ?? null;
}
