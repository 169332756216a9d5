// What is said of figures that came from this computer, because the machine that has them could not be asked.
import type { MachineName } from '../contract/machine.ts';

export function copyNote(machine: MachineName): string {
  return `${machine} cannot be reached now, so this is what this computer keeps of it.`;
}
