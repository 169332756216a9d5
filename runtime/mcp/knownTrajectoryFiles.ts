// The trajectory files that the open folders keep. What a link makes of a file outside is left out.
import { stat } from 'node:fs/promises';
import { trajectoryFiles, type TrajectoryFile } from '../store/workspaceTrajectories.ts';
import type { DoorFolders } from './doorFolders.ts';

export interface KnownTrajectoryFile extends TrajectoryFile {
  readonly bytes: number;
}

/** Last written first. */
export async function knownTrajectoryFiles(folders: DoorFolders): Promise<KnownTrajectoryFile[]> {
  const lists = await Promise.all(folders.paths.map((folder) => trajectoryFiles(folder)));
  const known = await Promise.all(lists.flat().map((found) => knownFile(found, folders)));
  return known.flat().sort((a, b) => b.modified - a.modified);
}

/** None when it leads outside, or went away meanwhile. */
async function knownFile(
  { file, modified }: TrajectoryFile,
  folders: DoorFolders,
): Promise<KnownTrajectoryFile[]> {
  try {
    const real = await folders.findFile(file);
    const { size: bytes } = await stat(real);
    return [{ file: real, modified, bytes }];
  } catch {
    return [];
  }
}
