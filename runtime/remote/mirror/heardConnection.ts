// How a machine is connected, seen from a window that does not watch it: the one that does has written it down.
import type { MachineConnection } from '../../contract/machine.ts';
import { Heard, machineMirrorFiles, readNote } from './mirrorFiles.ts';

/** The watcher writes at least once a minute. */
const mostSilenceMilliseconds = 200_000;

/**
 * @param own of this process
 * @param now in milliseconds since 1970
 */
export async function heardConnection(
  machineFolder: string,
  own: MachineConnection,
  now: number,
): Promise<MachineConnection> {
  if (own.state === 'connected') return own;
  const heard = await readNote(machineMirrorFiles(machineFolder).heard, Heard);
  if (heard?.heardAt == null || heard.connection.state !== 'connected') return own;
  return now - Date.parse(heard.heardAt) < mostSilenceMilliseconds ? heard.connection : own;
}
