// Where a rollout writes its records. The store implements it on disk; tests keep them in memory.
import type { TrajectoryRecord } from '../contract/trajectory.ts';

export interface TrajectorySink {
  /** The file that is being written; null when records go elsewhere. */
  readonly file: string | null;
  /**
   * Resolves when the record is safe against a crash of this process. Records of one trajectory are appended in order.
   * @throws FailureError at boundary `store`
   */
  append(record: TrajectoryRecord): Promise<void>;
}
