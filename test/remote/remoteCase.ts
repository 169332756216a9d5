// What every test over a real ssh server needs: the machines of a process that connects to its hosts.
import path from 'node:path';
import { composeMachines } from '../../runtime/composeMachines.ts';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { Prompts } from '../../runtime/remote/machines/prompts.ts';
import { silentLog } from '../../runtime/support/log.ts';
import type { SshHosts } from './sshHosts.ts';

/** The machines of one window. Nobody answers ssh's questions unless prompts are given. */
export function openMachines(
  hosts: SshHosts,
  prompts: Prompts | 'terminal' = new Prompts(() => 'prompt'),
  env: NodeJS.ProcessEnv = {},
): Machines {
  return composeMachines({
    folder: path.resolve('runtime'),
    cacheDirectory: path.join(hosts.folder, 'cache'),
    env: { ...hosts.env, TOOL_R1_SSH_SECONDS: '8', ...env },
    platform: process.platform,
    log: silentLog,
    prompts,
  });
}

/** For calls that nobody calls off. */
export function noEnd(): AbortSignal {
  return new AbortController().signal;
}
