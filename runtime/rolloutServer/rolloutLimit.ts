// How many rollouts a machine runs at a time. Most of a rollout is waiting for tokens, so there may be more of them than cores; each
// holds a sandbox with its memory. Pure.

export interface Machine {
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
}

/** Bytes that one sandbox takes, with the rollout in it. */
const bytesEach = 160e6;
/** Share of the memory that sandboxes may take; the model needs the rest where it runs on the same machine. */
const memoryShare = 0.25;
const mostAtOnce = 128;
const sandboxesPerProcess = 8;

export function rolloutLimit({ cores, memory }: Machine): number {
  const byMemory = Math.floor((memory * memoryShare) / bytesEach);
  return Math.max(1, Math.min(cores * 4, byMemory, mostAtOnce));
}

/** Processes and workers in each, so that there are at least `limit` sandboxes and a crash costs few of them. */
export function sandboxLayout(limit: number): { processes: number; workersPerProcess: number } {
  const processes = Math.ceil(limit / sandboxesPerProcess);
  return { processes, workersPerProcess: Math.ceil(limit / processes) };
}
