// Whether the process that wrote the start of a trajectory can still write its end. A process id is used again some day, and
// then a trajectory that was interrupted long ago counts as running: that does no harm, and a lock would have to be kept.
import { hostname } from 'node:os';
import type { Writer } from '../contract/trajectory.ts';
import { systemCode } from './errors.ts';

/** False also for a writer on another machine: from here its trajectory looks like one that was copied. */
export function isWriterAlive(writer: Writer | undefined, host = hostname()): boolean {
  if (writer?.host !== host) return false;
  try {
    // Signal 0 asks whether the process is there and does nothing to it.
    process.kill(writer.pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
