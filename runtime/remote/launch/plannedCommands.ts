// The exact commands of a run, by host, as its supervisor will start them.
import path from 'node:path';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { TrainingPlan, TrainingWish } from '../../contract/training/trainingRequests.ts';
import type { ProcessName } from '../../contract/training/runFolder.ts';
import { policySync } from '../../launch/jobSettings.ts';
import { processCommands, type GpuSplit } from '../../launch/processCommands.ts';
import { errorMessage, HumanError } from '../../support/errors.ts';
import type { Inspected } from '../preflight/inspectMachine.ts';
import { commandLine } from './commandLine.ts';
import type { WantedRun } from './wantedRun.ts';

export interface PlannedProgram {
  /** Node and its arguments, then the file of our command line. */
  readonly argv: readonly [node: string, ...args: string[]];
  readonly python: string;
  readonly trainerFolder: string;
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
}

const titles: Readonly<Record<ProcessName, string>> = {
  tokens: 'Token server',
  rollouts: 'Rollout server',
  trainer: 'Trainer',
};

/** As far as paths are known before the machine is prepared. */
export function plannedCommands(question: CommandQuestion): TrainingPlan['commands'] {
  const { wish, wanted, inspected, folder, split, program } = question;
  const [tokens = 0, rollouts = 0] = inspected.probe.ports;
  const { recipe } = wanted.reading;
  const job = {
    device: wish.device,
    model: modelOf(question),
    recipe,
    policySync: policySync(wish.device, recipe),
  };
  try {
    const commands = processCommands(job, {
      folder,
      program: program.argv,
      python: program.python,
      trainerFolder: program.trainerFolder,
      ports: { tokens, rollouts },
      gpus: split ?? { train: [0], sample: null },
      threads: Math.min(4, inspected.facts.cores),
    });
    return commands.map(({ name, argv, env }) => ({
      host: wish.machine,
      title: titles[name],
      line: commandLine(argv, env),
    }));
  } catch (error) {
    if (!(error instanceof HumanError)) throw error;
    return [{ host: wish.machine, title: 'None', line: errorMessage(error) }];
  }
}

function modelOf({ wish, wanted: { model }, home }: CommandQuestion): string {
  const isHere = wish.machine === thisComputer;
  if (model.kind === 'fetched')
    return path.posix.join(home, 'models', model.name.replace('/', '--'));
  return model.kind === 'there' || isHere
    ? model.folder
    : path.posix.join(home, 'models', path.basename(model.folder));
}
