// What every test over a real ssh server needs: hosts, and the machines of a process that connects to them.
import path from 'node:path';
import { composeMachines } from '../../runtime/composeMachines.ts';
import { Prompts } from '../../runtime/remote/machines/prompts.ts';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { silentLog } from '../../runtime/support/log.ts';
import type { SshHosts } from './sshHosts.ts';

/** The machines of one window. */
export function openMachines(
  hosts: SshHosts,
  prompts: Prompts | 'terminal' = noPerson(),
): Machines {
  return composeMachines({
    folder: path.resolve('runtime'),
    cacheDirectory: path.join(hosts.folder, 'cache'),
    env: hosts.env,
    platform: process.platform,
    log: silentLog,
    prompts,
  });
}

/** Nobody hears the questions: they count as refused. */
export function noPerson(): Prompts {
  return new Prompts(() => 'prompt');
}

/** For calls that nobody calls off. */
export function noEnd(): AbortSignal {
  return new AbortController().signal;
}
