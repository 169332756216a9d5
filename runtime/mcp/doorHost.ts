// What the tools for other agents stand on: the folders that are open to them, the reader of trajectory files, the runs, and
// what may be started. The same for the MCP server and for the editor.
import type { AgentRuntime } from '../agentRuntime.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { Names } from '../rolloutRequest.ts';
import type { TrajectoryViewer } from '../store/viewing/trajectoryViewer.ts';
import type { OnProgress } from '../support/progress.ts';
import type { DoorFolders } from './doorFolders.ts';

export type DoorMachines = Pick<MachineServices, 'runs' | 'checkpoints' | 'stop'>;

export interface DoorHost {
  readonly folders: DoorFolders;
  readonly viewer: TrajectoryViewer;
  /** Connects to nothing by itself. */
  readonly openMachines: () => Promise<DoorMachines>;
  /** Runs the agent once; the trajectory is in its file when this resolves. */
  readonly run: AgentRuntime['run'];
  /** Chosen by the person, never by the agent that calls: it decides where the content of files goes. */
  readonly model: string;
  readonly recipe: string;
  readonly names: Names;
}

export interface DoorCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}
