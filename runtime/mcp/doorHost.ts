// What the tools for other agents stand on: the folders that are open to them, the reader of trajectory files, the runs, and
// what may be started. The same for the MCP server and for the editor.
import type { RolloutOptions, RolloutRequest } from '../agentRuntime.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { Names } from '../rolloutRequest.ts';
import type { TrajectoryViewer } from '../store/viewing/trajectoryViewer.ts';
import type { OnProgress } from '../support/progress.ts';
import type { DoorFolders } from './doorFolders.ts';

export type DoorMachines = Pick<MachineServices, 'runs' | 'checkpoints' | 'stop'>;

/** What is open, and with what things would be done. */
export interface DoorPlace {
  readonly folders: DoorFolders;
  /** Connects to nothing by itself. */
  readonly openMachines: () => Promise<DoorMachines>;
  /** Chosen by the person, never by the agent that calls: it decides where the content of files goes. */
  readonly model: string;
  readonly recipe: string;
}

/** The same for every call. */
export interface DoorServices {
  readonly viewer: TrajectoryViewer;
  /** Runs the agent once; the trajectory is in its file when this resolves. */
  readonly run: (request: RolloutRequest, options: RolloutOptions) => Promise<unknown>;
  readonly names: Names;
}

export interface DoorHost extends DoorPlace, DoorServices {}

export interface DoorCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}
