// The machine that samples for a run that trains on another one: planned, started before the run, started again with it, and ended.
import type { MachineName } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { SamplerPlace } from '../../contract/training/samplerPlace.ts';
import type { TrainingWish } from '../../contract/training/trainingRequests.ts';
import { policySync } from '../../launch/jobSettings.ts';
import { FailureError, HumanError } from '../../support/errors.ts';
import { endRun } from '../stop/endRun.ts';
import { machineReach, type Reached } from './machineReach.ts';
import type { CallOptions, MachineTrainingParts } from './machineTrainingParts.ts';
import {
  checksOf,
  opennessCheck,
  reachedCheck,
  unreachedCheck,
  type PlannedSampler,
} from './plannedSampler.ts';
import {
  broughtModel,
  broughtProgram,
  inspected,
  plannedProgram,
  programChecks,
} from './preparedMachine.ts';
import { samplerFolder, samplerThere } from './samplerThere.ts';
import { sendInputs } from './sendInputs.ts';
import type { WantedRun } from './wantedRun.ts';

/** A wish with a machine that samples. */
export interface SamplerWish extends TrainingWish {
  readonly sampler: MachineName;
}

export interface StartedSampler {
  readonly place: SamplerPlace;
  /** The run gets the same one, in its environment. */
  readonly key: string;
}

/** @throws HumanError for two machines that are one */
export function samplerWish(wish: TrainingWish): SamplerWish | null {
  const { machine, sampler } = wish;
  if (sampler === null) return null;
  if (sampler !== machine) return { ...wish, sampler };
  throw new HumanError(
    `${machine} cannot sample for itself as another machine. Leave the sampler out: a run trains and samples on one machine then.`,
  );
}

/** Nothing is sent and nothing is started, but for one call between the machines. */
export async function planSampler(
  parts: MachineTrainingParts,
  wish: SamplerWish,
  { wanted, run }: { readonly wanted: WantedRun; readonly run: string },
  signal: AbortSignal,
): Promise<PlannedSampler> {
  const { sampler: machine, device } = wish;
  const link = parts.link(machine);
  const found = await inspected(parts, machine, device, signal);
  const sync = policySync(device, wanted.reading.recipe);
  const way = await reached(parts, wish, { policySync: sync, signal }).catch(unreachedCheck);
  const program = await plannedProgram(parts, machine, signal);
  const checks =
    'address' in way
      ? [
          reachedCheck({ trainer: wish.machine, sampler: machine }, way),
          ...opennessCheck(sync, device, way),
        ]
      : [way];
  return {
    machine,
    link,
    inspected: found,
    program,
    folder: await samplerFolder(link, run, signal),
    home: (await link.home(signal)).folder,
    reached: 'address' in way ? way : null,
    checks: [
      ...checks,
      ...checksOf(machine, [...found.checks, ...programChecks(machine, program)]),
    ],
  };
}

/** Comes back after its first heartbeat; its model is still being loaded then. */
export async function startSampler(
  parts: MachineTrainingParts,
  wish: SamplerWish,
  {
    wanted,
    run,
    cards,
  }: { readonly wanted: WantedRun; readonly run: string; readonly cards: readonly number[] | null },
  options: CallOptions,
): Promise<StartedSampler> {
  const { sampler: machine, device } = wish;
  const { signal, onProgress } = options;
  const link = parts.link(machine);
  const { recipe } = wanted.reading;
  const sync = policySync(device, recipe);
  const { address } = await reached(parts, wish, { policySync: sync, signal });
  const program = await broughtProgram(parts, machine, options);
  const sent = await sendInputs(link, { recipe, tasks: [] }, options);
  const model = await broughtModel(parts, machine, wanted.model, options);
  const folder = await samplerFolder(link, run, signal);
  const args = [
    ...['--out', folder, '--model', model, '--recipe', sent.recipe],
    ...['--device', device, '--address', address],
    ...(cards === null ? [] : ['--cards', cards.join(',')]),
  ];
  onProgress({
    activity: `Starting the sampler on ${machine}`,
    done: 0,
    total: null,
    unit: 'items',
  });
  const key = keyOf(parts);
  return { place: await samplerThere({ link, machine, program, args, key }, signal), key };
}

/** What is left of it is ended first: it may sample for a run that was killed. */
export async function startSamplerAgain(
  parts: MachineTrainingParts,
  { machine, folder }: SamplerPlace,
  options: CallOptions,
): Promise<StartedSampler> {
  const { signal } = options;
  const link = parts.link(machine);
  const program = await broughtProgram(parts, machine, options);
  await endSampler(parts, { machine, folder }, signal);
  const key = keyOf(parts);
  const args = ['--again', '--out', folder];
  return { place: await samplerThere({ link, machine, program, args, key }, signal), key };
}

/** Resolves when no process of it lives. @throws FailureError at boundary `remote` */
export function endSampler(
  { link, trainerFolder }: Pick<MachineTrainingParts, 'link' | 'trainerFolder'>,
  { machine, folder }: Pick<SamplerPlace, 'machine' | 'folder'>,
  signal: AbortSignal,
): Promise<void> {
  return endRun(link(machine), { folder, trainerFolder }, signal);
}

const dropMilliseconds = 30_000;

/**
 * For a run that did not start, however that came. One that cannot be reached now ends by itself, as nobody calls it.
 * @param isNew nothing of it is worth keeping, and its name is free again
 */
export async function dropSampler(
  parts: MachineTrainingParts,
  place: SamplerPlace,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const signal = AbortSignal.timeout(dropMilliseconds);
  try {
    await endSampler(parts, place, signal);
    if (isNew) await parts.link(place.machine).remove(place.folder, signal);
  } catch (error) {
    if (!(error instanceof FailureError) && !signal.aborted) throw error;
  }
}

/** Weights that go from process to process are fetched by the sampler, so that it has to reach the other one too. */
async function reached(
  parts: MachineTrainingParts,
  wish: SamplerWish,
  {
    policySync: sync,
    signal,
  }: { readonly policySync: RunJob['policySync']; readonly signal: AbortSignal },
): Promise<Reached> {
  const { link, trainerFolder, randomHex } = parts;
  const [trainer, sampler] = [link(wish.machine), link(wish.sampler)];
  const options = () => ({ trainerFolder, word: randomHex() + randomHex(), signal });
  const there = { from: trainer, to: sampler, address: wish.samplerAddress };
  const way = await machineReach(there, options());
  if (sync === 'gathered') {
    await machineReach({ from: sampler, to: trainer, address: way.from }, options());
  }
  return way;
}

function keyOf({ randomHex }: MachineTrainingParts): string {
  return randomHex() + randomHex();
}
