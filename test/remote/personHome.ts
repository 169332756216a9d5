// The home of whoever sits at the editor. The extension host takes its search path from a login shell there, so that it finds the
// `ssh` of the hosts.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SshHosts } from './sshHosts.ts';

/** Makes it; gives its path. */
export function personHome({ folder, env }: SshHosts): string {
  const home = path.join(folder, 'person');
  mkdirSync(home, { recursive: true });
  for (const name of ['.profile', '.bash_profile']) {
    writeFileSync(path.join(home, name), `export PATH='${env['PATH'] ?? ''}'\n`);
  }
  return home;
}
