// Paths as a person would type them from where they are.
import path from 'node:path';

/** A path below the current folder without the folder. */
export function shortPath(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative)
    ? file
    : relative;
}
