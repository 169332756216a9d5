// Training on a machine, from what it has to a run that goes on there by itself. This computer is a machine too: there nothing
// needs to be brought.
import path from 'node:path';
import type { HealthCheck } from '../../contract/health.ts';
import type { MachineFacts, MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import type { TrainingPlan, TrainingWish } from '../../contract/training/trainingRequests.ts';
import type { GpuSplit } from '../../launch/processCommands.ts';
import { samplerKey } from '../../launch/samplerKey.ts';
import { runsFolder } from '../../store/runs/runFiles.ts';
import { runName } from '../../store/trajectoryStore.ts';
import { HumanError } from '../../support/errors.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { provisionMachine } from '../provision/provisionMachine.ts';
import { gpuSplitFor, gpuSplitOfTwo } from './gpuSplitFor.ts';
import type { CallOptions, MachineTrainingParts } from './machineTrainingParts.ts';
import { checksOf } from './plannedSampler.ts';
import { planTraining } from './planTraining.ts';
import { broughtModel, broughtProgram, inspected, plannedProgram } from './preparedMachine.ts';
import {
  dropSampler,
  planSampler,
  samplerWish,
  startSampler,
  startSamplerAgain,
  type StartedSampler,
} from './samplerLaunch.ts';
import { secretsOf } from './secrets.ts';
import { sendInputs } from './sendInputs.ts';
import {
  resumeArguments,
  samplerArguments,
  trainArguments,
  type RunInputs,
} from './trainArguments.ts';
import { trainThere, type TrainProgram } from './trainThere.ts';
import { changesOf, readWantedRun, type WantedRun } from './wantedRun.ts';

interface StartingRun {
  readonly program: TrainProgram;
  readonly args: readonly string[];
  /** Started already; null where the machine of the run samples itself. */
  readonly sampler: StartedSampler | null;
  /** Of a run of this computer; null for the home folder of the machine. */
  readonly cwd: string | null;
  readonly isNew: boolean;
}

/** Every call throws a HumanError for what a person can mend, and a FailureError at boundary `remote` for what the machine lacks. */
export class MachineTraining {
  readonly #parts: MachineTrainingParts;

  constructor(parts: MachineTrainingParts) {
    this.#parts = parts;
  }

  /** One round trip. Failures come first. */
  async inspect(
    machine: MachineName,
    { signal }: Pick<CallOptions, 'signal'>,
  ): Promise<{ readonly facts: MachineFacts; readonly checks: HealthCheck[] }> {
    const { facts, checks } = await inspected(this.#parts, machine, null, signal);
    return { facts, checks };
  }

  /** Does nothing where all is there; goes on where it was cut off. */
  async provision(
    machine: MachineName,
    options: CallOptions,
  ): Promise<{ readonly sentBytes: number; readonly did: string[] }> {
    if (machine === thisComputer) return { sentBytes: 0, did: [] };
    const { sentBytes, did } = await provisionMachine(this.#link(machine), this.#parts, options);
    return { sentBytes, did: [...did] };
  }

  /** What would happen. Nothing is sent and nothing is started. */
  async plan(wish: TrainingWish, { signal }: CallOptions): Promise<TrainingPlan> {
    const parts = this.#parts;
    const wanted = await readWantedRun(wish, signal);
    const found = await inspected(parts, wish.machine, wish.device, signal);
    const link = this.#link(wish.machine);
    const folder = await this.#runFolder(wish, signal);
    const program = await plannedProgram(parts, wish.machine, signal);
    const sampled = samplerWish(wish);
    const run = path.basename(folder);
    const sampler = sampled && (await planSampler(parts, sampled, { wanted, run }, signal));
    const question = { wish, wanted, inspected: found, folder, program, sampler };
    return planTraining(link, question, signal);
  }

  /** Comes back after the first heartbeat. */
  async start(wish: TrainingWish, options: CallOptions): Promise<RunPlace> {
    const { signal } = options;
    const wanted = await readWantedRun(wish, signal);
    const gpus = await this.#fitCards(wish, signal);
    const folder = await this.#runFolder(wish, signal);
    const { program, inputs } = await this.#bring(wish, wanted, options);
    const sampler = await this.#startSampler(wish, { wanted, folder, gpus }, options);
    options.onProgress({ activity: 'Starting the run', done: 0, total: null, unit: 'items' });
    const args = [
      ...trainArguments(wish, { ...inputs, folder }, sampler === null ? gpus : trainOnly(gpus)),
      ...samplerArguments(sampler),
    ];
    const place = { machine: wish.machine, folder };
    const run = { program, args, sampler, cwd: wish.workspace, isNew: true };
    await this.#train(place, run, signal);
    return place;
  }

  /**
   * A machine that samples for it is started again too.
   * @param step of the checkpoint; null for the newest
   */
  async resume(place: RunPlace, step: number | null, options: CallOptions): Promise<RunPlace> {
    const link = this.#link(place.machine);
    const program = await broughtProgram(this.#parts, place.machine, options);
    const { job } = await readRunThere(link, place.folder, options.signal);
    const known = job.processes.sampler;
    const sampler = known && (await startSamplerAgain(this.#parts, known, options));
    const args = [...resumeArguments(place.folder, step), ...samplerArguments(sampler)];
    const run = { program, args, sampler, cwd: null, isNew: false };
    await this.#train(place, run, options.signal);
    return place;
  }

  /** All of the machine, or of both; null on the processor. @throws HumanError where one is not fit for the run */
  async #fitCards(wish: TrainingWish, signal: AbortSignal): Promise<GpuSplit | null> {
    const { machine, device, gpus } = wish;
    const sampled = samplerWish(wish);
    const own = await inspected(this.#parts, machine, device, signal);
    refuseUnfit(own.checks);
    if (sampled === null) return device === 'cpu' ? null : gpuSplitFor(gpus, own.facts.gpus);
    const other = await inspected(this.#parts, sampled.sampler, device, signal);
    refuseUnfit(checksOf(sampled.sampler, other.checks));
    return device === 'cpu' ? null : gpuSplitOfTwo(gpus, own.facts.gpus, other.facts.gpus);
  }

  async #startSampler(
    wish: TrainingWish,
    { wanted, folder, gpus }: { wanted: WantedRun; folder: string; gpus: GpuSplit | null },
    options: CallOptions,
  ): Promise<StartedSampler | null> {
    const sampled = samplerWish(wish);
    if (sampled === null) return null;
    const run = path.basename(folder);
    return startSampler(
      this.#parts,
      sampled,
      { wanted, run, cards: gpus?.sample ?? null },
      options,
    );
  }

  /** What the run is made from, where its machine finds it. */
  async #bring(
    wish: TrainingWish,
    { reading: { recipe }, tasks, taskFile, model }: WantedRun,
    options: CallOptions,
  ): Promise<{ readonly program: TrainProgram; readonly inputs: Omit<RunInputs, 'folder'> }> {
    const parts = this.#parts;
    const program = await broughtProgram(parts, wish.machine, options);
    const folder = (): Promise<string> => broughtModel(parts, wish.machine, model, options);
    if (wish.machine === thisComputer) {
      const changes = changesOf(wish);
      const inputs = { recipe: wish.recipe, changes, tasks: taskFile, model: await folder() };
      return { program, inputs };
    }
    const link = this.#link(wish.machine);
    const sent = await sendInputs(link, { recipe, tasks: tasks.tasks }, options);
    return { program, inputs: { ...sent, changes: [], model: await folder() } };
  }

  async #train(
    { machine }: RunPlace,
    { program, args, sampler, cwd, isNew }: StartingRun,
    signal: AbortSignal,
  ): Promise<void> {
    const key = sampler === null ? {} : { [samplerKey]: sampler.key };
    const secrets = { ...secretsOf(this.#parts.env), ...key };
    const link = this.#link(machine);
    try {
      const folder = machine === thisComputer ? cwd : null;
      const there = folder ?? (await link.home(signal)).home;
      await trainThere(link, program, args, { cwd: there, secrets, signal });
    } catch (error) {
      if (sampler !== null) await dropSampler(this.#parts, sampler.place, { isNew });
      throw error;
    }
  }

  /** Runs of this computer lie in their workspace. Names that nobody chose begin with the time, and differ between windows. */
  async #runFolder(
    { machine, workspace, name }: TrainingWish,
    signal: AbortSignal,
  ): Promise<string> {
    const last = name ?? runName(this.#parts.now(), this.#parts.randomHex());
    if (machine === thisComputer) return path.join(runsFolder(workspace), last);
    const { folder } = await this.#link(machine).home(signal);
    return path.posix.join(folder, 'runs', last);
  }

  #link(machine: MachineName): MachineLink {
    return this.#parts.link(machine);
  }
}

function refuseUnfit(checks: readonly HealthCheck[]): void {
  const failed = checks.find(({ state }) => state === 'fail');
  if (failed === undefined) return;
  throw new HumanError(`${failed.name}: ${failed.detail}. ${failed.advice ?? ''}`.trimEnd());
}

/** Its cards that sample are those of the other machine. */
function trainOnly(gpus: GpuSplit | null): GpuSplit | null {
  return gpus === null ? null : { train: gpus.train, sample: null };
}
