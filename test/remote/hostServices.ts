// What reaches the hosts of a suite: as the terminal and the editor have it, from its sources and with a cache of its own.
import path from 'node:path';
import { composeMachineServices, type MachineSettings } from '../../runtime/composeMachines.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { silentLog } from '../../runtime/support/log.ts';
import type { SshHosts } from './sshHosts.ts';

/** Close it before the hosts. @param over what the suite is about */
export function hostServices(
  hosts: SshHosts,
  over: Partial<MachineSettings> = {},
): MachineServices {
  return composeMachineServices({
    folder: path.resolve('runtime'),
    cacheDirectory: path.join(hosts.folder, 'cache'),
    env: hosts.env,
    platform: process.platform,
    log: silentLog,
    prompts: 'terminal',
    ...over,
  });
}
