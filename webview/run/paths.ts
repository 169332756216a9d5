// Folders and files of other machines, as they are shown.

/** The last part of a path; the whole where there is none. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
