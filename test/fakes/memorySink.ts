// Keeps trajectory records in memory, and can break like a full disk.
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import type { TrajectorySink } from '../../runtime/rollout/trajectorySink.ts';
import { failure } from '../../runtime/support/errors.ts';

export class MemorySink implements TrajectorySink {
  readonly file = 'memory.trajectories.jsonl';
  readonly records: TrajectoryRecord[] = [];
  private readonly breaksAt: number;

  /** `breaksAt` is the number of records that are still taken. */
  constructor(breaksAt = Infinity) {
    this.breaksAt = breaksAt;
  }

  append(record: TrajectoryRecord): Promise<void> {
    if (this.records.length >= this.breaksAt) {
      return Promise.reject(failure('store', 'disk-full', 'The disk is full. Make room.'));
    }
    // As on disk: only what the schema takes can be written.
    this.records.push(TrajectoryRecord.parse(JSON.parse(JSON.stringify(record))));
    return Promise.resolve();
  }

  get kinds(): readonly string[] {
    return this.records.map((record) => record.kind);
  }
}
