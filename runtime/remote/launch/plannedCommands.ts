// The exact commands of a run, by host, as its supervisor will start them.
import path from 'node:path';
import type { MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { TrainingPlan, TrainingWish } from '../../contract/training/trainingRequests.ts';
import type { ProcessCommand, ProcessName } from '../../contract/training/runFolder.ts';
import { policySync } from '../../launch/jobSettings.ts';
import type { NetworkRoute } from '../../launch/networkRoute.ts';
import { processCommands, type GpuSplit } from '../../launch/processCommands.ts';
import { samplerCommands } from '../../launch/samplerCommands.ts';
import type { CommandJob } from '../../launch/tokenServerCommand.ts';
import { errorMessage, HumanError } from '../../support/errors.ts';
import type { Inspected } from '../preflight/inspectMachine.ts';
import { commandLine } from './commandLine.ts';
import type { PlannedSampler } from './plannedSampler.ts';
import type { WantedRun } from './wantedRun.ts';

export interface PlannedProgram {
  /** Node and its arguments, then the file of our command line. */
  readonly argv: readonly [node: string, ...args: string[]];
  readonly python: string;
  readonly trainerFolder: string;
  /** False where names stand for paths: they are known once the machine is prepared. */
  readonly isThere: boolean;
}

export interface CommandQuestion {
  readonly wish: TrainingWish;
  readonly wanted: WantedRun;
  readonly inspected: Inspected;
  readonly folder: string;
  readonly program: PlannedProgram;
  readonly split: GpuSplit | null;
  /** Of everything of the product there. */
  readonly home: string;
  /** Another machine that samples; null when the same one does. */
  readonly sampler: PlannedSampler | null;
}

const titles: Readonly<Record<ProcessName, string>> = {
  receiver: 'Weight receiver',
  tokens: 'Token server',
  rollouts: 'Rollout server',
  trainer: 'Trainer',
};

/** In the order of starting, as far as paths are known before the machines are prepared. */
export function plannedCommands(question: CommandQuestion): TrainingPlan['commands'] {
  const { wish, sampler } = question;
  try {
    const own = shown(wish.machine, commandsHere(question));
    if (sampler === null) return own;
    return [...shown(sampler.machine, commandsOfSampler(question, sampler)), ...own];
  } catch (error) {
    if (!(error instanceof HumanError)) throw error;
    return [{ host: wish.machine, title: 'None', line: errorMessage(error) }];
  }
}

function shown(host: string, commands: readonly ProcessCommand[]): TrainingPlan['commands'] {
  return commands.map(({ name, argv, env }) => ({
    host,
    title: titles[name],
    line: commandLine(argv, env),
  }));
}

function commandsHere(question: CommandQuestion): ProcessCommand[] {
  const { wish, wanted, inspected, folder, split, program, home, sampler } = question;
  const [tokens = 0, rollouts = 0] = inspected.probe.ports;
  return processCommands(jobOf(question, modelOf(wish.machine, wanted, home)), {
    folder,
    program: program.argv,
    python: program.python,
    trainerFolder: program.trainerFolder,
    ports: { tokens, rollouts },
    gpus: split ?? { train: [0], sample: null },
    threads: threadsOf(inspected),
    toSampler: sampler === null ? null : routeTo(sampler),
  });
}

function commandsOfSampler(question: CommandQuestion, sampler: PlannedSampler): ProcessCommand[] {
  const { machine, inspected, program, folder, home, reached } = sampler;
  const [tokens = 0, receiver = 0] = inspected.probe.ports;
  return samplerCommands(jobOf(question, modelOf(machine, question.wanted, home)), {
    folder,
    python: program.python,
    trainerFolder: program.trainerFolder,
    host: reached?.address ?? unknownAddress,
    device: reached?.addressDevice ?? null,
    ports: { tokens, receiver },
    cards: question.split?.sample ?? [],
    threads: threadsOf(inspected),
  });
}

/** Where there is no way to it; the checks say why. */
const unknownAddress = 'ADDRESS';

function routeTo({ reached }: PlannedSampler): NetworkRoute {
  return reached === null
    ? { address: unknownAddress, device: null }
    : { address: reached.from, device: reached.fromDevice };
}

function jobOf({ wish, wanted }: CommandQuestion, model: string): CommandJob {
  const { recipe } = wanted.reading;
  const { device } = wish;
  return { device, model, recipe, policySync: policySync(device, recipe) };
}

function threadsOf({ facts }: Inspected): number {
  return Math.min(4, facts.cores);
}

function modelOf(machine: MachineName, { model }: WantedRun, home: string): string {
  const isHere = machine === thisComputer;
  if (model.kind === 'fetched')
    return path.posix.join(home, 'models', model.name.replace('/', '--'));
  return model.kind === 'there' || isHere
    ? model.folder
    : path.posix.join(home, 'models', path.basename(model.folder));
}
