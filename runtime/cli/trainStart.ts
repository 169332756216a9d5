// Makes a training run from what was asked for, or takes up one that is there, and starts its supervisor. Everything that can
// be found wrong is found before anything is started.
import path from 'node:path';
import type { RunJob } from '../contract/training/runFolder.ts';
import type { SamplerPlace } from '../contract/training/samplerPlace.ts';
import { checkpointBytes, refuseFullDisk } from '../launch/diskSpace.ts';
import { chooseFreePorts } from '../launch/freePorts.ts';
import { cardsOfSplit } from '../launch/gpuChoice.ts';
import { policySync, totalSteps } from '../launch/jobSettings.ts';
import { readModelFolder } from '../launch/modelFolder.ts';
import { routeTo, type NetworkRoute } from '../launch/networkRoute.ts';
import { processCommands, type GpuSplit } from '../launch/processCommands.ts';
import { samplerKey } from '../launch/samplerKey.ts';
import { startSupervisor } from '../launch/startSupervisor.ts';
import { threadsOf } from '../launch/threadsOf.ts';
import { readTrainingTasks, type TrainingTasks } from '../launch/trainingTasks.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import { trainingOf } from '../recipes/trainingOf.ts';
import { makeRun, refuseTakenFolder, renewProcesses } from '../store/runs/makeRun.ts';
import { hasEnded, isSupervised, readJob, readStatus } from '../store/runs/readRun.ts';
import { setAsideAfter } from '../store/runs/setAside.ts';
import { runsFolder } from '../store/runs/runFiles.ts';
import { fromNow, fromTheBeginning, type WatchStart } from '../store/runs/watchRun.ts';
import { runName } from '../store/trajectoryStore.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { count } from './format.ts';
import { preparedPython } from './trainPrepare.ts';

/** What the processes of a run need on this computer; a resumed run may get other ones. */
export interface ProcessWish {
  /** The first of two ports; null for any two. */
  readonly port: number | null;
  /** Null for one card that trains and samples in turn. */
  readonly gpus: GpuSplit | null;
  /** Another machine that samples, where its servers are started already; null when this one samples. */
  readonly sampledBy: SamplerPlace | null;
}

export interface ResumeWish extends ProcessWish {
  /** Train step of the checkpoint to go on from; null for the newest. */
  readonly from: number | null;
}

export interface NewRunWish extends ProcessWish {
  readonly recipe: string;
  readonly tasks: string;
  readonly model: string;
  readonly device: RunJob['device'];
  /** Each `path=value`. */
  readonly changes: readonly string[];
  readonly seed: number;
  readonly saveEverySteps: number;
  /** Null keeps every checkpoint. */
  readonly keep: RunJob['keep'];
  /** Null for one below `.tool-r1/runs/`. */
  readonly out: string | null;
}

export interface StartedRun {
  readonly folder: string;
  readonly job: RunJob;
  readonly start: WatchStart;
}

/** @throws HumanError or FailureError; then nothing was started, and a folder that was made can be resumed */
export async function startRun(context: CommandContext, wish: NewRunWish): Promise<StartedRun> {
  const { cwd, now, randomHex, interrupts } = context;
  const runId = runName(now(), randomHex());
  const folder = path.resolve(cwd, wish.out ?? path.join(runsFolder(cwd), runId));
  await refuseTakenFolder(folder);
  const recipe = await readRecipe(wish.recipe, cwd, wish.changes);
  const training = trainingOf(recipe);
  const file = path.resolve(cwd, wish.tasks);
  const read = await readTrainingTasks(file, training.difficultyFilter, interrupts.signal);
  const model = await readModelFolder(path.resolve(cwd, wish.model));
  await refuseFullDisk(folder, checkpointBytes(model.weightBytes, training.optimiser.lora));
  tellTasks(context, read);
  const job: AskedJob = {
    version: 1,
    runId,
    createdAt: now(),
    model: model.folder,
    device: wish.device,
    recipe,
    seed: wish.seed,
    totalSteps: totalSteps(training, read.tasks.length),
    saveEverySteps: wish.saveEverySteps,
    keep: wish.keep,
    policySync: policySync(wish.device, recipe),
  };
  const prepared = await withProcesses(context, folder, job, wish);
  await makeRun(folder, { job: prepared, tasks: read.tasks });
  await launch(context, folder, prepared);
  return { folder, job: prepared, start: fromTheBeginning };
}

