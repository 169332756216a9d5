// Puts together what reaches machines: this computer, and hosts that the person's own ssh connects to.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { trainingPlace } from './composeTraining.ts';
import type { MachineName } from './contract/machine.ts';
import { thisComputer } from './contract/thisComputer.ts';
import { RunCheckpoints } from './remote/checkpoints/runCheckpoints.ts';
import { CheckpointEvaluations } from './remote/evaluation/checkpointEvaluations.ts';
import { AgentLink } from './remote/link/agentLink.ts';
import { ConnectionKeeper } from './remote/link/connectionKeeper.ts';
import type { Connector } from './remote/link/connector.ts';
import { LocalConnector } from './remote/link/localConnector.ts';
import type { MachineLink } from './remote/link/machineLink.ts';
import { SshConnector } from './remote/link/sshConnector.ts';
import { SteadyCalls } from './remote/link/steadyCalls.ts';
import type { EditorMachines, MachineServices } from './remote/machineServices.ts';
import { inspectMachine } from './remote/preflight/inspectMachine.ts';
import { MachineTraining } from './remote/launch/machineTraining.ts';
import { Machines } from './remote/machines/machines.ts';
import { Prompts } from './remote/machines/prompts.ts';
import { RememberedMachines } from './remote/machines/rememberedMachines.ts';
import { sshHostNames } from './remote/machines/sshHostNames.ts';
import { MachineMirror } from './remote/mirror/machineMirror.ts';
import { MachineWatch, usualWatchTimes } from './remote/mirror/machineWatch.ts';
import { machineMirrorFiles } from './remote/mirror/mirrorFiles.ts';
import { WantedRuns } from './remote/mirror/wantedRuns.ts';
import { RunWatches } from './remote/runs/runWatches.ts';
import { TrainingRuns } from './remote/runs/trainingRuns.ts';
import { CheckpointModels } from './remote/serving/checkpointModels.ts';
import { ServedCheckpoints } from './remote/serving/servedCheckpoints.ts';
import { tidyMachine } from './remote/provision/tidyMachine.ts';
import { type StopParts, stopTraining } from './remote/stop/stopTraining.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';
import { systemClock } from './support/clock.ts';
import { failure } from './support/errors.ts';
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
  /** Folders whose runs of this computer are known from the start: that in which a terminal stands. */
  readonly workspaces?: readonly string[];
  /** What starts a run on this computer: Node, its arguments and the file of the command line. By default that of `folder`. */
  readonly program?: readonly [node: string, ...args: string[]];
}

/** For a command of the terminal, on which ssh asks by itself. */
export function composeForTerminal(folder: string): MachineServices {
  const { env, platform } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const log = openFileLog('info', cache, systemClock.now());
  const settings = { folder, cacheDirectory: cache, env, platform, log };
  const { program } = trainingPlace(folder, process);
  const workspaces = [process.cwd()];
  return composeMachineServices({ ...settings, program, workspaces, prompts: 'terminal' });
}

/** For the editor, where a person answers what ssh asks. */
export function composeForEditor(folder: string, log: Log): EditorMachines {
  const { env, platform } = process;
  const cache = cacheDirectory({ platform, env, homeDirectory: homedir() });
  const prompts = new Prompts(randomHex);
  const settings = { folder, cacheDirectory: cache, env, platform, log, prompts };
  return { ...composeMachineServices(settings), prompts };
}

export function composeMachineServices(settings: MachineSettings): MachineServices {
  const machines = composeMachines(settings);
  const runs = composeTrainingRuns(settings, machines);
  const serving = composeServing(settings, machines);
  const checkpoints = new RunCheckpoints({ link: (name) => machines.link(name) });
  const { workspaces = [] } = settings;
  return {
    machines,
    training: composeMachineTraining(settings, (name) => machines.link(name)),
    runs,
    serving,
    checkpoints,
    evaluations: new CheckpointEvaluations({
      ...{ checkpoints, serving, link: (name) => machines.link(name) },
      folder: path.join(settings.cacheDirectory, 'evaluations'),
      now: () => systemClock.now(),
    }),
    models: new CheckpointModels({ runs, checkpoints, serving, workspaces }),
    tidy: (machine, dryRun, signal) => {
      const trainerFolder = path.join(settings.folder, 'trainer');
      return tidyMachine(machines.link(machine), { trainerFolder, dryRun, signal });
    },
    stop: ({ machine, folder }, wish, options) =>
      stopTraining(stopParts(settings, machines, machine), folder, wish, options),
    close: async () => {
      await runs.close();
      await serving.close();
      await machines.close();
    },
  };
}

function composeServing(settings: MachineSettings, machines: Machines): ServedCheckpoints {
  return new ServedCheckpoints({
    link: (name) => machines.link(name),
    freePort: (link, signal) => freePortThere(link, settings, signal),
    pollMilliseconds: 1000,
  });
}

async function freePortThere(
  link: MachineLink,
  settings: MachineSettings,
  signal: AbortSignal,
): Promise<number> {
  const { probe } = await inspect(link, settings, signal);
  const [port] = probe.ports;
  if (port !== undefined) return port;
  throw failure('remote', 'unsuitable', `${link.machine} has no free port for a server.`);
}

function stopParts(
  { folder }: MachineSettings,
  machines: Machines,
  machine: MachineName,
): StopParts {
  const trainerFolder = path.join(folder, 'trainer');
  const linkOf = (name: MachineName): MachineLink => machines.link(name);
  return {
    link: linkOf(machine),
    linkOf,
    trainerFolder,
    clock: systemClock,
    pollMilliseconds: 1000,
  };
}

function composeTrainingRuns({ env, log }: MachineSettings, machines: Machines): TrainingRuns {
  const topic = log.topic('runs');
  return new TrainingRuns({
    machines,
    watches: new RunWatches((machine) => composeWatch(machine, machines, topic)),
    clock: systemClock,
    log: topic,
    randomHex,
    ownRuns: path.join(env['HOME'] ?? homedir(), '.tool-r1', 'runs'),
    tickMilliseconds: 1000,
  });
}

function composeWatch(machine: MachineName, machines: Machines, log: Log): MachineWatch {
  const folder = machines.folder(machine);
  return new MachineWatch({
    mirror: new MachineMirror({ link: machines.link(machine), folder, clock: systemClock }),
    wanted: new WantedRuns(machineMirrorFiles(folder).wanted, randomHex()),
    folder,
    clock: systemClock,
    log,
    times: usualWatchTimes,
  });
}

/** What machines get is built, also when this program runs from its sources. */
function composeMachineTraining(
  { folder, cacheDirectory: cacheFolder, env, program }: MachineSettings,
  link: (name: MachineName) => MachineLink,
): MachineTraining {
  const isBuilt = path.basename(folder) === 'dist';
  return new MachineTraining({
    link,
    dist: isBuilt ? folder : path.join(folder, '..', 'dist'),
    trainerFolder: path.join(folder, 'trainer'),
    cacheFolder,
    wheels: wheelsOf(env),
    env,
    program: program ?? [process.execPath, path.join(folder, 'cli.mjs')],
    now: () => systemClock.now(),
    randomHex,
  });
}

/** `TOOL_R1_WHEELS`: a folder of wheels that machines without network get. */
function wheelsOf(env: NodeJS.ProcessEnv): string | null {
  const folder = env['TOOL_R1_WHEELS'] ?? '';
  return folder === '' ? null : folder;
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
