// Training on a machine, from what it has to a run that goes on there by itself. This computer is a machine too: there nothing
// needs to be brought.
import path from 'node:path';
import type { HealthCheck } from '../../contract/health.ts';
import type { MachineFacts, MachineName } from '../../contract/machine.ts';
import { thisComputer } from '../../contract/thisComputer.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import type { TrainingPlan, TrainingWish } from '../../contract/training/trainingRequests.ts';
import { runsFolder } from '../../store/runs/runFiles.ts';
import { runName } from '../../store/trajectoryStore.ts';
import { HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { inspectMachine, type Inspected } from '../preflight/inspectMachine.ts';
import type { RunNeeds } from '../preflight/machineChecks.ts';
import { installedProgram } from '../provision/installedProgram.ts';
import { provisionMachine, type ProgramParts } from '../provision/provisionMachine.ts';
import { gpuSplitFor } from './gpuSplitFor.ts';
import { modelThere } from './modelThere.ts';
import type { PlannedProgram } from './plannedCommands.ts';
import { planTraining } from './planTraining.ts';
import { secretsOf } from './secrets.ts';
import { sendInputs } from './sendInputs.ts';
import { resumeArguments, trainArguments, type RunInputs } from './trainArguments.ts';
import { trainThere, type TrainProgram } from './trainThere.ts';
import { changesOf, readWantedRun, type WantedRun } from './wantedRun.ts';

export interface MachineTrainingParts extends ProgramParts {
  readonly link: (machine: MachineName) => MachineLink;
  /** This very program: what starts a run on this computer. */
  readonly program: readonly [node: string, ...args: string[]];
  /** ISO 8601. */
  readonly now: () => string;
  readonly randomHex: () => string;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
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
    options: Pick<CallOptions, 'signal'>,
  ): Promise<{ readonly facts: MachineFacts; readonly checks: HealthCheck[] }> {
    const { facts, checks } = await this.#inspect(
      machine,
      { device: null, diskBytes: null },
      options,
    );
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
  async plan(wish: TrainingWish, options: CallOptions): Promise<TrainingPlan> {
    const { signal } = options;
    const wanted = await readWantedRun(wish, signal);
    const inspected = await this.#inspect(wish.machine, { ...wish, diskBytes: null }, options);
    const link = this.#link(wish.machine);
    const folder = await this.#runFolder(wish, signal);
    const program = await this.#planned(wish.machine, signal);
    return planTraining(link, { wish, wanted, inspected, folder, program }, signal);
  }

  /** Comes back after the first heartbeat. */
  async start(wish: TrainingWish, options: CallOptions): Promise<RunPlace> {
    const { signal } = options;
    const wanted = await readWantedRun(wish, signal);
    const { facts, checks } = await this.#inspect(
      wish.machine,
      { ...wish, diskBytes: null },
      options,
    );
    refuseUnfit(checks);
    const gpus = wish.device === 'cpu' ? null : gpuSplitFor(wish.gpus, facts.gpus);
    const folder = await this.#runFolder(wish, signal);
    const link = this.#link(wish.machine);
    const { program, inputs } = await this.#bring(wish, wanted, options);
    options.onProgress({ activity: 'Starting the run', done: 0, total: null, unit: 'items' });
    const args = trainArguments(wish, { ...inputs, folder }, gpus);
    await trainThere(link, program, args, await this.#trainOptions(wish, signal));
    return { machine: wish.machine, folder };
  }

  /** @param step of the checkpoint; null for the newest */
  async resume(place: RunPlace, step: number | null, options: CallOptions): Promise<RunPlace> {
    const link = this.#link(place.machine);
    const program = await this.#program(place.machine, options);
    const args = resumeArguments(place.folder, step);
    const { home } = await link.home(options.signal);
    const secrets = secretsOf(this.#parts.env);
    await trainThere(link, program, args, { cwd: home, secrets, signal: options.signal });
    return place;
  }

  /** What the run is made from, where its machine finds it. */
  async #bring(
    wish: TrainingWish,
    { reading: { recipe }, tasks, taskFile, model }: WantedRun,
    options: CallOptions,
  ): Promise<{ readonly program: TrainProgram; readonly inputs: Omit<RunInputs, 'folder'> }> {
    if (wish.machine === thisComputer && model.kind === 'here') {
      const changes = changesOf(wish);
      const inputs = { recipe: wish.recipe, changes, tasks: taskFile, model: model.folder };
      return { program: await this.#program(wish.machine, options), inputs };
    }
    const link = this.#link(wish.machine);
    const { program } = await provisionMachine(link, this.#parts, options);
    const sent = await sendInputs(link, { recipe, tasks: tasks.tasks }, options);
    const secrets = secretsOf(this.#parts.env);
    const folder = await modelThere(link, model, { program, secrets, ...options });
    return { program, inputs: { ...sent, changes: [], model: folder } };
  }

  /** Nothing is brought for a plan: where nothing is there, names stand for paths. */
  async #planned(machine: MachineName, signal: AbortSignal): Promise<PlannedProgram> {
    const { program, trainerFolder } = this.#parts;
    if (machine === thisComputer) return { argv: program, python: 'python', trainerFolder };
    const there = await installedProgram(this.#link(machine), signal);
    return there ?? { argv: ['tool-r1'], python: 'python', trainerFolder: 'trainer' };
  }

  async #program(machine: MachineName, options: CallOptions): Promise<TrainProgram> {
    if (machine === thisComputer) return { argv: this.#parts.program, env: {} };
    return (await provisionMachine(this.#link(machine), this.#parts, options)).program;
  }

  async #trainOptions(
    { machine, workspace }: TrainingWish,
    signal: AbortSignal,
  ): Promise<Parameters<typeof trainThere>[3]> {
    const secrets = secretsOf(this.#parts.env);
    if (machine === thisComputer) return { cwd: workspace, secrets, signal };
    const { home } = await this.#link(machine).home(signal);
    return { cwd: home, secrets, signal };
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

  #inspect(
    machine: MachineName,
    { device, diskBytes }: RunNeeds,
    { signal }: Pick<CallOptions, 'signal'>,
  ): Promise<Inspected> {
    const { trainerFolder, now } = this.#parts;
    return inspectMachine(this.#link(machine), {
      trainerFolder,
      needs: { device, diskBytes },
      now: () => Date.parse(now()),
      signal,
    });
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