/** @throws HumanError when the run goes on already or is done, or has no such checkpoint */
export async function resumeRun(
  context: CommandContext,
  folder: string,
  wish: ResumeWish,
): Promise<StartedRun> {
  const asked = await readJob(folder);
  const status = await readStatus(folder);
  if (status?.state === 'done' && wish.from === null) {
    throw new HumanError(`The run in ${folder} is done, so there is nothing to resume.`);
  }
  if (status !== null && !hasEnded(status) && isSupervised(status)) {
    throw new HumanError(
      `The run in ${folder} goes on already. Look on: tool-r1 train --watch ${folder}`,
    );
  }
  refuseWithoutSampler(asked, wish);
  const job = await withProcesses(context, folder, asked, wish);
  if (wish.from !== null) await setAside(context, folder, wish.from);
  await renewProcesses(folder, job);
  const start = await fromNow(folder);
  await launch(context, folder, job);
  return { folder, job, start };
}

function refuseWithoutSampler({ processes }: RunJob, { sampledBy }: ProcessWish): void {
  if (processes.sampler === null || sampledBy !== null) return;
  throw new HumanError(
    `This run samples on ${processes.sampler.machine}. Resume it from the computer that reaches both: tool-r1 train --machine NAME --resume --out RUN.`,
  );
}

/** A run without the processes that make it. */
type AskedJob = Pick<
  RunJob,
  | 'version'
  | 'runId'
  | 'createdAt'
  | 'model'
  | 'device'
  | 'recipe'
  | 'seed'
  | 'totalSteps'
  | 'saveEverySteps'
  | 'keep'
  | 'policySync'
>;

async function withProcesses(
  context: CommandContext,
  folder: string,
  asked: AskedJob,
  { port, gpus, sampledBy }: ProcessWish,
): Promise<RunJob> {
  const { program, trainerFolder, queueFolder } = context.training;
  const toSampler = sampledBy === null ? null : await wayToSampler(context, sampledBy);
  const ports = await chooseFreePorts(port);
  const python = await preparedPython(context, asked.device);
  const split = gpus ?? { train: [0], sample: null };
  const commands = processCommands(asked, {
    folder,
    program,
    python,
    trainerFolder,
    ports,
    gpus: split,
    threads: threadsOf(context.env),
    toSampler,
  });
  return {
    ...asked,
    processes: {
      node: program[0],
      cli: program.at(-1) ?? '',
      python,
      rolloutPort: ports.rollouts,
      tokenPort: sampledBy === null ? ports.tokens : 0,
      sampler: sampledBy,
      commands,
      queue: asked.device === 'cpu' ? null : { folder: queueFolder, gpus: cardsOfSplit(split) },
    },
  };
}

/** @throws HumanError without the key of the sampler, which is nowhere on disk, or without a way to it */
function wayToSampler({ env }: CommandContext, { host }: SamplerPlace): Promise<NetworkRoute> {
  if ((env[samplerKey] ?? '') !== '') return routeTo(host);
  throw new HumanError(
    `A run that samples on another machine is started from the computer that reaches both: tool-r1 train --machine NAME --sampler NAME.`,
  );
}

async function setAside({ terminal }: CommandContext, folder: string, step: number): Promise<void> {
  const later = await setAsideAfter(folder, step);
  if (later.length === 0) return;
  terminal.message(
    `Going on from train step ${step}; the checkpoints of ${later.join(', ')} are kept as aside-*.`,
  );
}

function launch(context: CommandContext, folder: string, { processes }: RunJob): Promise<void> {
  const { trainerFolder } = context.training;
  return startSupervisor({ python: processes.python, trainerFolder, folder, env: context.env });
}

function tellTasks(
  { terminal }: CommandContext,
  { tasks, tooEasy, tooHard, unmeasured }: TrainingTasks,
): void {
  const leftOut = tooEasy + tooHard;
  if (leftOut > 0) {
    terminal.message(
      `${count(leftOut, 'task')} left out as too easy or too hard, ${tasks.length} kept.`,
    );
  }
  if (unmeasured > 0) {
    terminal.message(
      `The pass rate of ${count(unmeasured, 'task')} is not known; tool-r1 filter measures it and leaves out those that teach nothing.`,
    );
  }
}
