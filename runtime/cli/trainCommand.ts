// `tool-r1 train`: starts or resumes a training run and shows it until it ends; looks on at one, or stops one.
import path from 'node:path';
import type { KeepPolicy, RunJob } from '../contract/training/runFolder.ts';
import type { SamplerPlace } from '../contract/training/samplerPlace.ts';
import type { GpuSplit } from '../launch/processCommands.ts';
import { newestRun } from '../store/runs/readRun.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { shortPath } from './shortPath.ts';
import { trainMachine } from './trainMachine.ts';
import { trainPrepare } from './trainPrepare.ts';
import { resumeRun, startRun, type NewRunWish, type StartedRun } from './trainStart.ts';
import { trainStop } from './trainStop.ts';
import { trainWatch, watchStarted } from './trainWatch.ts';

/** Null where the command line says nothing. */
export interface TrainOptions {
  readonly recipe: string | null;
  readonly tasks: string | null;
  readonly model: string | null;
  readonly device: RunJob['device'] | null;
  readonly changes: readonly string[];
  readonly seed: number | null;
  readonly steps: number | null;
  readonly saveEvery: number | null;
  /** Null keeps every checkpoint. */
  readonly keep: KeepPolicy | null;
  readonly out: string | null;
  readonly port: number | null;
  readonly gpus: GpuSplit | null;
  /** Only makes the Python environment. */
  readonly prepare: boolean;
  readonly resume: boolean;
  /** With `resume`: train step of the checkpoint to go on from; null for the newest. */
  readonly from: number | null;
  readonly detach: boolean;
  /** Run folder to look on at. */
  readonly watch: string | null;
  /** Run folder to stop. */
  readonly stop: string | null;
  /** With `stop`: without waiting for the train step. */
  readonly now: boolean;
  /** An attached machine; null for this computer. */
  readonly machine: string | null;
  /** With `machine`: another attached machine that samples; null when the same one does. */
  readonly sampler: string | null;
  /** With `sampler`: its IPv4 address; null for the first at which it is reached. */
  readonly samplerAddress: string | null;
  /** Servers of another machine that were started for this run. */
  readonly sampledBy: SamplerPlace | null;
  /** With `machine`. */
  readonly dryRun: boolean;
  readonly json: boolean;
}

const usualSaveEvery = 10;

export async function trainCommand(
  context: CommandContext,
  options: TrainOptions,
): Promise<ExitCode> {
  if (options.machine !== null) return trainMachine(context, options.machine, options);
  if (options.dryRun) throw new HumanError('--dry-run needs --machine.');
  if (options.sampler !== null) throw new HumanError('--sampler needs --machine.');
  const { cwd } = context;
  const { prepare, watch, stop, now, json } = options;
  if (prepare) return trainPrepare(context, { json, device: options.device ?? 'cpu' });
  if (watch !== null) return trainWatch(context, path.resolve(cwd, watch), json);
  if (stop !== null) return trainStop(context, { folder: path.resolve(cwd, stop), now, json });
  const started = options.resume ? await resume(context, options) : await start(context, options);
  const { terminal } = context;
  terminal.message(`Run ${shortPath(cwd, started.folder)}`);
  if (!options.detach) return watchStarted(context, { ...started, json });
  terminal.message(`Look on: tool-r1 train --watch ${shortPath(cwd, started.folder)}`);
  return exitCodes.ok;
}

function start(context: CommandContext, options: TrainOptions): Promise<StartedRun> {
  const { recipe, tasks, model, changes, steps, seed, out, port, gpus, sampledBy } = options;
  const missing = Object.entries({ tasks, model }).find(([, value]) => value === null);
  if (missing !== undefined) {
    throw new HumanError(
      `Training needs --${missing[0]}. tool-r1 train --help shows how to call it.`,
    );
  }
  const wish: NewRunWish = {
    recipe: recipe ?? 'tool-r1',
    tasks: tasks ?? '',
    model: model ?? '',
    device: options.device ?? 'cpu',
    changes: steps === null ? changes : [...changes, `training.optimiser.maxSteps=${steps}`],
    seed: seed ?? Number.parseInt(context.randomHex().slice(0, 7), 16),
    saveEverySteps: options.saveEvery ?? usualSaveEvery,
    keep: options.keep,
    out,
    port,
    gpus,
    sampledBy,
  };
  return startRun(context, wish);
}

async function resume(context: CommandContext, options: TrainOptions): Promise<StartedRun> {
  const { recipe, tasks, model, device, seed, steps, saveEvery, keep, changes } = options;
  const fixed = { recipe, tasks, model, device, seed, steps, 'save-every': saveEvery, keep };
  const given = Object.entries(fixed).find(([, value]) => value !== null)?.[0];
  if (given !== undefined || changes.length > 0) {
    throw new HumanError(
      `--${given ?? 'set'} cannot be given with --resume: a run keeps what it began with. Start another run for that.`,
    );
  }
  const { cwd } = context;
  const folder = options.out === null ? await newestRun(cwd) : path.resolve(cwd, options.out);
  const { port, gpus, from, sampledBy } = options;
  return resumeRun(context, folder, { port, gpus, from, sampledBy });
}
