// The folder that a trajectory file belongs to: the one whose `.tool-r1/` keeps it, else the open folder that it lies in.
import path from 'node:path';

/** @param folderOf the open folder that holds a path, or null */
export function workspaceOf(
  file: string,
  folderOf: (file: string) => string | null,
): string | null {
  const keeping = path.dirname(path.dirname(path.dirname(file)));
  const isKept =
    path.relative(keeping, path.dirname(file)) === path.join('.tool-r1', 'trajectories');
  const folder = folderOf(file);
  if (folder === null) return null;
  return isKept ? keeping : folder;
}
