// The processes below this one and their memory, read from /proc. On other systems there is nothing to read.
import { readdirSync, readFileSync } from 'node:fs';

export const canSeeProcesses = process.platform === 'linux';

export interface SeenProcess {
  readonly id: number;
  readonly command: string;
}

/** All descendants of a process that are alive. */
export function descendants(root: number): readonly SeenProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null;
    if (parent !== null) parents.set(Number(name), parent);
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).map((id) => ({ id, command: commandOf(id) }));
}

/** Bytes of memory of a process with its share of what it shares; 0 when it is gone. */
export function memoryOf(id: number): number {
  const text = readProc(`/proc/${id}/smaps_rollup`);
  return Number(/^Pss:\s+(\d+) kB/m.exec(text ?? '')?.[1] ?? 0) * 1024;
}

/** Null for one that is gone or only waits to be collected by its parent. */
function parentOf(id: number): number | null {
  const text = readProc(`/proc/${id}/stat`);
  // The name in brackets may hold anything; the fields after it do not.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields === undefined || fields[0] === 'Z' ? null : Number(fields[1]);
}

function commandOf(id: number): string {
  return (readProc(`/proc/${id}/cmdline`) ?? '').replaceAll('\0', ' ').trim();
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
