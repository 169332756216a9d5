// A way to write trajectories for other programs. One file in this folder is one way.
import type { Trajectory } from '../../contract/trajectory.ts';

/** A trajectory with the lines that it came from, as they stand in the file. */
export interface ExportedTrajectory {
  readonly trajectory: Trajectory;
  readonly lines: readonly Buffer[];
}

export interface Exporter {
  /** Pieces of the file, in order. Trajectories are asked for one at a time, so that any number fits in memory. */
  write(trajectories: AsyncIterable<ExportedTrajectory>): AsyncIterable<string | Buffer>;
}
