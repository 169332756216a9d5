// Puts together what reaches machines: this computer, and hosts that the person's own ssh connects to.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { type MachineName, thisComputer } from './contract/machine.ts';
import { AgentLink } from './remote/link/agentLink.ts';
import { ConnectionKeeper } from './remote/link/connectionKeeper.ts';
import type { Connector } from './remote/link/connector.ts';
import { LocalConnector } from './remote/link/localConnector.ts';
import type { MachineLink } from './remote/link/machineLink.ts';
import { SshConnector } from './remote/link/sshConnector.ts';
import { SteadyCalls } from './remote/link/steadyCalls.ts';
import type { MachineServices } from './remote/machineServices.ts';
import { inspectMachine } from './remote/preflight/inspectMachine.ts';
import { Machines } from './remote/machines/machines.ts';
import type { Prompts } from './remote/machines/prompts.ts';
import { RememberedMachines } from './remote/machines/rememberedMachines.ts';
import { sshHostNames } from './remote/machines/sshHostNames.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';
import { systemClock } from './support/clock.ts';
import { type Log, openFileLog } from './support/log.ts';

export interface MachineSettings {
  /** Of the program's file: `dist/`, or `runtime/` when it runs from its sources. Both hold `remote/link/`. */
  readonly folder: string;
  readonly cacheDirectory: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  /** Who hears ssh's questions; `terminal` lets ssh ask on its own terminal. */
  readonly prompts: Prompts | 'terminal';
}

/** For a command of the terminal, on which ssh asks by itself. */
export function composeForTerminal(folder: string): MachineServices {
  const { env, platform } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const log = openFileLog('info', cache, systemClock.now());
  const settings = { folder, cacheDirectory: cache, env, platform, log };
  return composeMachineServices({ ...settings, prompts: 'terminal' });
}

export function composeMachineServices(settings: MachineSettings): MachineServices {
  const machines = composeMachines(settings);
  return { machines, close: () => machines.close() };
}

export function composeMachines(settings: MachineSettings): Machines {
  return new Machines({
    remembered: new RememberedMachines(path.join(settings.cacheDirectory, 'machines'), randomHex),
    clock: systemClock,
    openLink: (name) => openLink(name, settings),
    inspect: async (link, signal) => (await inspect(link, settings, signal)).facts,
    sshHostNames: () => sshHostNames(homedir()),
  });
}

function inspect(link: MachineLink, { folder }: MachineSettings, signal: AbortSignal) {
  const trainerFolder = path.join(folder, 'trainer');
  return inspectMachine(link, {
    trainerFolder,
    needs: { device: null, diskBytes: null },
    now: Date.now,
    signal,
  });
}

function openLink(machine: MachineName, settings: MachineSettings): MachineLink {
  const keeper = new ConnectionKeeper({
    machine,
    connector: openConnector(machine, settings),
    clock: systemClock,
    random: Math.random,
    log: settings.log.topic('machines'),
  });
  return new AgentLink({ machine, keeper, calls: new SteadyCalls(machine, keeper, systemClock) });
}

function openConnector(machine: MachineName, settings: MachineSettings): Connector {
  const { folder, env, platform, prompts, cacheDirectory } = settings;
  const file = (name: string): string => path.join(folder, 'remote', 'link', name);
  const agent = (): Promise<string> => readFile(file('agent.py'), 'utf8');
  const common = { agent, env, platform, clock: systemClock, randomHex };
  if (machine === thisComputer) return new LocalConnector(common);
  return new SshConnector({
    ...common,
    machine,
    asker: prompts === 'terminal' ? null : prompts,
    askpassProgram: file('askpass.mjs'),
    node: process.execPath,
    place: {
      cacheDirectory,
      temporaryDirectory: tmpdir(),
      user: process.getuid?.() ?? null,
    },
    beginMilliseconds: beginSeconds(env) * 1000,
  });
}

/** `TOOL_R1_SSH_SECONDS`: how long a connection may take without getting on. 30 unless it is set to a number above 0. */
function beginSeconds(env: NodeJS.ProcessEnv): number {
  const asked = Number(env['TOOL_R1_SSH_SECONDS'] ?? '');
  return asked > 0 ? asked : 30;
}

function randomHex(): string {
  return randomBytes(8).toString('hex');
}
