// A machine of a run as it is before the run starts: looked at, with the program, and with the model. This computer is one too: there
// nothing needs to be brought.
import type { MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { TrainingCheck } from '../../contract/training/trainingRequests.ts';
import { pass } from '../../health/healthCheck.ts';
import { inspectMachine, type Inspected } from '../preflight/inspectMachine.ts';
import { installedProgram } from '../provision/installedProgram.ts';
import { provisionMachine } from '../provision/provisionMachine.ts';
import type { CallOptions, MachineTrainingParts } from './machineTrainingParts.ts';
import type { ModelPlace } from './modelPlace.ts';
import { modelThere } from './modelThere.ts';
import type { PlannedProgram } from './plannedCommands.ts';
import { secretsOf } from './secrets.ts';
import type { TrainProgram } from './trainThere.ts';

/** One round trip. @param device null where it is not known yet */
export function inspected(
  { link, trainerFolder, now }: MachineTrainingParts,
  machine: MachineName,
  device: RunJob['device'] | null,
  signal: AbortSignal,
): Promise<Inspected> {
  const needs = { device, diskBytes: null };
  return inspectMachine(link(machine), {
    trainerFolder,
    needs,
    now: () => Date.parse(now()),
    signal,
  });
}

/** Nothing is brought for a plan: where nothing is there, names stand for paths. */
export async function plannedProgram(
  { link, program, trainerFolder }: MachineTrainingParts,
  machine: MachineName,
  signal: AbortSignal,
): Promise<PlannedProgram> {
  if (machine === thisComputer) {
    return { argv: program, python: 'python', trainerFolder, isThere: true };
  }
  const there = await installedProgram(link(machine), signal);
  if (there !== null) return { ...there, isThere: true };
  return { argv: ['tool-r1'], python: 'python', trainerFolder: 'trainer', isThere: false };
}

/** Says why commands of a plan have no paths. */
export function programChecks(machine: MachineName, { isThere }: PlannedProgram): TrainingCheck[] {
  if (isThere) return [];
  const detail = `not on ${machine} yet; it is brought at the start, and only then do the commands have whole paths`;
  return [{ ...pass('Program', detail), fix: { kind: 'prepare-machine', machine } }];
}

export async function broughtProgram(
  parts: MachineTrainingParts,
  machine: MachineName,
  options: CallOptions,
): Promise<TrainProgram> {
  if (machine === thisComputer) return { argv: parts.program, env: {} };
  return (await provisionMachine(parts.link(machine), parts, options)).program;
}

/** Gives the folder that the machine finds it in. */
export async function broughtModel(
  parts: MachineTrainingParts,
  machine: MachineName,
  model: ModelPlace,
  options: CallOptions,
): Promise<string> {
  if (machine === thisComputer && model.kind === 'here') return model.folder;
  const link = parts.link(machine);
  const { program } = await provisionMachine(link, parts, options);
  return modelThere(link, model, { program, secrets: secretsOf(parts.env), ...options });
}
