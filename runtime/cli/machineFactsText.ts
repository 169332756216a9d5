// What a machine has, in a few words.
import type { GpuFacts, MachineFacts } from '../contract/machine.ts';
import { formatBytes } from '../support/formatBytes.ts';
import { count } from './format.ts';

const mibInGib = 1024;
const bytesInGib = 1024 ** 3;

/** For example `2 x NVIDIA A100-SXM4-80GB (80 GiB), 64 cores, 512 GiB memory, 1.9 TB free disk`. */
export function describeFacts(facts: MachineFacts): string {
  return [
    describeGpus(facts),
    count(facts.cores, 'core'),
    `${gib(facts.memoryBytes)} memory`,
    `${formatBytes(facts.freeDiskBytes)} free disk`,
  ].join(', ');
}

function describeGpus({ gpus, gpuProblem }: MachineFacts): string {
  if (gpus.length === 0) return gpuProblem === null ? 'no graphics card' : 'cards not usable';
  const kinds = new Map<string, number>();
  for (const gpu of gpus) kinds.set(nameOf(gpu), (kinds.get(nameOf(gpu)) ?? 0) + 1);
  return [...kinds].map(([kind, number]) => `${number} x ${kind}`).join(' + ');
}

function nameOf({ name, memoryTotalMib }: GpuFacts): string {
  if (memoryTotalMib === null) return name;
  return `${name} (${Math.round(memoryTotalMib / mibInGib)} GiB)`;
}

function gib(bytes: number): string {
  return `${Math.round(bytes / bytesInGib)} GiB`;
}
