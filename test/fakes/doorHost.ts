// What the tools for other agents stand on, over a folder of a test: real files, a real reader, real runs of this computer, and an
// agent that plays what it was given.
import path from 'node:path';
import { thisComputer } from '../../runtime/contract/thisComputer.ts';
import { openDoorFolders } from '../../runtime/mcp/doorFolders.ts';
import type { DoorHost, DoorMachines } from '../../runtime/mcp/doorHost.ts';
import { RunCheckpoints } from '../../runtime/remote/checkpoints/runCheckpoints.ts';
import { RunWatches } from '../../runtime/remote/runs/runWatches.ts';
import { TrainingRuns } from '../../runtime/remote/runs/trainingRuns.ts';
import { allFormats } from '../../runtime/store/formats/allFormats.ts';
import { FileViewer } from '../../runtime/store/viewing/fileViewer.ts';
import { systemClock } from '../../runtime/support/clock.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { FakeRuntime, type FakeRuntimeParts } from './fakeRuntime.ts';
import { FolderLink } from './folderLink.ts';
import { FolderMachine } from './folderMachine.ts';

export interface DoorFixture {
  readonly host: DoorHost;
  readonly runtime: FakeRuntime;
  /** Machines and wishes of runs that were stopped. */
  readonly stopped: string[];
  close(): Promise<void>;
}

/** @param workspace an absolute path; `.tool-r1/` is looked for in it */
export async function openDoorFixture(
  workspace: string,
  parts: FakeRuntimeParts & { readonly others?: readonly string[] } = {},
): Promise<DoorFixture> {
  const viewer = new FileViewer(allFormats);
  const runtime = new FakeRuntime(parts);
  const stopped: string[] = [];
  const runs = localRuns(workspace);
  const machines: DoorMachines = {
    runs,
    checkpoints: new RunCheckpoints({ link: () => new FolderMachine(workspace) }),
    stop: ({ machine, folder }, wish) => {
      stopped.push(`${machine} ${path.basename(folder)} ${wish}`);
      return Promise.resolve([{ gpu: 1, pid: 4711, name: 'python', mib: 900 }]);
    },
  };
  const host: DoorHost = {
    folders: await openDoorFolders([workspace, ...(parts.others ?? [])]),
    viewer,
    openMachines: () => Promise.resolve(machines),
    run: (request, options) => runtime.run(request, options),
    model: 'embedded',
    recipe: 'tool-r1',
    names: { now: () => '2026-05-04T09:30:00.000Z', randomHex: () => 'abcdef0123456789' },
  };
  const close = async () => {
    await runs.close();
    await viewer.close();
  };
  return { host, runtime, stopped, close };
}

function localRuns(workspace: string): TrainingRuns {
  return new TrainingRuns({
    machines: {
      list: () => Promise.resolve([]),
      folder: () => path.join(workspace, thisComputer),
      link: () => new FolderLink(path.join(workspace, '.tool-r1')),
    },
    watches: new RunWatches(() => {
      throw new Error('There is no other machine in this test.');
    }),
    ...{ clock: systemClock, log: silentLog, randomHex: () => 'handle-1' },
    ...{ ownRuns: path.join(workspace, 'own-runs'), tickMilliseconds: 1000 },
  });
}
