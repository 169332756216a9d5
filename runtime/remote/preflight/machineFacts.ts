// What is known about a machine, made from what it printed.
import type { MachineFacts } from '../../contract/machine.ts';
import type { FoundProgram, MachineProbe } from './machineProbe.ts';
import { readCards } from './nvidiaSmi.ts';

/** When it was asked and when it answered, in milliseconds since 1970 by our clock. */
export interface AskedAt {
  readonly before: number;
  readonly after: number;
}

export function machineFacts(probe: MachineProbe, { before, after }: AskedAt): MachineFacts {
  const { gpus, problem } = readCards(probe.nvidia);
  const { host, user, home, folder, system, architecture, libc, cores, python } = probe;
  return {
    ...{ host, user, home, folder, system, architecture, libc, cores, python },
    memoryBytes: probe.memory.total,
    freeMemoryBytes: probe.memory.free,
    diskBytes: probe.disk.total,
    freeDiskBytes: probe.disk.free,
    clockSkewSeconds: skew(probe.now * 1000, before, after) / 1000,
    node: first(probe.node),
    uv: first(probe.uv),
    gpus: [...gpus],
    gpuProblem: problem,
  };
}

/** It read its clock between our two looks at ours: what is outside of them is the difference, and no more is known. */
function skew(theirs: number, before: number, after: number): number {
  if (theirs > after) return theirs - after;
  return theirs < before ? theirs - before : 0;
}

function first(programs: readonly FoundProgram[]): FoundProgram | null {
  return programs[0] ?? null;
}
