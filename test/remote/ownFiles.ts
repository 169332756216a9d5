// Files of a server's own in the place of some of the system's: accounts and passwords that are nobody else's. Needs root.

/**
 * The command in front of a server that alone sees them.
 * @param files the server's own, by where they appear
 */
export function withOwnFiles(files: Readonly<Record<string, string>>): readonly string[] {
  const mounts = Object.entries(files).map(([there, own]) => `mount --bind '${own}' '${there}'`);
  return ['unshare', '--mount', '/bin/sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'];
}
