// Processes as Linux shows them: ends one with everything in its group, and tells what is left.
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const politeMilliseconds = 4_000;

/** Asks first, then kills. The process was started with `detached`, so that its group has its id. */
export async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  if (await isEmptyWithin(pid, politeMilliseconds)) return;
  signalGroup(pid, 'SIGKILL');
  if (await isEmptyWithin(pid, politeMilliseconds)) return;
  throw new Error(`Processes are left in the group ${pid}: ${groupMembers(pid).join(', ')}`);
}

/** Ids of the processes of a group that are alive; one that only waits to be collected is not. */
export function groupMembers(group: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => groupOf(id) === group);
}

/** True once the process is gone; false when it is still there after the time. */
export async function isGoneWithin(id: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (groupOf(id) !== null) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}

async function isEmptyWithin(group: number, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (groupMembers(group).length > 0) {
    if (performance.now() > end) return false;
    await sleep(50);
  }
  return true;
}

function groupOf(id: number): number | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name in brackets may hold anything; state, parent and group come after it.
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? null : Number(group);
  } catch {
    return null;
  }
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // Nothing is left of it.
  }
}
